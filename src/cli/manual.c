/* The texts of --help, command by command; see manual.h. */
#include "cli/manual.h"

#include "cli/completion.h"
#include "cli/config.h"

/* clang-format off */
const struct manual manuals[] = {
    {
        .name = "analyze",
        .alias = "analyse",
        .usage = "[--level L] [--jobs N] [--out FOLDER] [--report FORMATS] PATH...\n"
                 "       kibitzer analyze --json FILE",
        .summary = "analyse matches and write reports",
        .description =
            "PATHs are match files, or folders that are searched through. Each match gets its reports in FOLDER,\n"
            "with index.html over all of them. Unreadable files are reported; the others are still analysed.\n"
            "Positions of one file (IDs, eXtreme Gammon's text) share a page in formats for reading: 500 at most.\n\n"
            "What was analysed is kept in a collection, collection.db in FOLDER: the next run skips files that it knows\n"
            "at these settings, adds what is new and lists in index.html everything ever analysed,\n"
            "with a page for each player in players/.\n\n"
            "examples:\n  kibitzer analyze final.mat\n  kibitzer analyze --level 1ply --out reports matches/\n"
            "  kibitzer analyze --json final.mat | jq .statistics.players[0].overall\n",
    },
    {
        .name = "db",
        .usage =
            "alias|players|set|comment|info|check|classify|duplicates|export|export-gnubg|forget|merge [--db PLACE] "
            "[--format FORMAT] [NAME...]",
        .summary = "look after a collection of analysed matches",
        .description =
            "alias NAME OTHER...   count the players called OTHER as NAME; --undo OTHER..., --suggest\n"
            "players               who plays, under which names, in how many matches\n"
            "set --date DATE --event TEXT --place TEXT FILE...   say when and where matches were played,\n"
            "                      whatever their files say\n"
            "comment ADDRESS TEXT  comment on a decision (final.html#g2m26) or a match (final.html)\n"
            "info                  what the collection holds\n"
            "check                 check that it is sound and that the files read have not changed;\n"
            "                      files that are gone are named, not counted as errors\n"
            "classify              classify phases, plans and themes again where older rules were used\n"
            "duplicates            matches that may be the same: renamed, cut short, edited\n"
            "export --decisions FILE   write every decision as a row of CSV\n"
            "export-gnubg FILE     write GNU Backgammon's record keeping, which `relational` opens\n"
            "forget FILE...        forget what was read from these files\n"
            "merge DB...           bring other collections in, as if their files had been analysed here\n\n"
            "examples:\n  kibitzer db alias \"Ann Smith\" ann_s Ann_S.\n"
            "  kibitzer db merge --db all.db part1.db part2.db\n",
    },
    {
        .name = "report",
        .usage = "[--db PLACE] [--out FOLDER] [--report FORMATS] [--json] [PAGE...]",
        .summary = "write the pages of a collection again",
        .description =
            "Every match of the collection gets its reports, and index.html lists them all: in another format or\n"
            "style, with other options, in another folder. Nothing is analysed; pages that would not change\n"
            "are left alone. With PAGE... (final.html) only these matches get theirs, and the index stays as it is.\n\n"
            "examples:\n  kibitzer report --report pdf\n  kibitzer report --report sgf --out send league/final.html\n"
            "  kibitzer report --db postgresql:///club --out pages --player \"Ann;ann_s\"\n",
    },
    {
        .name = "convert",
        .usage = "[--from FORMAT] [--to FORMAT] IN [OUT]\n       kibitzer convert --to FORMAT --out FOLDER IN...",
        .summary = "turn a file of one format into another",
        .description =
            "IN and OUT may be - for standard input and output. Several matches in one input become one document\n"
            "where the format allows it, else numbered files. What a format cannot carry is reported: \"lost: ...\".\n\n"
            "examples:\n  kibitzer convert final.mat final.sgf\n  kibitzer convert --to json final.mat\n"
            "  kibitzer convert --to mat --out converted matches/\n"
            "  kibitzer convert --select \"game 2 ply 5\" final.mat diagram.svg\n"
            "  kibitzer convert --boards errors --show-moves bad,very-bad final.sgf final.pdf\n"
            "  kibitzer convert final.sgf final.md\n",
    },
    {
        .name = "transcribe",
        .usage = "FILE\n       kibitzer transcribe FILE -o OUT",
        .summary = "type a match at the board, as briefly as it can be",
        .description =
            "A dialogue: names Ann, Bob and length 7, then turn by turn the dice and as much of the play as only one legal\n"
            "play has: 31 8 6, 64 24/14, 52. where nothing else can be played, d t p r for the cube and resignations,\n"
            "52? for a play that was lost. The board is drawn after each turn; what does not add up is said at once, with\n"
            "the plays that do. undo, back N, delete and list change what was typed before; FILE, the transcript, is\n"
            "saved after every line. help shows all of it, as does docs/transcribe.md.\n\n"
            "With -o or -t nothing is asked: FILE is read to its end, whatever does not add up is marked, and the match\n"
            "is written in any format.\n\n"
            "examples:\n  kibitzer transcribe final.kbt\n  kibitzer transcribe final.kbt -o final.mat\n"
            "  kibitzer convert final.xg final.kbt\n",
    },
    {
        .name = "compare",
        .usage = "[--set SET --set SET] [--level L[,L]] [--settle] [--json|--output FILE] PATH...",
        .summary = "set two analyses of a match side by side; roll out what they disagree about",
        .description =
            "The analyses are those that a file brought (eXtreme Gammon's, GNU Backgammon's, BGBlitz's), and ours. Where a\n"
            "file brought one, ours at --level is the other. They disagree about a decision where they choose another play or\n"
            "cube action, or where what one says of the loss of what was played differs by more than --above.\n"
            "--settle rolls out both candidates with the same dice, up to --trials games each, and says who is right\n"
            "as soon as that is 95 % sure; totals say what the choices of each lost.\n\n"
            "examples:\n  kibitzer compare final.xg\n  kibitzer compare --settle -o final.html final.xg\n"
            "  kibitzer compare --level 1ply,3ply --json final.mat\n"
            "  kibitzer compare --set 2ply --set 2ply@new.net --settle matches/\n",
    },
    {
        .name = "verify",
        .usage = "[--sample SHARE] [--json] REPORT... [FILE...]",
        .summary = "make the analyses of reports again and compare",
        .description =
            "REPORTs are pages or JSON documents of `analyze`, or folders of them. Each holds a certificate: its match with the analysis,\n"
            "the engine, the settings and its options. The match is analysed again, and each figure must come out the same; then the\n"
            "report is written again and must be what it was to the last byte, but for the links to the pages before and after.\n"
            "FILEs are matches: a report that is about none of them is refused, and its comments and facts are compared too.\n"
            "The exit status is 1 if anything differs.\n\n"
            "examples:\n  kibitzer verify kibitzer-report/final.html\n  kibitzer verify final.html final.mat\n"
            "  kibitzer verify --sample 5% league/\n",
    },
    {
        .name = "info",
        .usage = "[--format FORMAT] PATH...",
        .summary = "show what is in match files",
        .description =
            "PATHs are files, folders that are searched through, or - for standard input. JSON and NDJSON (a file a\n"
            "line) have all that was found; tables and CSV have a line for each match.\n",
    },
    {
        .name = "formats",
        .usage = "[--format FORMAT]",
        .summary = "list the formats that are read and written",
        .description =
            "Files are recognised by what they hold, whatever their extension. Holds says how much one file can\n"
            "carry as it is written, or else as it is read: positions, a game, a match, or several matches.\n",
    },
    {
        .name = "levels",
        .usage = "[--format FORMAT]",
        .summary = "list the levels: how deep kibitzer looks",
        .description =
            "Filters are those of chequer plays, for each depth from 0 on: ACCEPT,EXTRA,THRESHOLD, as analyze --filter takes\n"
            "them. Noise is the standard deviation of an error that is added to the winning chance.\n",
    },
    {
        .name = "schema",
        .usage = "[NAME]",
        .summary = "print the JSON Schema of a document, or list all documents",
        .description = "NAME is that of a document: the command that prints it, unless the list says otherwise.\n",
    },
    {
        .name = "eval",
        .usage = "[--level L] [--format FORMAT] [ID...]",
        .summary = "evaluate positions for the player on roll, before rolling",
        .description =
            "ID is a GNU Backgammon Position ID (money play, cube in the middle), a pair PositionID:MatchID, an XGID or an OGID.\n"
            "Without IDs they are read from standard input, one per line; empty lines and lines with # are skipped.\n"
            "Columns: id win win_g win_bg lose_g lose_bg cubeless cubeful (probabilities, normalised equities).\n\n"
            "example:\n  kibitzer eval --level 1ply 4HPwATDgc/ABMA\n",
        .reads_stdin = true,
    },
    {
        .name = "hint",
        .usage = "[--level L] [--temperature] [--format FORMAT] [ID...]",
        .summary = "rank the plays of a roll, or judge the cube before it",
        .description =
            "ID is a pair PositionID:MatchID, an XGID, or a Position ID alone (money play, cube in the middle). With dice\n"
            "in it the plays are ranked, without them the cube decision is judged. Where a double is offered (dice \"D\";\n"
            "a beaver \"B\", a raccoon \"R\") the answers are judged: equities are those of the player who has to answer,\n"
            "with the cost of each wrong answer.\n"
            "On a terminal a board and a table with percentages are printed; elsewhere a plain table. With --temperature\n"
            "svg and html, also as the end of a file's name, draw the map of one position.\n"
            "Without IDs they are read from standard input, one per line; empty lines and lines with # are skipped.\n"
            "Columns: id, play (the best one, the verdict or the best answer), position_id_after (the opponent on roll),\n"
            "equity and other_equity: of the play; of no double and of double, take; of take and pass; of accept and refuse.\n\n"
            "example:\n  kibitzer hint XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10\n",
        .reads_stdin = true,
        .bold = true,
    },
    {
        .name = "cube",
        .usage = "[--level L] [--format FORMAT] [--output FILE] [ID...]",
        .summary = "judge the cube of a position at every score to 15-away, and for money",
        .description =
            "ID is a pair PositionID:MatchID, an XGID, or a Position ID alone. Its board and cube are taken, its score and\n"
            "dice are not. Without IDs they are read from standard input, one per line.\n"
            "Columns: id away opponent_away verdict no_double double_take double_pass (0 0 = money; normalised equities).\n"
            "svg and html, also as the end of a file's name, draw the map of one position.\n\n"
            "example:\n  kibitzer cube --output map.html XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10\n",
        .reads_stdin = true,
    },
    {
        .name = "rollout",
        .usage = "[options] [ID...]",
        .summary = "play positions out many times: the plays of a roll, or the cube decision",
        .description =
            "ID is a pair PositionID:MatchID, an XGID, or a Position ID alone (money play, cube in the middle). With "
            "dice\n"
            "in it the best plays are rolled out, else \"no double\" and \"double, take\". All have the same dice.\n"
            "Without IDs they are read from standard input, one per line; empty lines and lines with # are skipped.\n"
            "Equities are normalised to the cube before any double; errors are standard errors (68 %). Chances are "
            "of\n"
            "games that are played on after a pass, whatever the cube did.\n\n"
            "examples:\n  kibitzer rollout XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10\n"
            "  kibitzer rollout --trials 5184 --level 1ply --stop-jsd 3 4HPwATDgc/ABMA:cAkAAAAAAAAA\n",
        .reads_stdin = true,
    },
    {
        .name = "duel",
        .usage = "--a SIDE --b SIDE [--games N] [--money|--match LENGTH]",
        .summary = "let two levels, nets or programs play each other",
        .description =
            "Games come in pairs with the same dice, each side sitting once on either chair. Results are those of\n"
            "side a, as played and with the luck of the dice taken out, with their standard errors.\n\n"
            "example:\n  kibitzer duel --a 1ply --b 0ply --games 2000 --cubeless\n",
    },
    {
        .name = "external",
        .usage = "[--listen HOST:PORT] [--level L]",
        .summary = "play for other programs through GNU Backgammon's external-player protocol",
        .description =
            "Waits for connections and answers each request line with `roll`, `double`, `take`, `drop`, `beaver`\n"
            "or a play, until it is interrupted. In GNU Backgammon: `new session`, then\n"
            "`set player 1 external 127.0.0.1:1234`, then `play`.\n\n"
            "example:\n  kibitzer external --level 2ply --listen 127.0.0.1:1234\n",
    },
    {
        .name = "bearoff",
        .usage = "make (--one-sided 15xP | --two-sided NxP | --hyper N) FILE | show [--format FORMAT] ID...",
        .summary = "make exact databases of bear-offs and of hypergammon; show what a race needs",
        .description =
            "Sizes are chequers x points; FILE may be - for standard output. The files are those of GNU\n"
            "Backgammon's makebearoff and makehyper. --hyper 1 and 2 take seconds, 3 some minutes and 1 GB of\n"
            "memory; the same command continues where an interrupted one stopped.\n\n"
            "examples:\n  kibitzer bearoff make --one-sided 15x6 gnubg_os0.bd\n"
            "  kibitzer bearoff make --two-sided 6x6 gnubg_ts0.bd\n"
            "  kibitzer bearoff make --hyper 3 hyper3.bd\n",
    },
    {
        .name = "bench",
        .usage = "[--json]",
        .summary = "measure the speed of evaluation and move generation",
        .description =
            "One thread, processor time. The fingerprint is a sum over all evaluations made: it changes only when the\n"
            "evaluator answers differently.\n",
    },
    {
        .name = "board",
        .usage = "[-o FILE] [--theme THEME] [--bottom SIDE] [--size PIXELS] [--play PLAY] [ID...]",
        .summary = "draw positions: png, svg, pdf, eps or letters",
        .description =
            "ID is a pair PositionID:MatchID, an XGID, or a Position ID alone (money play, cube in the middle).\n"
            "Without IDs they are read from standard input, one per line; empty lines and lines with # are skipped.\n"
            "Player 1 is X of a Position ID and the bottom player of an XGID. In letters player 1 is always at the "
            "bottom.\n\n"
            "examples:\n  kibitzer board 4HPwATDgc/ABMA\n"
            "  kibitzer board -o opening.svg --play \"8/5 6/5\" XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10\n",
        .reads_stdin = true,
    },
    {
        .name = "met",
        .usage = "list | show [--met NAME|FILE] [--score A-B]",
        .summary = "show match equity tables, take points and gammon values",
        .description = "`list` names the tables that are built in; `show` prints one, or with --score what doubling and\n"
                       "taking need at a score, for each value of the cube. Scores are points still needed.\n\n"
                       "examples:\n  kibitzer met show --met woolsey\n"
                       "  kibitzer met show --score 3-5 --gammons 27,25\n",
    },
    {
        .name = "stats",
        .usage = "[--player NAME] [--by WHAT] [--format table|csv|json|html]",
        .summary = "show how well players play over all matches of a collection",
        .description =
            "Figures are sums over decisions, never means of rates. +- is half of the 95% interval, from how\n"
            "the matches scatter; with fewer than three matches (or games of a single match) there is none.\n"
            "Luck and result are in % of match winning chances per finished match; docs/analysis.md defines\n"
            "every figure. What is left out is listed on standard error.\n"
            "With --phase, --plan, --theme or --score the figures are of such decisions alone; with --kind or --errors-above\n"
            "errors that are not meant count as none, so that PR is the share of those that are.\n"
            "level-PR, chequer and cube at the end of a line are what players with the same PR have there.\n\n"
            "examples:\n  kibitzer stats\n  kibitzer stats --player Ann --by month --since 2024\n"
            "  kibitzer stats --player Ann --last 1000 --by phase -o ann.json\n",
    },
    {
        .name = "errors",
        .usage = "[--player NAME] [--worst N] [--format table|html|pdf|csv|json|anki]",
        .summary = "show the costliest decisions of a collection, as a table, cards, a quiz, a PDF or an Anki deck",
        .description =
            "examples:\n  kibitzer errors --player Ann --quiz -o kibitzer-report/quiz.html\n"
            "  kibitzer errors --player Ann --kind cube --worst 100 -o ann.apkg\n",
    },
    {
        .name = "study",
        .usage = "[--quiz FILE] [--format table|html|pdf|markdown|json] [PLAYER]",
        .summary = "show what a player should study: what costs more than it costs others of that level",
        .description =
            "A leak is a phase, a plan, a cube action or a theme in which the player loses more than players of the\n"
            "same PR do, and more than chance explains: its 95% range lies above zero. The three that cost\n"
            "most are shown, with the costliest position of each; where nothing stands out, how many more decisions\n"
            "would show a leak of 0.5 PR. docs/analysis.md, \"What to study\", says how. Without PLAYER it is about\n"
            "you, where `kibitzer config me NAMES` has said who that is.\n\n"
            "examples:\n  kibitzer study Ann\n"
            "  kibitzer study Ann --quiz kibitzer-report/ann-quiz.html\n",
    },
    {
        .name = "find",
        .usage = "[--position ID|--like ID] [--phase PHASE] [--errors-above EMG]",
        .summary = "find decisions in a collection: where a position was met, and what it cost",
        .description =
            "examples:\n  kibitzer find --player Ann --position 4HPwATDgc/ABMA\n"
            "  kibitzer find --like 4HPwATDgc/ABMA --within 4\n"
            "  kibitzer find --player Ann --plan blitz --errors-above 0.1 -o blitz.csv\n",
    },
    {
        .name = "list",
        .usage = "[--output FILE] PATH...",
        .summary = "list files with their sizes and hashes, for --files-from",
        .description =
            "One line for each file below the PATHs, members of archives too: its bytes, their SHA-256 and its name.\n"
            "In names \\n is a line feed, \\r a carriage return and \\\\ a backslash. With --files-from LIST each of many\n"
            "tasks reads only the files of its own share, and a file that has changed since is reported.\n\n"
            "examples:\n  kibitzer list --output all.list matches/\n"
            "  kibitzer analyze --files-from all.list --shard 3/16 --out part3\n",
    },
    {
        .name = "config",
        .usage = "[--json] [me|level|thresholds|theme|home|colours|language [VALUE]]",
        .summary = "show or keep what you want every time",
        .description =
            "me NAMES          who you are, \"Lasse, LMDN\": at the bottom of boards, first in the index, the one\n"
            "                  whom study is about\n"
            "level LEVEL       how deep analyze, hint, eval and cube look\n"
            "thresholds A,B,C  from which loss on errors are marked\n"
            "theme THEME       the colours of boards, on pages, on paper and in pictures: colour, print, light, dark, xg\n"
            "home SIDE         where their home boards are: right, left\n"
            "colours C0,C1     chequers of player 0 and player 1, as RRGGBB\n"
            "language LANGUAGE that reports and messages are in: en\n\n"
            "Without a value the setting is printed; \"\" takes it away. What stands on the command line counts before it.\n"
            "The file is $XDG_CONFIG_HOME/kibitzer/config, else ~/.config/kibitzer/config: lines of name = \"value\".\n\n"
            "example:\n  kibitzer config me \"Lasse, LMDN\"\n",
        .own = config_run,
        .own_switch = "json",
        .own_help = "print a JSON document of all settings, or of the one that is named",
    },
    {
        .name = "completion",
        .usage = "bash|zsh|fish",
        .summary = "print what a shell needs to complete commands and options",
        .description = "example:\n  source <(kibitzer completion bash)\n",
        .own = completion_print,
    },
    {0},
};
