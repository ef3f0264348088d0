// The documents of kibitzer as types: what JSON.parse() makes of them. Written by tools/types_of_documents.py from the schemas.


export interface Sweeps {
    sweeps: number;
    /** expected limit of the error of any value */
    expected_error: number;
    last_change: number;
    /** the last change divided by the one before */
    rate: number | null;
}

export interface BearoffMadeAnswer {
    schema: "kibitzer/bearoff-made/1";
    file: string;
    kind: "one-sided" | "two-sided" | "hyper";
    chequers: number;
    /** of races */
    board_points?: number;
    /** of a two-sided one: four equities a position, not one */
    cubeful?: boolean;
    /** of a one-sided one: with the rolls to save the gammon */
    gammons?: boolean;
    compressed?: boolean;
    /** means and deviations instead of distributions */
    normal?: boolean;
    /** sweeps already made in the saved state */
    continued_from?: number;
    equities?: Sweeps;
    chances?: Sweeps;
    /** values up to this limit of the cube */
    cube_limit?: number;
    /** over all positions */
    sweeps?: number;
    /** expected limit of the error of any value */
    expected_error?: number;
}

export interface RaceSide {
    /** pip count */
    pips: number;
    /** effective pip count */
    epc: number;
    /** EPC less pips */
    wastage: number;
    /** mean number of rolls */
    mean_rolls: number;
    /** standard deviation of the number of rolls */
    deviation: number;
    /** from a database; else by the net of races */
    exact: boolean;
}

export interface Race {
    on_roll: RaceSide;
    opponent: RaceSide;
}

export interface BearoffRecord {
    schema: "kibitzer/bearoff/1";
    /** as given */
    id: string;
    /** chance to win */
    win?: number;
    /** to win a gammon or a backgammon */
    win_g?: number;
    /** to win a backgammon */
    win_bg?: number;
    /** to lose a gammon or a backgammon */
    lose_g?: number;
    /** to lose a backgammon */
    lose_bg?: number;
    race?: Race;
    /** chance of needing 0, 1, 2 ... rolls, of the player on roll */
    rolls?: Array<number>;
    opponent_rolls?: Array<number>;
    /** money equity of the player on roll before rolling */
    cubeless?: number;
    /** money equity of the player on roll before rolling */
    owned?: number;
    /** money equity of the player on roll before rolling */
    centred?: number;
    /** money equity of the player on roll before rolling */
    jacoby?: number;
    /** money equity of the player on roll before rolling */
    opponent_owns?: number;
    /** of the position and its rules, however they were given; without the variation and a resignation */
    xgid: string;
}

export interface Kernel {
    contact: number;
    past: number;
    left_behind: number;
    back: number;
    race: number;
}

export interface BenchAnswer {
    schema: "kibitzer/bench/1";
    /** candidate lists of games, move generation included, one thread */
    static_evaluations_per_second: number;
    moves_generated_per_second: number;
    rolls_generated_per_second: number;
    play_0ply_ms: number;
    cube_0ply_ms: number;
    play_1ply_ms: number;
    cube_1ply_ms: number;
    play_2ply_ms: number;
    cube_2ply_ms: number;
    static_evaluations_per_second_of_kernels: Record<string, Kernel>;
    kernel: string;
    /** of what was evaluated: the same on every machine */
    fingerprint: string;
}

export interface Picture {
    /** as given */
    id: string;
    /** of the position and its rules, however they were given; without the variation and a resignation */
    xgid: string;
    format: "png" | "svg" | "pdf" | "eps" | "txt";
    /** where it is, with --output */
    file?: string;
    /** the picture, where it is text and there is no --output */
    text?: string;
    /** the same of png and pdf */
    base64?: string;
}

export interface BoardAnswer {
    schema: "kibitzer/board/1";
    pictures: Array<Picture>;
}

export interface ComparedMatch {
    file: string;
    /** of the match in its file, from 1 */
    number: number;
    players: Array<string | null>;
    /** who is compared */
    a: string;
    b: string;
    /** the players' PR by a; null = no decision that counts */
    pr_a: Array<number | null>;
    /** the same by b */
    pr_b: Array<number | null>;
}

export interface View {
    /** its choice */
    best: string | null;
    /** of its best */
    level: string | null;
    /** EMG, by what was played */
    lost: number | null;
    /** EMG: how much better its choice is than the other's; null = not searched as deeply */
    over: number | null;
}

export interface Settled {
    /** a, b, even (equally good, or nearly), open (undecided after the last trial) or impossible */
    right: string | null;
    /** of each of the two candidates */
    trials: number;
    /** EMG: a's choice less b's; if both choose alike, the loss of the play made */
    difference: number | null;
    standard_error: number | null;
    /** half of the 95% interval, over all looks */
    interval: number | null;
}

export interface Disagreement {
    xgid: string;
    /** of `matches`, from 0 */
    match_index: number;
    game: number;
    move: number;
    /** who decides: 0 or 1 */
    player: number;
    /** play, double, or take or pass */
    kind: string;
    phase: string;
    plan: string;
    played: string | null;
    a: View;
    b: View;
    /** their choices differ, and each finds its own better */
    about_choice: boolean;
    /** EMG, the greater of: the loss that one sees in the other's choice; the difference of their losses */
    difference: number | null;
    settled: Settled | null;
}

export interface ComparedTotal {
    /** what groups: all, about, kind, level, phase, plan */
    by: string;
    group: string;
    /** compared */
    decisions: number;
    disagreements: number;
    about_choice: number;
    a_right?: number;
    b_right?: number;
    even?: number;
    open?: number;
    /** EMG per 100 disagreements about the choice that were rolled out, by choices that were wrong */
    a_lost?: number;
    b_lost?: number;
    /** what a's choices are better by, likewise */
    a_less_b?: number;
    /** half of its 95% interval; null below three */
    a_less_b_interval?: number;
}

export interface CompareAnswer {
    schema: "kibitzer/compare/1";
    /** null: no match was compared */
    a: string | null;
    b: string | null;
    /** losses that differ by more are a disagreement */
    above: number;
    /** the stronger player, of a match equity table for unequal players */
    stronger?: string;
    /** how; null = nothing was settled */
    rolled_out: string | null;
    matches: Array<ComparedMatch>;
    /** compared */
    decisions: number;
    /** the greatest first */
    disagreements: Array<Disagreement>;
    totals: Array<ComparedTotal>;
}

export interface ConfigAnswer {
    schema: "kibitzer/config/1";
    /** where the settings are; null: neither XDG_CONFIG_HOME nor HOME is set */
    file: string | null;
    /** all of them, or the one that was named; null: not set */
    settings: Record<string, string | null>;
}

export interface CubeAction {
    /** of an ID without dice, for the cube decision before the roll */
    verdict: string;
    no_double: number | null;
    /** null where there may be no double, or it does not matter */
    double_take: number | null;
    double_pass: number | null;
    /** to the best action; above zero what only a wrong answer of the opponent would give */
    no_double_difference: number | null;
    double_take_difference: number | null;
    double_pass_difference: number | null;
    no_double_mwc?: number;
    double_take_mwc?: number;
    double_pass_mwc?: number;
    /** equity without the cube */
    cubeless: number | null;
    /** share of wrong answers that would make a double, or playing on, as good as the proper action */
    bluff: number | null;
    /** equity without a cube, for money */
    cubeless_money: number;
    /** what a gammon is worth with the cube as it stands; money: 0.5, and 0 where Jacoby's rule counts none */
    gammon_value: number;
    /** of the opponent's */
    opponent_gammon_value: number;
    /** the winning chance that a double by the player on roll leaves the taker to need, with the gammons there are, if the cube is not turned again; null where there may be no double */
    take_point_dead: number | null;
    /** the same of a cube that is turned at the best moment */
    take_point_live: number | null;
}

export interface CubeScore {
    /** points that the player on roll needs; 1 = after the Crawford game */
    away: number;
    opponent_away: number;
    /** of an ID without dice, for the cube decision before the roll */
    verdict: string;
    no_double: number | null;
    /** null where there may be no double, or it does not matter */
    double_take: number | null;
    double_pass: number | null;
    /** to the best action; above zero what only a wrong answer of the opponent would give */
    no_double_difference: number | null;
    double_take_difference: number | null;
    double_pass_difference: number | null;
    no_double_mwc?: number;
    double_take_mwc?: number;
    double_pass_mwc?: number;
    /** equity without the cube */
    cubeless: number | null;
    /** share of wrong answers that would make a double, or playing on, as good as the proper action */
    bluff: number | null;
    /** equity without a cube, for money */
    cubeless_money: number;
    /** what a gammon is worth with the cube as it stands; money: 0.5, and 0 where Jacoby's rule counts none */
    gammon_value: number;
    /** of the opponent's */
    opponent_gammon_value: number;
    /** the winning chance that a double by the player on roll leaves the taker to need, with the gammons there are, if the cube is not turned again; null where there may be no double */
    take_point_dead: number | null;
    /** the same of a cube that is turned at the best moment */
    take_point_live: number | null;
}

