/* The texts of --help, command by command; see manual.h. */
#include "cli/manual.h"

#include "cli/completion.h"

const char overview_end[] =
    "\n`kibitzer COMMAND --help` shows its options, `kibitzer help TERM` explains a term of reports; `kibitzer "
    "--version` prints the version.\n"
    "Exit status: 0 all done, 1 some inputs failed, 2 usage, 3 nothing usable, 130 interrupted.\n";

const char beginnings[] = "kibitzer reads backgammon matches, analyses them and writes reports. To begin with:\n\n"
                          "  kibitzer analyze FOLDER        analyse its matches; then open kibitzer-report/index.html\n"
                          "  kibitzer hint XGID             the best play, or the cube decision, of a position\n"
                          "  kibitzer study NAME            what costs a player most, and a quiz about it\n"
                          "  kibitzer convert A.mat A.sgf   from one format to another\n"
                          "  kibitzer transcribe A.kbt      type in a match; A.kbt keeps it\n\n"
                          "`kibitzer --help` lists all commands, `kibitzer help PR` explains a term of reports.\n";

/* clang-format off */
const struct manual manuals[] = {
    {
        .name = "analyze",
        .alias = "analyse",
        .usage = "[--level L] [--jobs N] [--out FOLDER] [--report FORMATS] PATH...\n"
                 "       kibitzer analyze --json FILE",
        .summary = "analyse matches and write reports",
        .description =
            "PATHs are match files or folders, which are searched recursively. Each match gets its reports in FOLDER,\n"
            "and index.html lists them all. Unreadable files are reported; the others are still analysed.\n"
            "Positions from one file (IDs, eXtreme Gammon's text) share a page, up to 500 of them.\n\n"
            "Analysed matches are stored in a collection, collection.db in FOLDER. The next run skips files it has already\n"
            "analysed with these settings, adds the new ones, and lists everything analysed so far in index.html,\n"
            "with a page for each player in players/.\n\n"
            "examples:\n  kibitzer analyze final.mat\n  kibitzer analyze --level 1ply --out reports matches/\n"
            "  kibitzer analyze --json final.mat | jq .statistics.players[0].overall\n",
    },
    {
        .name = "db",
        .usage =
            "alias|players|set|comment|mark|info|check|classify|duplicates|export|export-gnubg|forget|merge [--db PLACE] "
            "[--format FORMAT] [NAME...]",
        .summary = "manage a collection of analysed matches",
        .description =
            "alias NAME OTHER...   count the players called OTHER as NAME; --undo OTHER..., --suggest\n"
            "players               the players, their aliases and their numbers of matches\n"
            "set --date DATE --event TEXT --place TEXT FILE...   record when and where matches were played,\n"
            "                      overriding their files\n"
            "comment ADDRESS TEXT  comment on a decision (final.html#g2m26) or a match (final.html)\n"
            "mark ADDRESS MARK  mark a decision: very-bad bad doubtful interesting good very-good none\n"
            "info                  a summary of the collection\n"
            "check                 check that the collection is intact and that its files have not changed;\n"
            "                      missing files are listed but are not errors\n"
            "classify              update phases, plans and themes that were classified by older rules\n"
            "duplicates            list matches that may be the same: renamed, cut short, edited\n"
            "export --decisions FILE   write every decision as a row of CSV\n"
            "export-gnubg FILE     write a database for GNU Backgammon's record keeping (`relational`)\n"
            "forget FILE...        remove the matches read from these files\n"
            "merge DB...           add other collections, as if their files had been analysed here\n\n"
            "examples:\n  kibitzer db alias \"Ann Smith\" ann_s Ann_S.\n"
            "  kibitzer db merge --db all.db part1.db part2.db\n",
    },
    {
        .name = "report",
        .usage = "[--db PLACE] [--out FOLDER] [--report FORMATS] [--format FORMAT] [PAGE...]",
        .summary = "rewrite the pages of a collection",
        .description =
            "Writes the reports of every match in the collection, and index.html: in another format or style, with\n"
            "other options, or in another folder. Nothing is analysed, and pages that would not change are left\n"
            "alone. With PAGE... (final.html), writes only these pages and leaves the index as it is.\n\n"
            "examples:\n  kibitzer report --report pdf\n  kibitzer report --report sgf --out send league/final.html\n"
            "  kibitzer report --db postgresql:///club --out pages --player \"Ann;ann_s\"\n",
    },
    {
        .name = "convert",
        .usage = "[--from FORMAT] [--to FORMAT] IN [OUT]\n       kibitzer convert --to FORMAT --out FOLDER IN...",
        .summary = "convert files from one format to another",
        .description =
            "IN and OUT may be - for standard input and output. Several matches in one input become one document\n"
            "if the format allows it, otherwise numbered files. Information that a format cannot hold is reported as\n"
            "\"lost: ...\".\n\n"
            "examples:\n  kibitzer convert final.mat final.sgf\n  kibitzer convert --to json final.mat\n"
            "  kibitzer convert --to mat --out converted matches/\n"
            "  kibitzer convert --to ndjson matches/ - | jq -c .match.players\n"
            "  kibitzer convert --select 2.5 final.mat diagram.svg\n"
            "  kibitzer convert --boards errors --show-moves bad,very-bad final.sgf final.pdf\n"
            "  kibitzer convert final.sgf final.md\n",
    },
    {
        .name = "transcribe",
        .usage = "FILE\n       kibitzer transcribe FILE -o OUT\n       kibitzer transcribe --from-machine FILE -o OUT",
        .summary = "type in a match as it is played, in as few keystrokes as possible",
        .description =
            "Interactive: type names Ann, Bob and length 7, then for each turn the dice and enough of the play to identify\n"
            "it: 31 8 6, or 64 24/14; 52. for a forced play, 52? for a play nobody saw, d t p r for the cube and\n"
            "resignations. The board is drawn after each turn, and errors are reported at once, with the plays that would\n"
            "fit. undo, back N, delete and list edit earlier turns; the transcript, FILE, is saved after every line.\n"
            "Type help for a summary; see also docs/transcribe.md.\n\n"
            "With -o or -t there is no dialogue: FILE is read to its end, errors are marked, and the match is written\n"
            "in the format you choose.\n\n"
            "With --from-machine, FILE is what a camera or another machine saw, with probabilities. The most probable match\n"
            "is written, and --doubts lists the plies that a person should look at. --watch and --state follow a match live,\n"
            "until the end of the input or an interrupt.\n\n"
            "examples:\n  kibitzer transcribe final.kbt\n  kibitzer transcribe final.kbt -o final.mat\n"
            "  kibitzer convert final.xg final.kbt\n"
            "  kibitzer transcribe --from-machine seen.bgobs --doubts doubts.html -o final.mat\n"
            "  camera | kibitzer transcribe --from-machine - --watch live.html --state state.json\n",
    },
    {
        .name = "compare",
        .usage = "[--set SET --set SET] [--level L[,L]] [--settle[=full]] [--json|--output FILE] PATH...",
        .summary = "compare two analyses of a match; roll out the decisions they disagree about",
        .description =
            "Compares the analyses in a file (by eXtreme Gammon, GNU Backgammon, BGBlitz) with each other, or with\n"
            "kibitzer's own at --level if the file has only one. Two analyses disagree about a decision if they choose\n"
            "different plays or cube actions, or if their losses for the action taken differ by more than --above.\n"
            "--settle rolls out both candidates of the 30 largest disagreements with the same dice, up to 648 games each,\n"
            "until it is 95% certain which one is right; --settle=full all of them, up to 5184 games. The largest come\n"
            "first, and each result is reported at once; the totals show how much each side's choices lost.\n\n"
            "examples:\n  kibitzer compare final.xg\n  kibitzer compare --settle -o final.html final.xg\n"
            "  kibitzer compare --level 1ply,3ply --json final.mat\n"
            "  kibitzer compare --set 2ply --set 2ply@new.net --settle matches/\n",
    },
    {
        .name = "verify",
        .usage = "[--sample SHARE] [--json] REPORT... [FILE...]",
        .summary = "recompute the analyses in reports and compare",
        .description =
            "REPORTs are pages or JSON documents written by `analyze`, or folders of them. Each contains a certificate: the match with\n"
            "its analysis, the engine, the settings and the options. The match is analysed again, and every figure must be the same;\n"
            "then the report is written again and must be identical to the last byte, except for links to neighbouring pages.\n"
            "FILEs are matches: each report must be about one of them, and its comments and facts are compared too.\n"
            "The exit status is 1 if anything differs.\n\n"
            "examples:\n  kibitzer verify kibitzer-report/final.html\n  kibitzer verify final.html final.mat\n"
            "  kibitzer verify --sample 5% league/\n",
    },
    {
        .name = "info",
        .usage = "[--format FORMAT] PATH...",
        .summary = "show what is in match files",
        .description =
            "PATHs are files, folders, which are searched recursively, or - for standard input. JSON and NDJSON (a file a\n"
            "line) have all that was found; tables and CSV have a line for each match.\n",
    },
    {
        .name = "formats",
        .usage = "[--format FORMAT]",
        .summary = "list the formats that are read and written",
        .description =
            "Files are recognised by their content, whatever their extension. Holds shows how much one file can\n"
            "contain: positions, a game, a match or several matches (when written, if kibitzer writes the format).\n",
    },
    {
        .name = "levels",
        .usage = "[--format FORMAT]",
        .summary = "list the levels and their search depths",
        .description =
            "Filters choose the chequer plays to search more deeply, for each depth from 0: ACCEPT,EXTRA,THRESHOLD, as in\n"
            "analyze --filter. Noise is the standard deviation of a random error added to the winning chance.\n",
    },
    {
        .name = "glossary",
        .usage = "[--format FORMAT] [TERM...]",
        .summary = "explain the terms of reports, such as PR, EMG and take point",
        .description =
            "`kibitzer help TERM` does the same. Reports end with the terms that they use, and explain each where it stands.\n\n"
            "examples:\n  kibitzer help \"take point\"\n  kibitzer glossary --format md\n",
    },
    {
        .name = "schema",
        .usage = "[NAME]",
        .summary = "print the JSON Schema of a document, or list all documents",
        .description = "NAME is the name of a document: usually that of the command that prints it.\n"
                       "Titles and descriptions in a schema are for programs, and English in every language.\n",
    },
    {
        .name = "eval",
        .usage = "[--level L] [--format FORMAT] [ID...]",
        .summary = "evaluate positions for the player on roll, before rolling",
        .description =
            "ID is a GNU Backgammon Position ID (money play, cube in the middle), a pair PositionID:MatchID, an XGID or an OGID.\n"
            "Without IDs, reads them from standard input, one per line; empty lines and lines starting with # are skipped.\n"
            "Columns: id win win_g win_bg lose_g lose_bg cubeless cubeful (probabilities, normalised equities), and what\n"
            "follows for the score: match winning chances, gammon values, the take point (kibitzer-documents(5)).\n\n"
            "example:\n  kibitzer eval --level 1ply 4HPwATDgc/ABMA\n",
        .reads_stdin = true,
    },
    {
        .name = "hint",
        .usage = "[--level L] [--temperature | --scores] [--format FORMAT] [ID...]",
        .summary = "rank the plays of a roll, or judge the cube before it",
        .description =
            "ID is a pair PositionID:MatchID, an XGID, or a Position ID alone (money play, cube in the middle). With dice\n"
            "in it the plays are ranked, without them the cube decision is judged. Where a double is offered (dice \"D\";\n"
            "a beaver \"B\", a raccoon \"R\") the answers are judged: equities are those of the player who has to answer,\n"
            "with the cost of each wrong answer.\n"
            "On a terminal a board and a table with percentages are printed; elsewhere a plain table. With --temperature\n"
            "or --scores svg and html, also as the end of a file's name, draw the map of one position.\n"
            "--scores looks at each of 150 scores by itself, at the level given: seconds at 2ply.\n"
            "Without IDs, reads them from standard input, one per line; empty lines and lines starting with # are skipped.\n"
            "Columns: id, play (the best one, the verdict or the best answer), position_id_after (the opponent on roll),\n"
            "equity and other_equity: of the play; of no double and of double, take; of take and pass; of accept and refuse;\n"
            "then the same as match winning chances, and more (kibitzer-documents(5)). Below a cube action is how often the\n"
            "opponent would have to answer wrongly for a double to be as good.\n\n"
            "example:\n  kibitzer hint XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10\n",
        .reads_stdin = true,
        .bold = true,
    },
    {
        .name = "cube",
        .usage = "[--level L] [--format FORMAT] [--output FILE] [ID...]",
        .summary = "judge the cube of a position at every score to 15-away, and for money",
        .description =
            "ID is a pair PositionID:MatchID, an XGID, or a Position ID alone. Its board and cube are used, its\n"
            "dice are not; its score is marked in the map. Without IDs, reads them from standard input, one per line.\n"
            "Columns: id away opponent_away verdict no_double double_take double_pass (0 0 = money; normalised equities),\n"
            "differences, match winning chances, and more (kibitzer-documents(5)).\n"
            "svg and html, also as the end of a file's name, draw the map of one position.\n\n"
            "example:\n  kibitzer cube --output map.html XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10\n",
        .reads_stdin = true,
        .bold = true,
    },
    {
        .name = "rollout",
        .usage = "[options] [ID...]",
        .summary = "roll positions out: the plays of a roll, or the cube decision",
        .description =
            "ID is a pair PositionID:MatchID, an XGID, or a Position ID alone (money play, cube in the middle). With "
            "dice\n"
            "in it the best plays are rolled out, else \"no double\" and \"double, take\". All have the same dice.\n"
            "Without IDs, reads them from standard input, one per line; empty lines and lines starting with # are skipped.\n"
            "Equities are normalised to the cube before any double; errors are standard errors (68%). Chances are "
            "of\n"
            "games that are played on after a pass, whatever the cube did.\n\n"
            "examples:\n  kibitzer rollout XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10\n"
            "  kibitzer rollout --trials 5184 --level 1ply --stop-jsd 3 4HPwATDgc/ABMA:cAkAAAAAAAAA\n",
        .reads_stdin = true,
    },
    {
        .name = "duel",
        .usage = "--a SIDE --b SIDE [--games N] [--money|--match LENGTH]",
        .summary = "play a match between two levels, nets or programs",
        .description =
            "Games are played in pairs with the same dice, the sides changing places. Results are for side a, as played\n"
            "and with the luck of the dice removed, with their standard errors.\n\n"
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
        .name = "mcp",
        .usage = "[--root FOLDER] [--db PLACE]",
        .summary = "answer AI assistants through the Model Context Protocol",
        .description =
            "An assistant starts this program and calls its tools: analyse a match, rank plays, judge cubes, roll out, draw\n"
            "boards, look through a collection. All of them only read. docs/assistants.md shows how to add it to an\n"
            "assistant; requests are read from standard input, one per line.\n\n"
            "example:\n  kibitzer mcp --root matches --db kibitzer-report/collection.db\n",
    },
    {
        .name = "serve",
        .usage = "[--listen HOST:PORT] [--db PLACE] [--web FOLDER]",
        .summary = "answer programs over HTTP: analyses, hints, pictures, questions about a collection",
        .description =
            "Waits for requests until it is interrupted. Paths and what they take are in /openapi.json; what comes\n"
            "back is what the commands print. Options of the commands are members of the JSON that is sent, or\n"
            "stand in the query.\n\n"
            "example:\n  kibitzer serve --listen 127.0.0.1:8080\n",
    },
    {
        .name = "bearoff",
        .usage = "make (--one-sided 15xP | --two-sided NxP | --hyper N) FILE | show [--format FORMAT] ID...",
        .summary = "make exact databases for bear-offs and hypergammon; show the pips and rolls of a race",
        .description =
            "Sizes are chequers x points; FILE may be - for standard output. The files are those of GNU\n"
            "Backgammon's makebearoff and makehyper. --hyper 1 and 2 take seconds, 3 some minutes and 1 GB of\n"
            "memory; the same command continues where an interrupted one stopped. With --cube-limit, --hyper\n"
            "makes the equities near that limit, from the database of the game: for 3 chequers 290 MB up to\n"
            "limit 4, which take twice as long. Name the file hyper3-limit4.bd to have it found beside hyper3.bd.\n\n"
            "examples:\n  kibitzer bearoff make --one-sided 15x6 gnubg_os0.bd\n"
            "  kibitzer bearoff make --two-sided 6x6 gnubg_ts0.bd\n"
            "  kibitzer bearoff make --hyper 3 hyper3.bd\n"
            "  kibitzer bearoff make --hyper 3 --cube-limit 4 --hyper-database hyper3.bd hyper3-limit4.bd\n",
    },
    {
        .name = "bench",
        .usage = "[--json]",
        .summary = "measure the speed of evaluation and move generation",
        .description =
            "Measures processor time on one thread. The fingerprint is a sum of all evaluations: it changes only if the\n"
            "evaluator's results change.\n",
    },
    {
        .name = "board",
        .usage = "[-o FILE] [--theme THEME] [--bottom SIDE] [--size PIXELS] [--play PLAY] [ID...]",
        .summary = "draw positions as PNG, SVG, PDF, EPS or text",
        .description =
            "ID is a pair PositionID:MatchID, an XGID, or a Position ID alone (money play, cube in the middle).\n"
            "Without IDs, reads them from standard input, one per line; empty lines and lines starting with # are skipped.\n"
            "Player 1 is X of a Position ID and the bottom player of an XGID. As everywhere, the player who decides is at\n"
            "the bottom: the one on roll, after a double the one who is asked.\n\n"
            "examples:\n  kibitzer board 4HPwATDgc/ABMA\n"
            "  kibitzer board -o opening.svg --play \"8/5 6/5\" XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10\n",
        .reads_stdin = true,
    },
    {
        .name = "met",
        .usage = "list | show [--met NAME|FILE] [--score A-B] | convert --emg|--mwc --score A-B VALUE...",
        .summary = "show match equity tables, take points and gammon values",
        .description = "`list` names the built-in tables; `show` prints one, or with --score the chances needed to double and\n"
                       "to take at that score, for each cube value; `convert` turns equities into chances to win the match, or back.\n"
                       "Scores are points still needed.\n\n"
                       "examples:\n  kibitzer met show --met woolsey\n"
                       "  kibitzer met show --score 3-5 --gammons 27,25\n"
                       "  kibitzer met convert --score 3-5 --cube 2 --emg 0.25 +1\n",
    },
    {
        .name = "stats",
        .usage = "[--by WHAT|--sort WHAT] [--format table|csv|json|html] [NAME]",
        .summary = "show how well each player plays, over all matches in a collection",
        .description =
            "Figures are sums over decisions, never averages of rates. +- is half the 95% interval, estimated from the\n"
            "variation between matches; it needs at least three matches (or three games of a single match).\n"
            "Luck and result are percentages of match winning chances per finished match; docs/analysis.md defines\n"
            "every figure. Omissions are listed on standard error.\n"
            "--phase, --plan, --theme and --score restrict the figures to such decisions. With --kind or --errors-above\n"
            "other errors count as zero, so that PR shows the share of the errors chosen.\n"
            "`kibitzer league` is `kibitzer stats --sort points`.\n"
            "level-PR, chequer and cube at the end of a line show how players with the same PR do there.\n\n"
            "examples:\n  kibitzer stats\n  kibitzer stats Ann --by month --since 2024\n"
            "  kibitzer stats --player Ann --last 1000 --by phase -o ann.json\n",
    },
    {
        .name = "errors",
        .usage = "[--worst N] [--format table|html|pdf|csv|json|anki] [NAME]",
        .summary = "show the costliest decisions of a collection, as a table, cards, a quiz, a PDF or an Anki deck",
        .description =
            "`kibitzer quiz` is `kibitzer errors --quiz`, as a sheet of text unless -o or -t says otherwise.\n\n"
            "examples:\n  kibitzer errors Ann --quiz -o kibitzer-report/quiz.html\n"
            "  kibitzer errors --player Ann --kind cube --worst 100 -o ann.apkg\n",
    },
    {
        .name = "study",
        .usage = "[--quiz FILE] [--format table|html|pdf|markdown|json] [PLAYER]",
        .summary = "show what a player should study: where he loses more than others of his level",
        .description =
            "A leak is a phase, plan, cube action or theme in which the player loses more than players of the same PR.\n"
            "The three nearest are shown, each with its three costliest positions: a leak is sure if its 95% range is\n"
            "above zero, likely if its 80% range is, else weak. If none is sure, you see how many more decisions it\n"
            "would take to find a leak of 0.5 PR. docs/analysis.md, \"What to study\", explains the method. Without\n"
            "PLAYER the answer is about you, as set by `kibitzer config me NAMES`.\n\n"
            "examples:\n  kibitzer study Ann\n"
            "  kibitzer study Ann --quiz kibitzer-report/ann-quiz.html\n"
            "  kibitzer study Ann --since 2026-03     did it help?\n"
            "  kibitzer study Ann --event \"Nordic*\"  a tournament's review\n"
            "  kibitzer study Ann --reference         twelve positions that stand for most errors\n",
    },
    {
        .name = "book",
        .usage = "[--year YEAR] [--format pdf|epub|html] [--paper a5|a4] -o FILE [PLAYER]",
        .summary = "make a book of a player's year: figures, errors, a quiz, the best match",
        .description =
            "The year's figures and their trend, leaks, what became of a plan of study (`kibitzer study --plan`), the most\n"
            "instructive errors by theme, a quiz with answers at the end, the openings, the best match in full and a\n"
            "glossary. docs/lessons.md says which errors are the most instructive.\n\n"
            "examples:\n  kibitzer book --player Mira --year 2025 -o mira.pdf\n"
            "  kibitzer book Mira --year 2025 --language de -o mira.epub\n"
            "  kibitzer book Mira --since 2025-03 --until 2025-06 --paper a4 -o spring.pdf\n",
    },
    {
        .name = "find",
        .usage = "[--position ID|--like ID] [--phase PHASE] [--errors-above EMG] [ID] [NAME]",
        .summary = "find decisions in a collection: where a position occurred, and what it cost",
        .description =
            "An ID is the position (--position), a name the player (--player).\n\n"
            "examples:\n  kibitzer find 4HPwATDgc/ABMA --player Ann\n"
            "  kibitzer find --like 4HPwATDgc/ABMA --within 4\n"
            "  kibitzer find --player Ann --plan blitz --errors-above 0.1 -o blitz.csv\n",
    },
    {
        .name = "list",
        .usage = "[--output FILE] PATH...",
        .summary = "list files with their sizes and hashes, for --files-from",
        .description =
            "Prints a line for each file below the PATHs, including files in archives: its size, SHA-256 and name.\n"
            "In names \\n is a line feed, \\r a carriage return and \\\\ a backslash. With --files-from LIST, each of many\n"
            "tasks reads only the files in its own share, and files that have changed since are reported.\n\n"
            "examples:\n  kibitzer list --output all.list matches/\n"
            "  kibitzer analyze --files-from all.list --shard 3/16 --out part3\n",
    },
    {
        .name = "config",
        .usage = "[--format FORMAT] [SETTING [VALUE]]",
        .summary = "show or change your settings",
        .description =
            "me NAMES          who you are, \"Lasse, LMDN\": at the bottom of boards, first in the index, and the\n"
            "                  player that study is about\n"
            "level LEVEL       the level of analyze, hint, eval and cube\n"
            "analysis-level, hint-level, rollout-level, play-level LEVEL\n"
            "                  the levels of analyze; of hint, eval and cube; of rollouts; of external\n"
            "thresholds A,B,C  the losses from which errors are marked\n"
            "theme THEME       the colours of boards, on screen, on paper and in pictures: colour, print, light, dark, xg\n"
            "home SIDE         the side of the home boards: right, left\n"
            "colours C0,C1     the chequers of player 0 and player 1, as RRGGBB\n"
            "jacoby, beavers, crawford YES|NO\n"
            "                  rules, whatever inputs say\n"
            "cube-limit N      the highest value of the cube, or no\n"
            "language LANGUAGE\n"
            "                  the language of reports, tables, help and messages: en, de ...\n\n"
            "Without a value the setting is printed (exit status 3 if it is not set); \"\" removes it. Options on the command line override settings.\n"
            "The file is $XDG_CONFIG_HOME/kibitzer/config, or else ~/.config/kibitzer/config, with lines of name = \"value\".\n\n"
            "example:\n  kibitzer config me \"Lasse, LMDN\"\n",
        .mends_settings = true,
    },
    {
        .name = "completion",
        .usage = "bash|zsh|fish",
        .summary = "print a script with which a shell completes commands and options",
        .description = "example:\n  source <(kibitzer completion bash)\n",
        .own = completion_print,
    },
    {0},
};