export interface CubeRecord {
    schema: "kibitzer/cube/1";
    /** as given */
    id: string;
    /** of the position and its rules, however they were given; without the variation and a resignation */
    xgid: string;
    level: string;
    money: CubeAction;
    /** every score from 1 to 15 away */
    scores: Array<CubeScore>;
    /** the stronger player, of a match equity table for unequal players: on-roll, opponent, X or O */
    stronger?: string;
}

export interface AliasResult {
    name: string;
    result: "done" | "unknown" | "already so" | "failed";
}

export interface DbAlias {
    schema: "kibitzer/db/1";
    /** the file, or the URL without its password */
    collection: string;
    chore: "alias";
    /** of aliases made or removed */
    names: Array<AliasResult>;
}

export interface SuggestedAlias {
    name: string;
    /** that differs only by capitals, accents or punctuation */
    other: string;
}

export interface DbAliasSuggestions {
    schema: "kibitzer/db/1";
    /** the file, or the URL without its password */
    collection: string;
    chore: "alias";
    /** of --suggest */
    suggestions: Array<SuggestedAlias>;
}

export interface StoredPlayer {
    name: string;
    /** the name that an alias counts as; null = its own */
    counted_as: string | null;
    /** under this name */
    matches: number;
}

export interface DbPlayers {
    schema: "kibitzer/db/1";
    /** the file, or the URL without its password */
    collection: string;
    chore: "players";
    /** by person, each before the aliases */
    players: Array<StoredPlayer>;
}

export interface DbEngine {
    engine: string | null;
    version: string | null;
    level: string | null;
    analyses: number;
}

export interface DbInfo {
    schema: "kibitzer/db/1";
    /** the file, or the URL without its password */
    collection: string;
    chore: "info";
    /** of the collection's tables */
    version: number;
    /** as in the library, in exports and in figures of players */
    matches: number;
    /** incomplete copies of other matches; not included in the other numbers */
    cut_short: number;
    /** records without a decision: single positions, which do not count as matches, and empty matches */
    positions: number;
    games: number;
    decisions: number;
    players: number;
    aliases: number;
    files: number;
    different_files: number;
    analyses: number;
    /** analyses with all candidates of errors only */
    keep_errors: number;
    /** analyses with the best play and the play made only */
    keep_none: number;
    analysed_by: Array<DbEngine>;
    /** shares of the work that are not yet complete */
    missing_shares: Array<string>;
}

export interface DbCheck {
    schema: "kibitzer/db/1";
    /** the file, or the URL without its password */
    collection: string;
    chore: "check";
    /** one line each, including files changed since they were analysed */
    faults: Array<string>;
    /** missing files, which are not errors */
    gone: Array<string>;
}

export interface DbClassify {
    schema: "kibitzer/db/1";
    /** the file, or the URL without its password */
    collection: string;
    chore: "classify";
    /** with updated phases, plans and themes */
    matches: number;
}

export interface Suspect {
    path: string;
    /** of its bytes */
    sha256: string;
    /** first difference from the first file; empty = none, or this is the first file */
    difference: string;
}

export interface Suspects {
    why: string;
    files: Array<Suspect>;
}

export interface DbDuplicates {
    schema: "kibitzer/db/1";
    /** the file, or the URL without its password */
    collection: string;
    chore: "duplicates";
    /** by reason, the strongest first; each set of files is listed once */
    groups: Array<Suspects>;
}

export interface DbExport {
    schema: "kibitzer/db/1";
    /** the file, or the URL without its password */
    collection: string;
    chore: "export";
    output: string;
    matches: number;
    decisions: number;
    /** with --tables */
    games?: number;
    /** likewise */
    players?: number;
    /** likewise */
    candidates?: number;
}

export interface DbExportGnubg {
    schema: "kibitzer/db/1";
    /** the file, or the URL without its password */
    collection: string;
    chore: "export-gnubg";
    output: string;
    matches: number;
}

export interface Forgotten {
    /** as given */
    file: string;
    known: boolean;
}

export interface DbForget {
    schema: "kibitzer/db/1";
    /** the file, or the URL without its password */
    collection: string;
    chore: "forget";
    files: Array<Forgotten>;
}

export interface Merged {
    from: string;
    matches: number;
    /** those already in the collection */
    known: number;
}

export interface DbMerge {
    schema: "kibitzer/db/1";
    /** the file, or the URL without its password */
    collection: string;
    chore: "merge";
    merged: Array<Merged>;
    /** shares of the work that are not yet complete */
    missing_shares: Array<string>;
}

export interface MatchesSet {
    /** as given */
    file: string;
    /** that were changed */
    matches: number;
}

export interface DbSet {
    schema: "kibitzer/db/1";
    /** the file, or the URL without its password */
    collection: string;
    chore: "set";
    files: Array<MatchesSet>;
}

export interface DbComment {
    schema: "kibitzer/db/1";
    /** the file, or the URL without its password */
    collection: string;
    chore: "comment";
    address: string;
}

export interface DbMark {
    schema: "kibitzer/db/1";
    /** the file, or the URL without its password */
    collection: string;
    chore: "mark";
    address: string;
    mark: "none" | "doubtful" | "bad" | "very-bad" | "interesting" | "good" | "very-good";
}

export interface DoubtAlternative {
    /** play, double, take, drop, resign ..., nothing */
    action: string;
    /** null where no dice belong to it */
    dice: Array<number> | null;
    /** of plays */
    play: string | null;
    share: number;
    /** before it */
    xgid: string | null;
}

export interface Doubt {
    /** from 1 */
    game: number;
    /** as in reports */
    move: number;
    /** 0 or 1 */
    player: number | null;
    /** play, double, take, drop, resign ..., nothing */
    action: string;
    /** null where no dice belong to it */
    dice: Array<number> | null;
    /** of plays */
    play: string | null;
    certainty: number;
    /** of the video */
    time: number | null;
    /** of the observation, from 0: what a correction names in "of" */
    line: number;
    /** before it */
    xgid: string | null;
    /** the likeliest ones, with their probabilities */
    others: Array<DoubtAlternative>;
}

export interface DoubtsAnswer {
    schema: "kibitzer/doubts/1";
    player: Array<string>;
    /** its address */
    media: string | null;
    /** of the match */
    plies: number;
    sure: number;
    /** in the order of the match */
    doubts: Array<Doubt>;
}

export interface DuelAnswer {
    schema: "kibitzer/duel/1";
    a: string;
    b: string;
    /** money games or matches played */
    games: number;
    /** 0 = money play */
    match_length: number;
    /** of a: points a game, or matches won (-1 to 1) */
    mean_result: number | null;
    /** null with a single pair of games */
    mean_result_standard_error: number | null;
    /** the same less luck */
    luck_adjusted_result: number | null;
    /** null with a single pair of games */
    luck_adjusted_standard_error: number | null;
}

export interface Alternative {
    action: string;
    /** of the player who decides */
    equity: number | null;
    /** compared with the best play: 0 or negative */
    difference: number | null;
    /** at the first place */
    played: boolean;
}

export interface Place {
    /** the match's key in the collection */
    match: string;
    /** the name of its pages */
    page: string;
    /** from 1 */
    game: number;
    /** its number in the game */
    move: number;
    /** yyyy, yyyy-mm or yyyy-mm-dd */
    date: string | null;
    event: string | null;
    player: string;
    opponent: string;
    /** what was played */
    action: string;
    error: number;
    /** match winning chances; points in money play */
    error_mwc: number | null;
}

export interface CostlyQuestion {
    /** of the question: the same in every collection */
    key: string;
    /** the decision */
    question: string;
    /** chequer play, missed double, missed cash (played on), double too early, double when too good, wrong take, wrong pass */
    kind: string;
    phase: string | null;
    plan: string | null;
    /** why it was an error at the first place; null = no reason found (docs/lessons.md) */
    why: string | null;
    /** its themes: docs/lessons.md */
    themes: Array<string>;
    xgid: string;
    best: string | null;
    /** the costliest place's */
    error: number;
    /** of all places */
    total_error: number;
    /** best first */
    alternatives: Array<Alternative>;
    /** the costliest first */
    places: Array<Place>;
}

export interface ErrorsAnswer {
    schema: "kibitzer/errors/1";
    /** of sentences: `why`, `question`; left out: English */
    language?: string;
    /** the costliest first */
    errors: Array<CostlyQuestion>;
    /** matching places beyond --worst */
    more: number;
}

export interface EvalRecord {
    schema: "kibitzer/eval/1";
    /** as given */
    id: string;
    /** of the position and its rules, however they were given; without the variation and a resignation */
    xgid: string;
    level: string;
    /** chance to win */
    win: number;
    /** to win a gammon or a backgammon */
    win_g: number;
    /** to win a backgammon */
    win_bg: number;
    /** to lose a gammon or a backgammon */
    lose_g: number;
    /** to lose a backgammon */
    lose_bg: number;
    /** equity without a cube */
    cubeless: number | null;
    /** equity with it */
    cubeful: number | null;
    /** match winning chance with the cube; in matches only */
    mwc?: number;
    /** likewise without it */
    cubeless_mwc?: number;
    /** equity without a cube, for money */
    cubeless_money: number;
    /** what a gammon is worth with the cube as it stands; money: 0.5, and 0 where Jacoby's rule counts none */
    gammon_value: number;
    /** of the opponent's */
    opponent_gammon_value: number;
    /** the winning chance that a double by the player on roll leaves the taker to need, with the gammons there are, if the cube is not turned again; null where there may be no double */
    take_point_dead: number | null;
    /** the same of a cube that is turned at the best moment */
    take_point_live: number | null;
    /** why there are no equities: nothing is at stake, as winning and losing are worth the same at this score */
    reason?: string;
    /** where the position is a race */
    race?: Race;
    /** what of --noise, --cubeless and --filter the figures have; absent: nothing */
    settings?: string;
    /** the stronger player, of a match equity table for unequal players: on-roll, opponent, X or O */
    stronger?: string;
}

export interface ExternalAnswer {
    schema: "kibitzer/external/1";
    listen: string;
    level: string;
    connections: number;
    /** requests */
    answered: number;
    /** requests that could not be answered */
    refused: number;
}

export interface FoundDecision {
    /** distance from --like; only if it is given */
    distance?: number;
    /** EMG; null = not judged */
    error: number | null;
    /** play, no double, double, take or pass */
    kind: string;
    dice: number | null;
    /** what was played */
    action: string;
    best: string | null;
    /** who decides */
    player: string;
    opponent: string;
    /** yyyy, yyyy-mm or yyyy-mm-dd */
    date: string | null;
    /** the match's key in the collection */
    match: string;
    /** the name of its pages */
    page: string;
    /** from 1 */
    game: number;
    /** its number in the game */
    move: number;
    /** Position ID, seen by the player on roll */
    position_id: string;
    /** GNU Backgammon's: score, cube, dice and whose turn it is */
    gnubg_match_id: string;
    phase: string | null;
    plan: string | null;
    /** its themes: docs/lessons.md */
    themes: Array<string>;
}

export interface FindAnswer {
    schema: "kibitzer/find/1";
    /** all that fit */
    met: number;
    /** of them with an error */
    erred: number;
    /** EMG, of all */
    lost: number;
    /** the first --most, by distance, date and order of play */
    decisions: Array<FoundDecision>;
}

export interface Format {
    /** what --from, --to and --report take */
    name: string;
    title: string;
    reads: boolean;
    writes: boolean;
    /** how much one file can hold: position, game, match or matches */
    holds: string;
    /** of its files, without the dot */
    extensions: Array<string>;
    /** what --style takes */
    styles: Array<string>;
}

export interface FormatsAnswer {
    schema: "kibitzer/formats/1";
    formats: Array<Format>;
}

export interface Term {
    /** as a heading */
    term: string;
    /** a sentence or two: meaning, unit, viewpoint */
    meaning: string;
    /** its other forms; one that begins with a small letter may begin with a capital one too */
    forms: Array<string>;
}

export interface GlossaryAnswer {
    schema: "kibitzer/glossary/1";
    terms: Array<Term>;
}

export interface Look {
    /** search depth */
    plies: number;
    /** with the cube; null if nothing is at stake */
    equity: number | null;
    /** without it */
    cubeless: number | null;
    /** chance to win */
    win: number;
    /** to win a gammon or a backgammon */
    win_g: number;
    /** to win a backgammon */
    win_bg: number;
    /** to lose a gammon or a backgammon */
    lose_g: number;
    /** to lose a backgammon */
    lose_bg: number;
    /** equity that the play is worse than the best of all; a guess where it was looked at less deeply */
    behind: number | null;
    /** match winning chance; in matches only */
    mwc?: number;
    /** of all plays, the best is 1 */
    rank: number;
}

export interface RankedPlay {
    play: string;
    /** seen by the opponent, who is then on roll */
    position_id_after: string;
    /** search depth */
    plies: number;
    /** with the cube; null if nothing is at stake */
    equity: number | null;
    /** without it */
    cubeless: number | null;
    /** chance to win */
    win: number;
    /** to win a gammon or a backgammon */
    win_g: number;
    /** to win a backgammon */
    win_bg: number;
    /** to lose a gammon or a backgammon */
    lose_g: number;
    /** to lose a backgammon */
    lose_bg: number;
    /** equity that the play is worse than the best of all; a guess where it was looked at less deeply */
    behind: number | null;
    /** match winning chance; in matches only */
    mwc?: number;
    /** of all plays, the best is 1 */
    rank: number;
    /** equity without a cube, for money */
    cubeless_money: number;
    /** at the level of --again */
    again?: Look;
}

export interface Reply {
    /** of the player who answers */
    equity: number;
    /** against the best answer */
    cost: number;
    /** match winning chance; in matches only */
    mwc?: number;
}

export interface HintRecord {
    schema: "kibitzer/hint/1";
    /** as given */
    id: string;
    /** of the position and its rules, however they were given; without the variation and a resignation */
    xgid: string;
    /** of an ID with dice */
    dice?: Array<number>;
    /** best first; empty if no play is legal; with --plays those alone */
    plays?: Array<RankedPlay>;
    again_level?: string;
    /** points offered, in units of the cube; only if the ID has a pending resignation, seen by the player who answers */
    resigned?: number;
    /** of an ID without dice, for the cube decision before the roll */
    verdict?: string;
    no_double?: number | null;
    /** null where there may be no double, or it does not matter */
    double_take?: number | null;
    double_pass?: number | null;
    /** to the best action; above zero what only a wrong answer of the opponent would give */
    no_double_difference?: number | null;
    double_take_difference?: number | null;
    double_pass_difference?: number | null;
    no_double_mwc?: number;
    double_take_mwc?: number;
    double_pass_mwc?: number;
    /** equity without the cube */
    cubeless?: number | null;
    /** share of wrong answers that would make a double, or playing on, as good as the proper action */
    bluff?: number | null;
    /** only if the ID has a pending resignation, double, beaver or raccoon; seen by the player who answers, in units of the cube before the double */
    answer?: "accept" | "refuse" | "take" | "pass" | "beaver" | "raccoon";
    accept?: Reply;
    refuse?: Reply;
    take?: Reply;
    pass?: Reply;
    beaver?: Reply;
    raccoon?: Reply;
    /** chance to win */
    win?: number;
    /** to win a gammon or a backgammon */
    win_g?: number;
    /** to win a backgammon */
    win_bg?: number;
    /** to lose a gammon or a backgammon */
    lose_g?: number;
    /** to lose a backgammon */
    lose_bg?: number;
    /** search depth */
    plies?: number;
    /** equity without a cube, for money */
    cubeless_money?: number;
    /** what a gammon is worth with the cube as it stands; money: 0.5, and 0 where Jacoby's rule counts none */
    gammon_value?: number;
    /** of the opponent's */
    opponent_gammon_value?: number;
    /** the winning chance that a double by the player on roll leaves the taker to need, with the gammons there are, if the cube is not turned again; null where there may be no double */
    take_point_dead?: number | null;
    /** the same of a cube that is turned at the best moment */
    take_point_live?: number | null;
    /** where the position is a race */
    race?: Race;
    /** what of --noise, --cubeless and --filter the figures have; absent: nothing */
    settings?: string;
    /** the stronger player, of a match equity table for unequal players: on-roll, opponent, X or O */
    stronger?: string;
}

export interface HeldAnalysis {
    engine: string | null;
    version: string | null;
    level: string | null;
}

export interface HeldSignature {
    /** what is signed: match or analysis */
    of: string;
    /** the name that the file gives the key */
    key: string | null;
}

export interface HeldMatch {
    /** the match's key in collections; null: a position */
    match: string | null;
    /** names; player 0 first */
    players: Array<string>;
    /** points; 0 = money session */
    length: number;
    /** final score, in the order of the players */
    score: Array<number>;
    games: number;
    /** plays, rolls, cube actions and other recorded events */
    events: number;
    /** yyyy, yyyy-mm or yyyy-mm-dd */
    date: string | null;
    /** the file's text if it is not a date, or is ambiguous: 03/04/2009 */
    date_text: string | null;
    event: string | null;
    round: string | null;
    place: string | null;
    /** the program that wrote the file */
    generator: string | null;
    /** that the file holds */
    analyses: Array<HeldAnalysis>;
    /** of OGXM files; they are kept, but not checked */
    signatures: Array<HeldSignature>;
}

export interface Diagnostic {
    severity: "note" | "warning" | "error";
    /** from 1; 0 = not known */
    line: number;
    /** from 1; 0 = not known */
    column: number;
    /** in bytes, of files that are not text */
    offset?: number;
    message: string;
}

export interface InfoRecord {
    schema: "kibitzer/info/1";
    /** of a member of an archive: archive.zip/name */
    path: string;
    /** null where nothing could be read */
    format: string | null;
    matches: Array<HeldMatch>;
    warnings: number;
    /** what was refused */
    errors: number;
    diagnostics: Array<Diagnostic>;
}

export interface JobAnswer {
    schema: "kibitzer/job/1";
    /** of the content and the settings: the same ones have the same key */
    key: string;
    state: "waiting" | "running" | "done" | "failed" | "cancelled";
    /** from 0 to 1 */
    done: number;
    doing?: string;
    /** where the answer is */
    result?: string;
    /** the address of its changes: text/event-stream, each event a document like this one */
    events?: string;
    /** why it failed */
    problem?: string;
    /** what was said about the input, once it is over */
    messages?: Array<string>;
}

export interface LeaguePlace {
    /** tied players share a rank; null = too few decisions, or no finished match */
    rank: number | null;
    /** of the player; aliases count under one name */
    name: string;
    matches_won: number;
    matches_lost: number;
    /** made in finished matches */
    points: number;
    points_against: number;
    /** performance rating: 500 times the EMG lost per counted decision */
    pr: number | null;
    /** half of the 95% interval; null below three units */
    pr_interval: number | null;
    /** that count for the performance rating */
    decisions: number;
    /** match winning chances won per match, without luck */
    result_less_luck: number | null;
    /** within these matches; everybody starts at 1500 */
    elo: number | null;
}

export interface LeftOut {
    /** matches */
    not_analysed: number;
    /** sides of matches whose player is not named */
    unnamed: number;
    /** undated matches, if a date was asked for */
    undated: number;
    /** matches without a winner: left out of results, luck and losses per match */
    abandoned: number;
    /** games abandoned or resigned although not lost: left out of results and luck */
    given_away: number;
    /** money sessions, of a league: left out of every figure */
    sessions: number;
}

export interface LeagueAnswer {
    schema: "kibitzer/league/1";
    /** as requested; null = all events */
    event: string | null;
    /** the order: pr, won, points, luck, elo or name */
    sort: string;
    /** needed for a rank */
    min_decisions: number;
    /** that were finished */
    matches: number;
    /** by rank; unranked players last */
    players: Array<LeaguePlace>;
    /** What is in no figure. */
    left_out: LeftOut;
}

export interface Filter {
    /** best plays that are always searched further; null: all */
    accept: number | null;
    /** other plays that are searched further if close enough */
    extra: number;
    /** how close to the best: EMG */
    threshold: number;
}

export interface Level {
    /** what --level takes */
    name: string;
    /** as GNU Backgammon counts: 0 is the net alone */
    plies: number;
    cubeful: boolean;
    /** standard deviation of the error that is added to the winning chance */
    noise: number;
    /** the last ply is searched only if a choice is this close; 0 = always */
    close: number;
    /** for each depth from 0, which plays are searched one ply deeper */
    filters: Array<Filter>;
}

export interface LevelsAnswer {
    schema: "kibitzer/levels/1";
    levels: Array<Level>;
}

export interface ListedFile {
    /** as analyze takes it; of a member of an archive ARCHIVE/MEMBER */
    path: string;
    bytes: number;
    sha256: string;
}

export interface ListAnswer {
    schema: "kibitzer/list/1";
    files: Array<ListedFile>;
}

export interface MatchPlayer {
    name: string;
    /** as in the file */
    rating: string | null;
    /** likewise */
    experience: string | null;
}

export interface MatchRules {
    variant: "backgammon" | "nackgammon" | "hypergammon1" | "hypergammon2" | "hypergammon3";
    /** is in use */
    cube: boolean;
    /** its highest value; absent: no limit */
    cube_limit?: number;
    crawford: boolean;
    /** null = not given in the source */
    jacoby: boolean | null;
    beavers: boolean;
    /** false: a beaver may not be raised; absent: as beavers */
    raccoons?: boolean;
    automatic_doubles: boolean;
}

export interface MatchClock {
    /** delay, bronstein or fischer; unsaid: `delay` is the time for a move, but the file does not say how it counts */
    kind: string | null;
    /** of each player, for the match */
    reserve: number | null;
    /** of a move, before the reserve runs */
    delay: number | null;
    /** to the reserve, with every move */
    increment: number | null;
    /** as the source calls it */
    name: string | null;
}

export interface MatchVideo {
    /** address */
    url: string | null;
    /** it is broadcast while it is played */
    live: boolean;
}

export interface MatchTag {
    /** the program that uses this word; null = all */
    format: string | null;
    name: string;
    values: Array<string>;
}

export interface MatchAnalysis {
    engine: string | null;
    version: string | null;
    level: string | null;
    /** everything needed to repeat it */
    settings: string | null;
    met: string | null;
    /** of doubtful, bad, very bad */
    thresholds: Array<number | null>;
}

export interface MatchWarning {
    severity: "warning" | "error";
    /** from 1; 0 = not known */
    line: number;
    /** likewise */
    column: number;
    message: string;
}

export interface Match {
    /** of players, rules, dice and plays, with player 0 as here: what `match` is in other documents; null for positions */
    key: string | null;
    format: string | null;
    /** the program that wrote the file */
    generator: string | null;
    /** player 0 and player 1, in the file's order */
    players: Array<MatchPlayer>;
    /** points; 0 = money session */
    length: number;
    games: number;
    rules: MatchRules;
    /** yyyy, yyyy-mm or yyyy-mm-dd */
    date: string | null;
    /** the file's text if it is not a date, or is ambiguous */
    date_text: string | null;
    time: string | null;
    event: string | null;
    round: string | null;
    place: string | null;
    site: string | null;
    /** of the site where it was played */
    match_id: string | null;
    annotator: string | null;
    comment: string | null;
    /** In seconds. */
    clock?: MatchClock;
    video?: MatchVideo;
    tags: Array<MatchTag>;
    /** the one shown; null = none */
    analysis: MatchAnalysis | null;
    /** warnings and notes about the file */
    warnings: Array<MatchWarning>;
}

export interface PlayByScore {
    /** a letter, as below */
    money: string;
    /** one text for each score of the player on roll, from 1-away, with a letter for each score of the opponent: A is the first of `plays`; a small letter: the next play is within 0.01; -: nothing is at stake; ?: none of these */
    away: Array<string>;
    /** that are best at some score */
    plays: Array<string>;
}

export interface Probabilities {
    win: number;
    /** or backgammon */
    win_g: number;
    win_bg: number;
    lose: number;
    /** or backgammon */
    lose_g: number;
    lose_bg: number;
}

export interface MatchLevel {
    kind: "none" | "ply" | "rollout" | "book" | "exact" | "other";
    /** as GNU Backgammon counts: 0 = the bare net */
    plies: number;
    /** as eXtreme Gammon counts: one more */
    xg_plies: number;
    cubeful: boolean;
    /** of rollouts */
    trials?: number;
    /** as the source calls it */
    name?: string;
}

export interface StandardError {
    probabilities: Probabilities | null;
    equity: number | null;
    cubeless_equity: number | null;
}

export interface Decider {
    level: MatchLevel;
}

export interface RolloutPlayers {
    chequer: Decider;
    cube: Decider;
}

export interface Rollout {
    variance_reduction: boolean;
    /** each first roll equally often */
    quasi_random: boolean;
    /** no doublet as first roll */
    opening: boolean;
    /** where a database knows the cube too */
    stop_two_sided: boolean;
    stop_one_sided: boolean;
    /** half-rolls; 0 = games are played out */
    truncation: number;
    /** half-roll from which `late` applies; 0 = never */
    late_from: number;
    min_trials?: number;
    max_trials?: number;
    seed: number;
    /** their generator, as the source calls it */
    dice?: string;
    early?: RolloutPlayers;
    late?: RolloutPlayers;
    last?: RolloutPlayers;
}

export interface Candidate {
    /** from 1 */
    rank: number;
    /** null = nothing is moved */
    play: string | null;
    played: boolean;
    equity: number | null;
    /** compared with the best: 0 or negative; null if evaluated less deeply */
    difference: number | null;
    cubeless_equity: number | null;
    probabilities: Probabilities | null;
    level: MatchLevel;
    standard_error?: StandardError;
    rollout?: Rollout;
}

export interface Moves {
    legal: number;
    /** its rank, from 1; null = not evaluated */
    played: number | null;
    /** 0 or more */
    error: number | null;
    /** the same as match winning chances; in matches */
    error_mwc?: number | null;
    /** the same in points; in money play */
    error_points?: number | null;
    /** why it was an error, in a sentence or two; null = no error, or no reason found (docs/lessons.md) */
    why: string | null;
    /** its themes (docs/lessons.md) */
    themes: Array<"point-making" | "hit" | "safe-v-bold" | "escape" | "key-point" | "breaking-point" | "missed-hit" | "missed-point" | "race" | "bear-off" | "opening" | "reply" | "stacking" | "anchor" | "prime" | "entering" | "holding" | "mutual-holding" | "blitz" | "prime-v-prime" | "backgame" | "ace-point" | "crunch" | "timing" | "needless-hit" | "loose-hit" | "double-hit" | "containment" | "bear-in-contact" | "bear-off-contact" | "crossover" | "recube" | "race-cube" | "last-roll" | "gammonish" | "too-good" | "score-cube" | "dead-cube" | "beaver" | "market-losers" | "crawford" | "post-crawford" | "double-match-point" | "wastage" | "diversification" | "duplication" | "blot-count" | "time-trouble">;
    by_score?: PlayByScore;
    /** stored; `candidates` has the best of them and the play made */
    candidates_total: number;
    /** best first */
    candidates: Array<Candidate>;
}

export interface Branch {
    cubeless_equity: number | null;
    /** the same as match winning chances; in matches */
    mwc?: number | null;
    /** the same in points; in money play */
    points?: number | null;
    probabilities: Probabilities | null;
    standard_error?: StandardError;
}

export interface Here {
    /** equity without a cube, for money */
    cubeless_money: number;
    /** what a gammon is worth with the cube as it stands; money: 0.5, and 0 where Jacoby's rule counts none */
    gammon_value: number;
    /** of the opponent's */
    opponent_gammon_value: number;
    /** the winning chance that a double by the player on roll leaves the taker to need, with the gammons there are, if the cube is not turned again; null where there may be no double */
    take_point_dead: number | null;
    /** the same of a cube that is turned at the best moment */
    take_point_live: number | null;
}

export interface CubeByScore {
    /** a letter, as below */
    money: string;
    /** one text for each score of the player on roll, from 1-away, with a letter for each score of the opponent (docs/formats/dump.md) */
    away: Array<string>;
}

export interface Cube {
    xgid: string;
    /** Position ID:Match ID */
    gnubg_id: string;
    no_double: number | null;
    double_take: number | null;
    double_pass: number | null;
    /** the proper cube action */
    verdict: string | null;
    /** by doubling or not */
    double_error: number | null;
    /** the same as match winning chances; in matches */
    double_error_mwc?: number | null;
    /** the same in points; in money play */
    double_error_points?: number | null;
    answer_error: number | null;
    /** the same as match winning chances; in matches */
    answer_error_mwc?: number | null;
    /** the same in points; in money play */
    answer_error_points?: number | null;
    /** why it was an error, in a sentence or two; null = no error, or no reason found (docs/lessons.md) */
    why: string | null;
    /** its themes (docs/lessons.md) */
    themes: Array<"point-making" | "hit" | "safe-v-bold" | "escape" | "key-point" | "breaking-point" | "missed-hit" | "missed-point" | "race" | "bear-off" | "opening" | "reply" | "stacking" | "anchor" | "prime" | "entering" | "holding" | "mutual-holding" | "blitz" | "prime-v-prime" | "backgame" | "ace-point" | "crunch" | "timing" | "needless-hit" | "loose-hit" | "double-hit" | "containment" | "bear-in-contact" | "bear-off-contact" | "crossover" | "recube" | "race-cube" | "last-roll" | "gammonish" | "too-good" | "score-cube" | "dead-cube" | "beaver" | "market-losers" | "crawford" | "post-crawford" | "double-match-point" | "wastage" | "diversification" | "duplication" | "blot-count" | "time-trouble">;
    no_double_evaluation: Branch;
    double_take_evaluation: Branch;
    /** of errors and single positions */
    stakes?: Here;
    level: MatchLevel;
    rollout?: Rollout;
    by_score?: CubeByScore;
    /** without a double */
    by_roll?: Array<Array<number | null>>;
}

export interface MatchReply {
    /** per cube before any double */
    equity: number | null;
    /** against the best reply */
    cost: number | null;
}

export interface Acceptance {
    /** who answers: 0 or 1 */
    player: number | null;
    best: string;
    accept: MatchReply;
    refuse: MatchReply;
}

export interface Replies {
    /** who replies: 0 or 1 */
    player: number | null;
    best: string;
    take: MatchReply;
    pass: MatchReply;
    beaver?: MatchReply;
    raccoon?: MatchReply;
}

export interface Luck {
    equity: number | null;
    /** the same as match winning chances; in matches */
    mwc?: number | null;
    /** the same in points; in money play */
    points?: number | null;
}

export interface MatchRaceSide {
    /** effective pip count */
    epc: number;
    /** EPC less pips */
    wastage: number;
}

export interface PlyRace {
    on_roll: MatchRaceSide;
    opponent: MatchRaceSide;
    /** from a bearoff database */
    exact: boolean;
}

export interface PlyTime {
    /** by the event, from the end of the one before it */
    taken: number | null;
    /** of these, until the dice were rolled */
    rolled: number | null;
    /** in the reserve of player 0 and player 1, before it */
    left: Array<number | null>;
    /** where the recording shows it */
    video: number | null;
    /** the recording's address, at that second */
    link: string | null;
}

export interface PlyMarks {
    move: "doubtful" | "bad" | "very bad" | null;
    cube: "doubtful" | "bad" | "very bad" | null;
    luck: "very lucky" | "lucky" | "unlucky" | "very unlucky" | null;
}

export interface PlyMarksByHand {
    move: "doubtful" | "bad" | "very bad" | "interesting" | "good" | "very good" | null;
    cube: "doubtful" | "bad" | "very bad" | "interesting" | "good" | "very good" | null;
    luck: "very lucky" | "lucky" | "unlucky" | "very unlucky" | null;
}

export interface Ply {
    /** rolls and cube actions of a game, from 1; 0 = neither */
    number: number;
    action: "play" | "roll" | "double" | "beaver" | "raccoon" | "take" | "drop" | "resign" | "accept" | "refuse" | "set-board" | "set-dice" | "set-cube" | "set-score" | "comment";
    /** who acts: 0 or 1 */
    player: number | null;
    /** as rolled */
    roll: string | null;
    /** null = nothing moved */
    play: string | null;
    /** of the cube offered, or of a resignation: 1 to 3 */
    value: number | null;
    /** kept as found */
    illegal: boolean;
    /** the file's words, if they matter */
    source_text?: string;
    xgid: string;
    /** Position ID:Match ID */
    gnubg_id: string;
    /** of player 0 and player 1 */
    pips: Array<number>;
    /** null = not analysed or not requested */
    moves: Moves | null;
    /** likewise */
    cube: Cube | null;
    /** Of the resignation that waits, seen by who answers, at the cube as it stands. */
    acceptance?: Acceptance;
    /** To the double that was beavered, or to the double, beaver or raccoon that waits; seen by who replies. */
    replies?: Replies;
    luck: Luck | null;
    race?: PlyRace;
    /** In seconds; null = not known. */
    time?: PlyTime;
    marks: PlyMarks;
    /** set by hand by the file's author */
    author_marks?: PlyMarksByHand;
    /** likewise, the owner of the collection: in place of the author's */
    owner_marks?: PlyMarksByHand;
    comment: string | null;
    properties?: Array<MatchTag>;
}

export interface Game {
    /** from 1 */
    number: number;
    /** of player 0 and player 1, before the game */
    score: Array<number>;
    crawford_game: boolean;
    automatic_doubles: number;
    /** 0 or 1; null = the game was not finished */
    winner: number | null;
    /** won, cube included */
    points: number;
    ending: "borne off" | "drop" | "resigned" | "forfeit" | "settled" | null;
    comment: string | null;
    /** events in order, set-ups and comments too */
    plies: Array<Ply>;
}

export interface MarkedByHand {
    very_good: number;
    good: number;
    interesting: number;
    doubtful: number;
    bad: number;
    very_bad: number;
}

export interface PlayerChecker {
    /** made, including forced ones */
    total_moves: number | null;
    /** with an alternative */
    unforced_moves: number | null;
    doubtful: number | null;
    bad: number | null;
    very_bad: number | null;
    /** in all */
    error_emg: number | null;
    /** the same as match winning chances; in matches */
    error_mwc?: number | null;
    /** the same in points; in money play */
    error_points?: number | null;
    /** per unforced move analysed */
    error_rate_memg: number | null;
    /** for the error rate, not the PR; "too few" for fewer than 20 decisions */
    rating: "too few" | "Supernatural" | "World class" | "Expert" | "Advanced" | "Intermediate" | "Casual player" | "Beginner" | "Awful!" | null;
    /** by the file's author, or the owner of the collection */
    marked_by_hand?: MarkedByHand;
}

export interface PlayerLuck {
    very_lucky: number | null;
    lucky: number | null;
    unlucky: number | null;
    very_unlucky: number | null;
    /** in all */
    luck_emg: number | null;
    /** the same as match winning chances; in matches */
    luck_mwc?: number | null;
    /** the same in points; in money play */
    luck_points?: number | null;
    /** per move */
    luck_rate_memg: number | null;
    /** in words */
    rating: "Go to Las Vegas" | "Good dice, man!" | "None" | "Bad dice, man!" | "Go to bed" | null;
}

export interface CubeError {
    count: number | null;
    /** in all */
    error_emg: number | null;
    /** the same as match winning chances; in matches */
    error_mwc?: number | null;
    /** the same in points; in money play */
    error_points?: number | null;
}

export interface PlayerCube {
    total_decisions: number | null;
    close_or_actual: number | null;
    doubles: number | null;
    takes: number | null;
    passes: number | null;
    missed_double_below_cp: CubeError;
    missed_double_above_cp: CubeError;
    wrong_double_below_dp: CubeError;
    wrong_double_above_tg: CubeError;
    wrong_take: CubeError;
    wrong_pass: CubeError;
    /** in all */
    error_emg: number | null;
    /** the same as match winning chances; in matches */
    error_mwc?: number | null;
    /** the same in points; in money play */
    error_points?: number | null;
    /** per close or actual decision */
    error_rate_memg: number | null;
    /** for the error rate, not the PR; "too few" for fewer than 20 decisions */
    rating: "too few" | "Supernatural" | "World class" | "Expert" | "Advanced" | "Intermediate" | "Casual player" | "Beginner" | "Awful!" | null;
    /** by the file's author, or the owner of the collection */
    marked_by_hand?: MarkedByHand;
}

export interface PlayerOverall {
    /** in all */
    error_emg: number | null;
    /** the same as match winning chances; in matches */
    error_mwc?: number | null;
    /** the same in points; in money play */
    error_points?: number | null;
    /** per unforced move and close or actual cube decision */
    error_rate_memg: number | null;
    /** unforced moves, and close or actual cube decisions; the PR counts `pr_decisions` */
    decisions: number | null;
    /** per move of both players */
    snowie_error_rate: number | null;
    snowie_moves: number | null;
    /** eXtreme Gammon's performance rating: 500 x the cost of the average decision */
    pr: number | null;
    /** plays with a choice, doubles, takes, passes, and rolls where doubling would have cost less than 0.200 */
    pr_decisions: number | null;
    /** of the PR, of whole matches; "no grade yet" where its range is too wide */
    grade: string | null;
    /** for the error rate, not the PR; "too few" for fewer than 20 decisions */
    rating: "too few" | "Supernatural" | "World class" | "Expert" | "Advanced" | "Intermediate" | "Casual player" | "Beginner" | "Awful!" | null;
    /** match winning chances gained; in money play points */
    actual_result: number | null;
    /** likewise, less luck */
    luck_adjusted_result: number | null;
    /** of both players together: the level of the next figure */
    level_pr: number | null;
    /** the PR that players of that level have in this player's decisions; null if the candidates were not kept */
    same_decisions_pr: number | null;
    /** of its 95% range */
    same_decisions_low: number | null;
    same_decisions_high: number | null;
    /** harder or easier than the opponent's; null: the 95% range of the difference includes none */
    decisions_were: string | null;
    /** illegal or unreadable, and missing turns */
    unread_plays: number | null;
    /** abandoned or resigned although not lost */
    abandoned_games: number | null;
    /** in all */
    given_up_emg: number | null;
    /** the same as match winning chances; in matches */
    given_up_mwc?: number | null;
    /** the same in points; in money play */
    given_up_points?: number | null;
    /** one half, minus own errors, plus the opponent's */
    mwc_against_current_opponent: number | null;
    /** how much stronger than the opponent */
    luck_based_fibs_difference: number | null;
    error_based_fibs_rating: number | null;
    checker_rating_loss: number | null;
    cube_rating_loss: number | null;
}

export interface Player {
    name: string;
    /** Chequer play. */
    checker: PlayerChecker;
    /** Luck of the rolls. */
    luck: PlayerLuck;
    /** Cube actions. */
    cube: PlayerCube;
    /** Chequer play and cube together. */
    overall: PlayerOverall;
}

export interface MatchStatisticsGame {
    number: number;
    players: Array<Player>;
}

export interface MatchStatistics {
    players: Array<Player>;
    games: Array<MatchStatisticsGame>;
}

export interface Certificate {
    engine: string | null;
    /** with digests of the networks */
    version: string | null;
    settings: string | null;
    met: string | null;
    /** digest of players, rules, dice and plays */
    match: string;
    /** options, warnings and the analysed match, packed, in base64: everything the document is made from */
    data: string;
}

export interface MatchAnswer {
    schema: "kibitzer/match/1";
    /** of sentences: `why`, `question`; left out: English */
    language?: string;
    match: Match;
    games: Array<Game>;
    statistics: MatchStatistics;
    /** used by `kibitzer verify` to recompute the analysis (docs/verify.md); null if it is not kibitzer's */
    certificate: Certificate | null;
}

export interface ListedTable {
    /** what --met takes */
    name: string;
    description: string;
    /** points it goes to */
    length: number;
    default: boolean;
}

export interface MetList {
    schema: "kibitzer/met/1";
    tables: Array<ListedTable>;
}

export interface MetTable {
    schema: "kibitzer/met/1";
    name: string;
    description: string;
    /** points it goes to */
    length: number;
    /** [points you need - 1][points the opponent needs - 1]: your chance to win the match; 1 = the Crawford game */
    pre_crawford: Array<Array<number>>;
    /** [you, the opponent][points the one who trails needs - 1]: chance of the one who trails, after the Crawford game */
    post_crawford: Array<Array<number>>;
}

export interface Double {
    doubler: "you" | "opponent";
    /** before the double */
    cube: number;
    /** chance above which a double gains */
    double_point: number | null;
    /** chance above which the taker passes a dead cube */
    cash_point_dead: number | null;
    /** the same of a live cube */
    cash_point_live: number | null;
    /** the taker's own chance */
    take_point_dead: number | null;
    /** the taker's own chance */
    take_point_live: number | null;
    /** the taker redoubles at once, having nothing to lose by it */
    redoubled_at_once: boolean;
    /** with the doubled cube */
    gammon_value_doubler: number;
    /** with the doubled cube */
    gammon_value_taker: number;
}

export interface MetScore {
    schema: "kibitzer/met/1";
    name: string;
    /** points that you and the opponent need */
    away: Array<number>;
    crawford_game: boolean;
    /** your chance to win the match */
    mwc: number;
    /** of your gammons with the cube at 1; money: 0.5 */
    gammon_value: number;
    /** of the opponent's */
    opponent_gammon_value: number;
    /** that can be of use */
    doubles: Array<Double>;
}

export interface Converted {
    /** yours, with the cube at that value */
    equity: number;
    /** yours to win the match */
    mwc: number;
}

export interface MetConvert {
    schema: "kibitzer/met/1";
    name: string;
    /** points that you and the opponent need */
    away: Array<number>;
    crawford_game: boolean;
    /** the value that equities are for */
    cube: number;
    /** the chance after winning a game of that value less the chance after losing it: an equity of 2 */
    stake: number;
    values: Array<Converted>;
}

export interface Option {
    name: string;
    /** null: none */
    letter: string | null;
    /** the title under which help lists it */
    group: string;
    /** array: it may be repeated */
    type: "array" | "boolean" | "integer" | "number" | "string";
    /** its name in the help; null: none */
    argument: string | null;
    default: string | null;
    least?: number;
    most?: number;
    /** known values; many options also take others */
    values?: Array<string>;
    reads_file: boolean;
    writes_file: boolean;
    help: string;
}

export interface OptionsAnswer {
    schema: "kibitzer/options/1";
    command: string;
    options: Array<Option>;
}

export interface ProblemAnswer {
    schema: "kibitzer/problem/1";
    type: string;
    title: string;
    /** of HTTP */
    status: number;
    /** what was found, what was expected */
    detail: string;
    /** that it is about */
    option?: string;
    /** that it had */
    value?: string;
    /** of the body, from 1 */
    line?: number;
    /** from 1 */
    column?: number;
    /** which position it is about, from 1 */
    input?: number;
}

export interface Leak {
    /** of the phase, plan, cube action or theme, as found in the matches before */
    name: string;
    /** phase, plan, cube action or theme; all: chequer play, the cube */
    kind: string;
    /** PR in these decisions before */
    before_rate: number | null;
    /** of that kind, before */
    before_decisions: number;
    /** PR to be expected since if nothing was learnt: less what was chance when it became a leak, and changed by as much as what was not studied */
    expected_rate: number | null;
    /** PR in these decisions since */
    rate_pr: number | null;
    /** of the 95% range of rate_pr; null below three matches */
    rate_low: number | null;
    rate_high: number | null;
    /** of that kind, since */
    decisions: number;
    /** rate_pr less expected_rate; negative is better; null below 30 decisions before or since */
    change: number | null;
    /** of the 95% range of change */
    low: number | null;
    high: number | null;
    /** better or worse: the 95% range of change is below or above 0; open: it holds 0; too few: decisions or matches */
    helped: string;
    /** the rates are shares of the whole PR, as the theme depends on the play made: what such decisions lost, over all decisions; else over these decisions alone */
    of_whole: boolean;
}

export interface ProgressAnswer {
    schema: "kibitzer/progress/1";
    player: string;
    /** the day, month or year given */
    since: string;
    /** of all decisions */
    before_pr: number | null;
    before_matches: number;
    /** matches that are in neither, as they have no date, or one too vague to tell */
    undated_matches: number;
    /** PR of decisions in none of the leaks */
    rest_before: number | null;
    rest_after: number | null;
    /** those that study would have named before that day; of --since plan those that the plan showed */
    leaks: Array<Leak>;
}

export interface Reference {
    /** from 1: what stands for most comes first */
    rank: number;
    question: string;
    xgid: string;
    plan: string | null;
    /** its themes: docs/lessons.md */
    themes: Array<string>;
    played: string;
    best: string | null;
    /** EMG: the greatest at one place */
    error: number;
    /** errors that none before it stands for, itself too */
    stands_for: number;
    /** of what the player's errors lost, from 0.02 EMG on */
    share: number;
    why: string | null;
}

export interface ReferenceAnswer {
    schema: "kibitzer/reference/1";
    /** of sentences: `why`, `question`; left out: English */
    language?: string;
    player: string;
    /** of 0.02 EMG or more; the 2,000 costliest at most */
    errors: number;
    /** of what they lost: what the positions stand for */
    share: number;
    positions: Array<Reference>;
}

export interface ReportAnswer {
    schema: "kibitzer/report/1";
    folder: string;
    pages: number;
    failed: number;
}

export interface ReviewPart {
    /** all, match, half (of each match's decisions) or score */
    kind: string;
    /** the opponent of a match; first half, ahead ... */
    name: string;
    /** of a match, if its file names one */
    round: string | null;
    /** that count for the performance rating */
    decisions: number;
    /** in these decisions */
    pr: number | null;
    /** what the player usually has in such decisions, if they are as hard */
    usual: number | null;
    /** pr less usual */
    difference_pr: number | null;
    /** of its 95% range; of parts, so that all of them hold together */
    low: number | null;
    high: number | null;
    /** better or worse; null: the range includes no difference */
    verdict: string | null;
}

export interface ReviewAnswer {
    schema: "kibitzer/review/1";
    player: string;
    /** as requested */
    event: string;
    /** there */
    matches: number;
    decisions: number;
    /** there */
    pr: number | null;
    /** that everything is compared with */
    usual_matches: number;
    usual_decisions: number;
    /** matches of the year before the event; else all others of the player */
    usual_of_year: boolean;
    usual_pr: number | null;
    /** the whole first; parts with fewer than 20 decisions, there or usually, are left out */
    parts: Array<ReviewPart>;
}

export interface RolloutErrors {
    cubeless: number | null;
    win: number | null;
    win_g: number | null;
    win_bg: number | null;
    lose_g: number | null;
    lose_bg: number | null;
}

export interface RolloutCandidate {
    /** as given */
    id: string;
    /** or no double; or double, take; or the answer to a pending double or resignation: take, pass, beaver; accept, refuse */
    play: string;
    /** with the cube; null if nothing is at stake */
    equity: number | null;
    /** of the equity; null for fewer than two trials */
    standard_error: number | null;
    /** chance to win */
    win: number;
    /** to win a gammon or a backgammon */
    win_g: number;
    /** to win a backgammon */
    win_bg: number;
    /** to lose a gammon or a backgammon */
    lose_g: number;
    /** to lose a backgammon */
    lose_bg: number;
    trials: number;
    /** equity without the cube */
    cubeless: number | null;
    /** match winning chance; in matches only */
    mwc?: number;
    mwc_standard_error?: number | null;
    /** null for fewer than two trials; not of answers */
    standard_errors?: RolloutErrors;
    /** how much worse than the best play; plays only */
    behind?: number | null;
    behind_standard_error?: number | null;
    /** dropped as clearly worse before the end; plays only */
    dropped?: boolean;
    /** the proper cube action, or the proper answer to a pending offer; not of plays */
    verdict?: string;
    /** of the position and its rules, however they were given; without the variation and a resignation */
    xgid: string;
}

export interface RolloutAnswer {
    schema: "kibitzer/rollout/1";
    engine: string;
    /** how the games were played */
    settings: string;
    /** of the dice */
    seed: number;
    /** the stronger player, of a match equity table for unequal players: on-roll, opponent, X or O */
    stronger?: string;
    /** the candidates of each position, best first; positions in the order given */
    results: Array<RolloutCandidate>;
}

export interface Document {
    name: string;
    /** increases if programs have to change */
    version: number;
    help: string;
}

export interface SchemasAnswer {
    schema: "kibitzer/schemas/1";
    documents: Array<Document>;
}

export interface ListedPlay {
    play: string;
    /** at how many it is best, with each owner of the cube */
    cells: number;
}

export interface PlayAtScore {
    /** points that the player on roll needs; 1 = after the Crawford game, 0 = money */
    away: number;
    opponent_away: number;
    /** whose it is */
    cube_owner: "centred" | "on roll" | "opponent";
    /** of the cube: the position's, or 2 where an owner is new */
    cube: number;
    play: string;
    /** with the cube; null where nothing is at stake */
    equity: number | null;
    /** over the next play; a guess where that was looked at less deeply */
    lead: number | null;
    /** of the play that is best in the position itself */
    loss: number | null;
}

export interface ScoresRecord {
    schema: "kibitzer/scores/1";
    /** as given */
    id: string;
    /** of the position and its rules, however they were given; without the variation and a resignation */
    xgid: string;
    dice: Array<number>;
    level: string;
    /** that are best somewhere; first the best one in the position itself */
    plays: Array<ListedPlay>;
    /** money, then every score from 1 to 7 away, for each owner of the cube */
    scores: Array<PlayAtScore>;
    /** what of --noise, --cubeless and --filter the figures have; absent: nothing */
    settings?: string;
    /** the stronger player, of a match equity table for unequal players: on-roll, opponent, X or O */
    stronger?: string;
}

export interface PlayerFigures {
    /** of the player; aliases count under one name */
    name: string;
    matches: number;
    games: number;
    /** that count for the performance rating */
    decisions: number;
    /** matches, or games of a single match: the units of the standard errors */
    units: number;
    /** performance rating: 500 times the EMG lost per counted decision */
    pr: number | null;
    /** null below three units */
    pr_standard_error: number | null;
    /** half of the 95% interval */
    pr_interval: number | null;
    /** how far the rating may be off because of the evaluator */
    pr_evaluator_error: number | null;
    /** of chequer plays */
    checker_pr: number | null;
    /** null below three units */
    checker_pr_standard_error: number | null;
    /** of cube decisions */
    cube_pr: number | null;
    /** null below three units */
    cube_pr_standard_error: number | null;
    /** thousandths of EMG lost per decision */
    error_rate: number | null;
    /** null below three units */
    error_rate_standard_error: number | null;
    /** the same divided by the moves of both players */
    snowie_rate: number | null;
    /** null below three units */
    snowie_rate_standard_error: number | null;
    /** own less the opponent's, match winning chances per finished match */
    luck: number | null;
    /** null below three units */
    luck_standard_error: number | null;
    /** match winning chances won per finished match */
    result: number | null;
    /** null below three units */
    result_standard_error: number | null;
    result_less_luck: number | null;
    /** null below three units */
    result_less_luck_standard_error: number | null;
    /** match winning chances lost per finished match, as if it were to 7 points */
    mwc_lost_per_7_points: number | null;
    /** null below three units */
    mwc_lost_per_7_points_standard_error: number | null;
    /** per game */
    money_luck: number | null;
    /** null below three units */
    money_luck_standard_error: number | null;
    /** per game */
    money_result: number | null;
    /** null below three units */
    money_result_standard_error: number | null;
    /** errors that were too bold minus those too timid, per cube decision */
    cube_bias: number | null;
    /** null below three units */
    cube_bias_standard_error: number | null;
    /** of groups of decisions: the PR that players with the player's PR have there */
    level_pr: number | null;
    /** chequer PR of players with this PR */
    level_checker_pr: number | null;
    /** cube PR of players with this PR */
    level_cube_pr: number | null;
    /** the PR that players with the player's PR have in the same decisions; null if the candidates were not kept, and for groups of decisions */
    same_decisions_pr: number | null;
    /** of its 95% range */
    same_decisions_low: number | null;
    same_decisions_high: number | null;
    /** harder or easier than decisions are on average; null: the range includes no difference */
    decisions_were: string | null;
}

export interface GroupFigures {
    /** of the player; aliases count under one name */
    name: string;
    /** 2025-03, race ... */
    group?: string;
    matches: number;
    games: number;
    /** that count for the performance rating */
    decisions: number;
    /** of groups of errors alone: how many there are */
    errors?: number;
    /** matches, or games of a single match: the units of the standard errors */
    units: number;
    /** performance rating: 500 times the EMG lost per counted decision */
    pr: number | null;
    /** null below three units */
    pr_standard_error: number | null;
    /** half of the 95% interval */
    pr_interval: number | null;
    /** how far the rating may be off because of the evaluator */
    pr_evaluator_error: number | null;
    /** of chequer plays */
    checker_pr: number | null;
    /** null below three units */
    checker_pr_standard_error: number | null;
    /** of cube decisions */
    cube_pr: number | null;
    /** null below three units */
    cube_pr_standard_error: number | null;
    /** thousandths of EMG lost per decision */
    error_rate: number | null;
    /** null below three units */
    error_rate_standard_error: number | null;
    /** the same divided by the moves of both players */
    snowie_rate: number | null;
    /** null below three units */
    snowie_rate_standard_error: number | null;
    /** own less the opponent's, match winning chances per finished match */
    luck: number | null;
    /** null below three units */
    luck_standard_error: number | null;
    /** match winning chances won per finished match */
    result: number | null;
    /** null below three units */
    result_standard_error: number | null;
    result_less_luck: number | null;
    /** null below three units */
    result_less_luck_standard_error: number | null;
    /** match winning chances lost per finished match, as if it were to 7 points */
    mwc_lost_per_7_points: number | null;
    /** null below three units */
    mwc_lost_per_7_points_standard_error: number | null;
    /** per game */
    money_luck: number | null;
    /** null below three units */
    money_luck_standard_error: number | null;
    /** per game */
    money_result: number | null;
    /** null below three units */
    money_result_standard_error: number | null;
    /** errors that were too bold minus those too timid, per cube decision */
    cube_bias: number | null;
    /** null below three units */
    cube_bias_standard_error: number | null;
    /** of groups of decisions: the PR that players with the player's PR have there */
    level_pr: number | null;
    /** chequer PR of players with this PR */
    level_checker_pr: number | null;
    /** cube PR of players with this PR */
    level_cube_pr: number | null;
    /** the PR that players with the player's PR have in the same decisions; null if the candidates were not kept, and for groups of decisions */
    same_decisions_pr: number | null;
    /** of its 95% range */
    same_decisions_low: number | null;
    same_decisions_high: number | null;
    /** harder or easier than decisions are on average; null: the range includes no difference */
    decisions_were: string | null;
    /** of a month or a year: matches that have no date, dated by their files */
    guessed?: number;
    /** of groups by time alone: what the quickest took */
    seconds_from?: number;
    /** the slowest */
    seconds_to?: number;
    /** the PR here less that of the player's other decisions with a time */
    pr_difference?: number;
    /** half of its 95% interval */
    pr_difference_interval?: number;
    /** more or less than the others; left out: the range includes no difference */
    costs?: string;
}

export interface StatsAnswer {
    schema: "kibitzer/stats/1";
    /** what groups: year, month, opponent, length, event, phase, plan, score, cube, cube-action, opening, theme, time or error-kind */
    by: string | null;
    /** by name */
    players: Array<PlayerFigures>;
    /** by name of the player, then in their own order */
    groups: Array<GroupFigures>;
    /** What is in no figure. */
    left_out: LeftOut;
}

export interface StudyLeak {
    /** of the phase, plan, cube action or theme */
    name: string;
    /** phase, plan, cube action or theme; all: chequer play, the cube */
    kind: string;
    /** sure: the 95% range of cost_pr lies above 0; likely: its 80% range does; weak: neither does */
    certainty: string;
    /** its cost in excess of what is usual at that PR, as a share of the player's PR */
    cost_pr: number;
    /** of the 95% range of cost_pr */
    low: number;
    high: number;
    /** PR in these decisions alone; of a theme that depends on what was played, over all decisions */
    rate_pr: number;
    /** of the 95% range of rate_pr; null below three matches */
    rate_low: number | null;
    rate_high: number | null;
    /** the rate of players of that PR */
    expected_rate: number;
    /** of that kind */
    decisions: number;
    /** what they cost the player, over all decisions */
    lost_pr: number;
    /** what they cost players of that PR */
    expected_pr: number;
}

export interface StudyAnswer {
    schema: "kibitzer/study/1";
    player: string;
    pr: number | null;
    matches: number;
    /** that count for the performance rating */
    decisions: number;
    /** players of the collection behind the expected figures; 0 = the built-in table */
    field_players: number;
    /** three at most, the surest first, of the same certainty the costliest */
    leaks: Array<StudyLeak>;
    /** needed to find a leak of 0.5 PR in half of the classes; 0 = enough */
    more_decisions: number;
}

export interface TemperatureRecord {
    schema: "kibitzer/temperature/1";
    /** as given */
    id: string;
    /** of the position and its rules, however they were given; without the variation and a resignation */
    xgid: string;
    /** over the 36 rolls */
    mean: number;
    /** [a - 1][b - 1]: equity after the best play of the roll a, b */
    rolls: Array<Array<number>>;
    /** the stronger player, of a match equity table for unequal players: on-roll, opponent, X or O */
    stronger?: string;
}

export interface VerifiedReport {
    file: string;
    /** equal, differs, or impossible: made by another engine, table or match, or damaged */
    verdict: "equal" | "differs" | "impossible";
    /** analysed in the report */
    decisions: number;
    checked: number;
    /** their anchors in the report: g2m14 */
    differ: Array<string>;
    /** parts that cannot be proven: title, style sheet, warnings; comments and facts, unless the match's file is given and agrees */
    unproven: Array<string>;
    /** why it is impossible; or line:column of the first difference */
    why: string | null;
}

export interface VerifyAnswer {
    schema: "kibitzer/verify/1";
    /** share of the decisions recomputed, 0..1 */
    sample: number;
    /** of the sample; null = all decisions were recomputed */
    seed: number | null;
    /** probability of finding one changed decision, 0..1 */
    finds_one: number;
    reports: Array<VerifiedReport>;
    /** other pages and documents in the folders, which were not verified */
    without_certificate: Array<string>;
}

export interface GameChances {
    win: number;
    win_gammon: number;
    lose_gammon: number;
}

export interface LastError {
    /** from 1 */
    game: number;
    /** as in reports */
    move: number;
    /** 0 or 1 */
    player: number;
    /** what was done */
    action: string;
    /** instead of it: a play, double, no double, take or drop */
    best: string;
    /** EMG, positive */
    loss: number;
}

export interface WatchedAnswer {
    schema: "kibitzer/watched/1";
    player: Array<string>;
    /** of the match; 0: money */
    length: number;
    score: Array<number>;
    crawford: boolean;
    over: boolean;
    /** from 1 */
    game: number;
    /** the last one, as in reports */
    move: number;
    cube: number;
    /** null: in the middle */
    cube_owner: number | null;
    /** 0 or 1 */
    on_roll: number;
    /** null before the roll */
    dice: Array<number> | null;
    pips: Array<number>;
    xgid: string;
    last: string | null;
    /** of the video, where the last ply was seen */
    time: number | null;
    /** of the last ply */
    certainty: number | null;
    plies: number;
    doubtful: number;
    /** null between games, and where no board has shown how a roll was played */
    chances: GameChances | null;
    /** the last decision that is marked as an error */
    error: LastError | null;
}

export type BearoffAnswer = Array<BearoffRecord>;

export type CubeAnswer = Array<CubeRecord>;

export type DbAnswer = DbAlias | DbAliasSuggestions | DbPlayers | DbInfo | DbCheck | DbClassify | DbDuplicates | DbExport | DbExportGnubg | DbForget | DbMerge | DbSet | DbComment | DbMark;

export type EvalAnswer = Array<EvalRecord>;

export type HintAnswer = Array<HintRecord>;

export type InfoAnswer = Array<InfoRecord>;

export type MetAnswer = MetList | MetTable | MetScore | MetConvert;

export type ScoresAnswer = Array<ScoresRecord>;

export type TemperatureAnswer = Array<TemperatureRecord>;
