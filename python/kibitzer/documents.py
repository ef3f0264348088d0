"""The documents of kibitzer as types: what json.loads() makes of them. Written by tools/types_of_documents.py from the schemas."""
from typing import Any, Dict, List, Literal, Optional, TypedDict, Union



class Sweeps(TypedDict):
    sweeps: int
    expected_error: float  # expected limit of the error of any value
    last_change: float
    rate: Optional[float]  # the last change divided by the one before


class _BearoffMadeAnswer(TypedDict):
    schema: Literal["kibitzer/bearoff-made/1"]
    file: str
    kind: Literal["one-sided", "two-sided", "hyper"]
    chequers: int


class BearoffMadeAnswer(_BearoffMadeAnswer, total=False):
    board_points: int  # of races
    cubeful: bool  # of a two-sided one: four equities a position, not one
    gammons: bool  # of a one-sided one: with the rolls to save the gammon
    compressed: bool
    normal: bool  # means and deviations instead of distributions
    continued_from: int  # sweeps already made in the saved state
    equities: Sweeps
    chances: Sweeps
    cube_limit: int  # values up to this limit of the cube
    sweeps: int  # over all positions
    expected_error: float  # expected limit of the error of any value


class RaceSide(TypedDict):
    pips: int  # pip count
    epc: float  # effective pip count
    wastage: float  # EPC less pips
    mean_rolls: float  # mean number of rolls
    deviation: float  # standard deviation of the number of rolls
    exact: bool  # from a database; else by the net of races


class Race(TypedDict):
    on_roll: RaceSide
    opponent: RaceSide


class _BearoffRecord(TypedDict):
    schema: Literal["kibitzer/bearoff/1"]
    id: str  # as given
    xgid: str  # of the position and its rules, however they were given; without the variation and a resignation


class BearoffRecord(_BearoffRecord, total=False):
    win: float  # chance to win
    win_g: float  # to win a gammon or a backgammon
    win_bg: float  # to win a backgammon
    lose_g: float  # to lose a gammon or a backgammon
    lose_bg: float  # to lose a backgammon
    race: Race
    rolls: List[float]  # chance of needing 0, 1, 2 ... rolls, of the player on roll
    opponent_rolls: List[float]
    cubeless: float  # money equity of the player on roll before rolling
    owned: float  # money equity of the player on roll before rolling
    centred: float  # money equity of the player on roll before rolling
    jacoby: float  # money equity of the player on roll before rolling
    opponent_owns: float  # money equity of the player on roll before rolling


class Kernel(TypedDict):
    contact: float
    past: float
    left_behind: float
    back: float
    race: float


class BenchAnswer(TypedDict):
    schema: Literal["kibitzer/bench/1"]
    static_evaluations_per_second: float  # candidate lists of games, move generation included, one thread
    moves_generated_per_second: float
    rolls_generated_per_second: float
    play_0ply_ms: float
    cube_0ply_ms: float
    play_1ply_ms: float
    cube_1ply_ms: float
    play_2ply_ms: float
    cube_2ply_ms: float
    static_evaluations_per_second_of_kernels: Dict[str, Kernel]
    kernel: str
    fingerprint: str  # of what was evaluated: the same on every machine


class _Picture(TypedDict):
    id: str  # as given
    xgid: str  # of the position and its rules, however they were given; without the variation and a resignation
    format: Literal["png", "svg", "pdf", "eps", "txt"]


class Picture(_Picture, total=False):
    file: str  # where it is, with --output
    text: str  # the picture, where it is text and there is no --output
    base64: str  # the same of png and pdf


class BoardAnswer(TypedDict):
    schema: Literal["kibitzer/board/1"]
    pictures: List[Picture]


class ComparedMatch(TypedDict):
    file: str
    number: int  # of the match in its file, from 1
    players: List[Optional[str]]
    a: str  # who is compared
    b: str
    pr_a: List[Optional[float]]  # the players' PR by a; null = no decision that counts
    pr_b: List[Optional[float]]  # the same by b


class View(TypedDict):
    best: Optional[str]  # its choice
    level: Optional[str]  # of its best
    lost: Optional[float]  # EMG, by what was played
    over: Optional[float]  # EMG: how much better its choice is than the other's; null = not searched as deeply


class Settled(TypedDict):
    right: Optional[str]  # a, b, even (equally good, or nearly), open (undecided after the last trial) or impossible
    trials: int  # of each of the two candidates
    difference: Optional[float]  # EMG: a's choice less b's; if both choose alike, the loss of the play made
    standard_error: Optional[float]
    interval: Optional[float]  # half of the 95% interval, over all looks


class Disagreement(TypedDict):
    xgid: str
    match_index: int  # of `matches`, from 0
    game: int
    move: int
    player: int  # who decides: 0 or 1
    kind: str  # play, double, or take or pass
    phase: str
    plan: str
    played: Optional[str]
    a: View
    b: View
    about_choice: bool  # their choices differ, and each finds its own better
    difference: Optional[float]  # EMG, the greater of: the loss that one sees in the other's choice; the difference of their losses
    settled: Optional[Settled]


class _ComparedTotal(TypedDict):
    by: str  # what groups: all, about, kind, level, phase, plan
    group: str
    decisions: int  # compared
    disagreements: int
    about_choice: int


class ComparedTotal(_ComparedTotal, total=False):
    a_right: int
    b_right: int
    even: int
    open: int
    a_lost: float  # EMG per 100 disagreements about the choice that were rolled out, by choices that were wrong
    b_lost: float
    a_less_b: float  # what a's choices are better by, likewise
    a_less_b_interval: float  # half of its 95% interval; null below three


class _CompareAnswer(TypedDict):
    schema: Literal["kibitzer/compare/1"]
    a: Optional[str]  # null: no match was compared
    b: Optional[str]
    above: float  # losses that differ by more are a disagreement
    rolled_out: Optional[str]  # how; null = nothing was settled
    matches: List[ComparedMatch]
    decisions: int  # compared
    disagreements: List[Disagreement]  # the greatest first
    totals: List[ComparedTotal]


class CompareAnswer(_CompareAnswer, total=False):
    stronger: str  # the stronger player, of a match equity table for unequal players


class ConfigAnswer(TypedDict):
    schema: Literal["kibitzer/config/1"]
    file: Optional[str]  # where the settings are; null: neither XDG_CONFIG_HOME nor HOME is set
    settings: Dict[str, Optional[str]]  # all of them, or the one that was named; null: not set


class _CubeAction(TypedDict):
    verdict: str  # of an ID without dice, for the cube decision before the roll
    no_double: Optional[float]
    double_take: Optional[float]  # null where there may be no double, or it does not matter
    double_pass: Optional[float]
    no_double_difference: Optional[float]  # to the best action; above zero what only a wrong answer of the opponent would give
    double_take_difference: Optional[float]
    double_pass_difference: Optional[float]
    cubeless: Optional[float]  # equity without the cube
    bluff: Optional[float]  # share of wrong answers that would make a double, or playing on, as good as the proper action
    cubeless_money: float  # equity without a cube, for money
    gammon_value: float  # what a gammon is worth with the cube as it stands; money: 0.5, and 0 where Jacoby's rule counts none
    opponent_gammon_value: float  # of the opponent's
    take_point_dead: Optional[float]  # the winning chance that a double by the player on roll leaves the taker to need, with the gammons there are, if the cube is not turned again; null where there may be no double
    take_point_live: Optional[float]  # the same of a cube that is turned at the best moment


class CubeAction(_CubeAction, total=False):
    no_double_mwc: float
    double_take_mwc: float
    double_pass_mwc: float


class _CubeScore(TypedDict):
    away: int  # points that the player on roll needs; 1 = after the Crawford game
    opponent_away: int
    verdict: str  # of an ID without dice, for the cube decision before the roll
    no_double: Optional[float]
    double_take: Optional[float]  # null where there may be no double, or it does not matter
    double_pass: Optional[float]
    no_double_difference: Optional[float]  # to the best action; above zero what only a wrong answer of the opponent would give
    double_take_difference: Optional[float]
    double_pass_difference: Optional[float]
    cubeless: Optional[float]  # equity without the cube
    bluff: Optional[float]  # share of wrong answers that would make a double, or playing on, as good as the proper action
    cubeless_money: float  # equity without a cube, for money
    gammon_value: float  # what a gammon is worth with the cube as it stands; money: 0.5, and 0 where Jacoby's rule counts none
    opponent_gammon_value: float  # of the opponent's
    take_point_dead: Optional[float]  # the winning chance that a double by the player on roll leaves the taker to need, with the gammons there are, if the cube is not turned again; null where there may be no double
    take_point_live: Optional[float]  # the same of a cube that is turned at the best moment


class CubeScore(_CubeScore, total=False):
    no_double_mwc: float
    double_take_mwc: float
    double_pass_mwc: float


class _CubeRecord(TypedDict):
    schema: Literal["kibitzer/cube/1"]
    id: str  # as given
    xgid: str  # of the position and its rules, however they were given; without the variation and a resignation
    level: str
    money: CubeAction
    scores: List[CubeScore]  # every score from 1 to 15 away


class CubeRecord(_CubeRecord, total=False):
    stronger: str  # the stronger player, of a match equity table for unequal players: on-roll, opponent, X or O


class AliasResult(TypedDict):
    name: str
    result: Literal["done", "unknown", "already so", "failed"]


class DbAlias(TypedDict):
    schema: Literal["kibitzer/db/1"]
    collection: str  # the file, or the URL without its password
    chore: Literal["alias"]
    names: List[AliasResult]  # of aliases made or removed


class SuggestedAlias(TypedDict):
    name: str
    other: str  # that differs only by capitals, accents or punctuation


class DbAliasSuggestions(TypedDict):
    schema: Literal["kibitzer/db/1"]
    collection: str  # the file, or the URL without its password
    chore: Literal["alias"]
    suggestions: List[SuggestedAlias]  # of --suggest


class StoredPlayer(TypedDict):
    name: str
    counted_as: Optional[str]  # the name that an alias counts as; null = its own
    matches: int  # under this name


class DbPlayers(TypedDict):
    schema: Literal["kibitzer/db/1"]
    collection: str  # the file, or the URL without its password
    chore: Literal["players"]
    players: List[StoredPlayer]  # by person, each before the aliases


class DbEngine(TypedDict):
    engine: Optional[str]
    version: Optional[str]
    level: Optional[str]
    analyses: int


class DbInfo(TypedDict):
    schema: Literal["kibitzer/db/1"]
    collection: str  # the file, or the URL without its password
    chore: Literal["info"]
    version: int  # of the collection's tables
    matches: int  # as in the library, in exports and in figures of players
    cut_short: int  # incomplete copies of other matches; not included in the other numbers
    positions: int  # records without a decision: single positions, which do not count as matches, and empty matches
    games: int
    decisions: int
    players: int
    aliases: int
    files: int
    different_files: int
    analyses: int
    keep_errors: int  # analyses with all candidates of errors only
    keep_none: int  # analyses with the best play and the play made only
    analysed_by: List[DbEngine]
    missing_shares: List[str]  # shares of the work that are not yet complete


class DbCheck(TypedDict):
    schema: Literal["kibitzer/db/1"]
    collection: str  # the file, or the URL without its password
    chore: Literal["check"]
    faults: List[str]  # one line each, including files changed since they were analysed
    gone: List[str]  # missing files, which are not errors


class DbClassify(TypedDict):
    schema: Literal["kibitzer/db/1"]
    collection: str  # the file, or the URL without its password
    chore: Literal["classify"]
    matches: int  # with updated phases, plans and themes


class Suspect(TypedDict):
    path: str
    sha256: str  # of its bytes
    difference: str  # first difference from the first file; empty = none, or this is the first file


class Suspects(TypedDict):
    why: str
    files: List[Suspect]


class DbDuplicates(TypedDict):
    schema: Literal["kibitzer/db/1"]
    collection: str  # the file, or the URL without its password
    chore: Literal["duplicates"]
    groups: List[Suspects]  # by reason, the strongest first; each set of files is listed once


class _DbExport(TypedDict):
    schema: Literal["kibitzer/db/1"]
    collection: str  # the file, or the URL without its password
    chore: Literal["export"]
    output: str
    matches: int
    decisions: int


class DbExport(_DbExport, total=False):
    games: int  # with --tables
    players: int  # likewise
    candidates: int  # likewise


class DbExportGnubg(TypedDict):
    schema: Literal["kibitzer/db/1"]
    collection: str  # the file, or the URL without its password
    chore: Literal["export-gnubg"]
    output: str
    matches: int


class Forgotten(TypedDict):
    file: str  # as given
    known: bool


class DbForget(TypedDict):
    schema: Literal["kibitzer/db/1"]
    collection: str  # the file, or the URL without its password
    chore: Literal["forget"]
    files: List[Forgotten]


Merged = TypedDict("Merged", {"from": str, "matches": int, "known": int}, total=False)


class DbMerge(TypedDict):
    schema: Literal["kibitzer/db/1"]
    collection: str  # the file, or the URL without its password
    chore: Literal["merge"]
    merged: List[Merged]
    missing_shares: List[str]  # shares of the work that are not yet complete


class MatchesSet(TypedDict):
    file: str  # as given
    matches: int  # that were changed


class DbSet(TypedDict):
    schema: Literal["kibitzer/db/1"]
    collection: str  # the file, or the URL without its password
    chore: Literal["set"]
    files: List[MatchesSet]


class DbComment(TypedDict):
    schema: Literal["kibitzer/db/1"]
    collection: str  # the file, or the URL without its password
    chore: Literal["comment"]
    address: str


class DbMark(TypedDict):
    schema: Literal["kibitzer/db/1"]
    collection: str  # the file, or the URL without its password
    chore: Literal["mark"]
    address: str
    mark: Literal["none", "doubtful", "bad", "very-bad", "interesting", "good", "very-good"]


class DoubtAlternative(TypedDict):
    action: str  # play, double, take, drop, resign ..., nothing
    dice: Optional[List[int]]  # null where no dice belong to it
    play: Optional[str]  # of plays
    share: float
    xgid: Optional[str]  # before it


class Doubt(TypedDict):
    game: int  # from 1
    move: int  # as in reports
    player: Optional[int]  # 0 or 1
    action: str  # play, double, take, drop, resign ..., nothing
    dice: Optional[List[int]]  # null where no dice belong to it
    play: Optional[str]  # of plays
    certainty: float
    time: Optional[float]  # of the video
    line: int  # of the observation, from 0: what a correction names in "of"
    xgid: Optional[str]  # before it
    others: List[DoubtAlternative]  # the likeliest ones, with their probabilities


class DoubtsAnswer(TypedDict):
    schema: Literal["kibitzer/doubts/1"]
    player: List[str]
    media: Optional[str]  # its address
    plies: int  # of the match
    sure: float
    doubts: List[Doubt]  # in the order of the match


class DuelAnswer(TypedDict):
    schema: Literal["kibitzer/duel/1"]
    a: str
    b: str
    games: int  # money games or matches played
    match_length: int  # 0 = money play
    mean_result: Optional[float]  # of a: points a game, or matches won (-1 to 1)
    mean_result_standard_error: Optional[float]  # null with a single pair of games
    luck_adjusted_result: Optional[float]  # the same less luck
    luck_adjusted_standard_error: Optional[float]  # null with a single pair of games


class Alternative(TypedDict):
    action: str
    equity: Optional[float]  # of the player who decides
    difference: Optional[float]  # compared with the best play: 0 or negative
    played: bool  # at the first place


class Place(TypedDict):
    match: str  # the match's key in the collection
    page: str  # the name of its pages
    game: int  # from 1
    move: int  # its number in the game
    date: Optional[str]  # yyyy, yyyy-mm or yyyy-mm-dd
    event: Optional[str]
    player: str
    opponent: str
    action: str  # what was played
    error: float
    error_mwc: Optional[float]  # match winning chances; points in money play


class CostlyQuestion(TypedDict):
    key: str  # of the question: the same in every collection
    question: str  # the decision
    kind: str  # chequer play, missed double, missed cash (played on), double too early, double when too good, wrong take, wrong pass
    phase: Optional[str]
    plan: Optional[str]
    why: Optional[str]  # why it was an error at the first place; null = no reason found (docs/lessons.md)
    themes: List[str]  # its themes: docs/lessons.md
    xgid: str
    best: Optional[str]
    error: float  # the costliest place's
    total_error: float  # of all places
    alternatives: List[Alternative]  # best first
    places: List[Place]  # the costliest first


class _ErrorsAnswer(TypedDict):
    schema: Literal["kibitzer/errors/1"]
    errors: List[CostlyQuestion]  # the costliest first
    more: int  # matching places beyond --worst


class ErrorsAnswer(_ErrorsAnswer, total=False):
    language: str  # of sentences: `why`, `question`; left out: English


class _EvalRecord(TypedDict):
    schema: Literal["kibitzer/eval/1"]
    id: str  # as given
    xgid: str  # of the position and its rules, however they were given; without the variation and a resignation
    level: str
    win: float  # chance to win
    win_g: float  # to win a gammon or a backgammon
    win_bg: float  # to win a backgammon
    lose_g: float  # to lose a gammon or a backgammon
    lose_bg: float  # to lose a backgammon
    cubeless: Optional[float]  # equity without a cube
    cubeful: Optional[float]  # equity with it
    cubeless_money: float  # equity without a cube, for money
    gammon_value: float  # what a gammon is worth with the cube as it stands; money: 0.5, and 0 where Jacoby's rule counts none
    opponent_gammon_value: float  # of the opponent's
    take_point_dead: Optional[float]  # the winning chance that a double by the player on roll leaves the taker to need, with the gammons there are, if the cube is not turned again; null where there may be no double
    take_point_live: Optional[float]  # the same of a cube that is turned at the best moment


class EvalRecord(_EvalRecord, total=False):
    mwc: float  # match winning chance with the cube; in matches only
    cubeless_mwc: float  # likewise without it
    reason: str  # why there are no equities: nothing is at stake, as winning and losing are worth the same at this score
    race: Race  # where the position is a race
    settings: str  # what of --noise, --cubeless and --filter the figures have; absent: nothing
    stronger: str  # the stronger player, of a match equity table for unequal players: on-roll, opponent, X or O


class ExternalAnswer(TypedDict):
    schema: Literal["kibitzer/external/1"]
    listen: str
    level: str
    connections: int
    answered: int  # requests
    refused: int  # requests that could not be answered


class _FoundDecision(TypedDict):
    error: Optional[float]  # EMG; null = not judged
    kind: str  # play, no double, double, take or pass
    dice: Optional[int]
    action: str  # what was played
    best: Optional[str]
    player: str  # who decides
    opponent: str
    date: Optional[str]  # yyyy, yyyy-mm or yyyy-mm-dd
    match: str  # the match's key in the collection
    page: str  # the name of its pages
    game: int  # from 1
    move: int  # its number in the game
    position_id: str  # Position ID, seen by the player on roll
    gnubg_match_id: str  # GNU Backgammon's: score, cube, dice and whose turn it is
    phase: Optional[str]
    plan: Optional[str]
    themes: List[str]  # its themes: docs/lessons.md


class FoundDecision(_FoundDecision, total=False):
    distance: int  # distance from --like; only if it is given


class FindAnswer(TypedDict):
    schema: Literal["kibitzer/find/1"]
    met: int  # all that fit
    erred: int  # of them with an error
    lost: float  # EMG, of all
    decisions: List[FoundDecision]  # the first --most, by distance, date and order of play


class Format(TypedDict):
    name: str  # what --from, --to and --report take
    title: str
    reads: bool
    writes: bool
    holds: str  # how much one file can hold: position, game, match or matches
    extensions: List[str]  # of its files, without the dot
    styles: List[str]  # what --style takes


class FormatsAnswer(TypedDict):
    schema: Literal["kibitzer/formats/1"]
    formats: List[Format]


class Term(TypedDict):
    term: str  # as a heading
    meaning: str  # a sentence or two: meaning, unit, viewpoint
    forms: List[str]  # its other forms; one that begins with a small letter may begin with a capital one too


class GlossaryAnswer(TypedDict):
    schema: Literal["kibitzer/glossary/1"]
    terms: List[Term]


class _Look(TypedDict):
    plies: int  # search depth
    equity: Optional[float]  # with the cube; null if nothing is at stake
    cubeless: Optional[float]  # without it
    win: float  # chance to win
    win_g: float  # to win a gammon or a backgammon
    win_bg: float  # to win a backgammon
    lose_g: float  # to lose a gammon or a backgammon
    lose_bg: float  # to lose a backgammon
    behind: Optional[float]  # equity that the play is worse than the best of all; a guess where it was looked at less deeply
    rank: int  # of all plays, the best is 1


class Look(_Look, total=False):
    mwc: float  # match winning chance; in matches only


class _RankedPlay(TypedDict):
    play: str
    position_id_after: str  # seen by the opponent, who is then on roll
    plies: int  # search depth
    equity: Optional[float]  # with the cube; null if nothing is at stake
    cubeless: Optional[float]  # without it
    win: float  # chance to win
    win_g: float  # to win a gammon or a backgammon
    win_bg: float  # to win a backgammon
    lose_g: float  # to lose a gammon or a backgammon
    lose_bg: float  # to lose a backgammon
    behind: Optional[float]  # equity that the play is worse than the best of all; a guess where it was looked at less deeply
    rank: int  # of all plays, the best is 1
    cubeless_money: float  # equity without a cube, for money


class RankedPlay(_RankedPlay, total=False):
    mwc: float  # match winning chance; in matches only
    again: Look  # at the level of --again


class _Reply(TypedDict):
    equity: float  # of the player who answers
    cost: float  # against the best answer


class Reply(_Reply, total=False):
    mwc: float  # match winning chance; in matches only


HintRecord = TypedDict("HintRecord", {"schema": Literal["kibitzer/hint/1"], "id": str, "xgid": str, "dice": List[int], "plays": List[RankedPlay], "again_level": str, "resigned": int, "verdict": str, "no_double": Optional[float], "double_take": Optional[float], "double_pass": Optional[float], "no_double_difference": Optional[float], "double_take_difference": Optional[float], "double_pass_difference": Optional[float], "no_double_mwc": float, "double_take_mwc": float, "double_pass_mwc": float, "cubeless": Optional[float], "bluff": Optional[float], "answer": Literal["accept", "refuse", "take", "pass", "beaver", "raccoon"], "accept": Reply, "refuse": Reply, "take": Reply, "pass": Reply, "beaver": Reply, "raccoon": Reply, "win": float, "win_g": float, "win_bg": float, "lose_g": float, "lose_bg": float, "plies": int, "cubeless_money": float, "gammon_value": float, "opponent_gammon_value": float, "take_point_dead": Optional[float], "take_point_live": Optional[float], "race": Race, "settings": str, "stronger": str}, total=False)


class HeldAnalysis(TypedDict):
    engine: Optional[str]
    version: Optional[str]
    level: Optional[str]


class HeldSignature(TypedDict):
    of: str  # what is signed: match or analysis
    key: Optional[str]  # the name that the file gives the key


class HeldMatch(TypedDict):
    match: Optional[str]  # the match's key in collections; null: a position
    players: List[str]  # names; player 0 first
    length: int  # points; 0 = money session
    score: List[int]  # final score, in the order of the players
    games: int
    events: int  # plays, rolls, cube actions and other recorded events
    date: Optional[str]  # yyyy, yyyy-mm or yyyy-mm-dd
    date_text: Optional[str]  # the file's text if it is not a date, or is ambiguous: 03/04/2009
    event: Optional[str]
    round: Optional[str]
    place: Optional[str]
    generator: Optional[str]  # the program that wrote the file
    analyses: List[HeldAnalysis]  # that the file holds
    signatures: List[HeldSignature]  # of OGXM files; they are kept, but not checked


class _Diagnostic(TypedDict):
    severity: Literal["note", "warning", "error"]
    line: int  # from 1; 0 = not known
    column: int  # from 1; 0 = not known
    message: str


class Diagnostic(_Diagnostic, total=False):
    offset: int  # in bytes, of files that are not text


class InfoRecord(TypedDict):
    schema: Literal["kibitzer/info/1"]
    path: str  # of a member of an archive: archive.zip/name
    format: Optional[str]  # null where nothing could be read
    matches: List[HeldMatch]
    warnings: int
    errors: int  # what was refused
    diagnostics: List[Diagnostic]


class _JobAnswer(TypedDict):
    schema: Literal["kibitzer/job/1"]
    key: str  # of the content and the settings: the same ones have the same key
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    done: float  # from 0 to 1


class JobAnswer(_JobAnswer, total=False):
    doing: str
    result: str  # where the answer is
    events: str  # the address of its changes: text/event-stream, each event a document like this one
    problem: str  # why it failed
    messages: List[str]  # what was said about the input, once it is over


class LeaguePlace(TypedDict):
    rank: Optional[int]  # tied players share a rank; null = too few decisions, or no finished match
    name: str  # of the player; aliases count under one name
    matches_won: int
    matches_lost: int
    points: int  # made in finished matches
    points_against: int
    pr: Optional[float]  # performance rating: 500 times the EMG lost per counted decision
    pr_interval: Optional[float]  # half of the 95% interval; null below three units
    decisions: int  # that count for the performance rating
    result_less_luck: Optional[float]  # match winning chances won per match, without luck
    elo: Optional[float]  # within these matches; everybody starts at 1500


class LeftOut(TypedDict):
    not_analysed: int  # matches
    unnamed: int  # sides of matches whose player is not named
    undated: int  # undated matches, if a date was asked for
    abandoned: int  # matches without a winner: left out of results, luck and losses per match
    given_away: int  # games abandoned or resigned although not lost: left out of results and luck
    sessions: int  # money sessions, of a league: left out of every figure


class LeagueAnswer(TypedDict):
    schema: Literal["kibitzer/league/1"]
    event: Optional[str]  # as requested; null = all events
    sort: str  # the order: pr, won, points, luck, elo or name
    min_decisions: int  # needed for a rank
    matches: int  # that were finished
    players: List[LeaguePlace]  # by rank; unranked players last
    left_out: LeftOut  # What is in no figure.


class Filter(TypedDict):
    accept: Optional[int]  # best plays that are always searched further; null: all
    extra: int  # other plays that are searched further if close enough
    threshold: float  # how close to the best: EMG


class Level(TypedDict):
    name: str  # what --level takes
    plies: int  # as GNU Backgammon counts: 0 is the net alone
    cubeful: bool
    noise: float  # standard deviation of the error that is added to the winning chance
    close: float  # the last ply is searched only if a choice is this close; 0 = always
    filters: List[Filter]  # for each depth from 0, which plays are searched one ply deeper


class LevelsAnswer(TypedDict):
    schema: Literal["kibitzer/levels/1"]
    levels: List[Level]


class ListedFile(TypedDict):
    path: str  # as analyze takes it; of a member of an archive ARCHIVE/MEMBER
    bytes: int
    sha256: str


class ListAnswer(TypedDict):
    schema: Literal["kibitzer/list/1"]
    files: List[ListedFile]


class MatchPlayer(TypedDict):
    name: str
    rating: Optional[str]  # as in the file
    experience: Optional[str]  # likewise


class _MatchRules(TypedDict):
    variant: Literal["backgammon", "nackgammon", "hypergammon1", "hypergammon2", "hypergammon3"]
    cube: bool  # is in use
    crawford: bool
    jacoby: Optional[bool]  # null = not given in the source
    beavers: bool
    automatic_doubles: bool


class MatchRules(_MatchRules, total=False):
    cube_limit: int  # its highest value; absent: no limit
    raccoons: bool  # false: a beaver may not be raised; absent: as beavers


class MatchClock(TypedDict):
    kind: Optional[str]  # delay, bronstein or fischer; unsaid: `delay` is the time for a move, but the file does not say how it counts
    reserve: Optional[float]  # of each player, for the match
    delay: Optional[float]  # of a move, before the reserve runs
    increment: Optional[float]  # to the reserve, with every move
    name: Optional[str]  # as the source calls it


class MatchVideo(TypedDict):
    url: Optional[str]  # address
    live: bool  # it is broadcast while it is played


class MatchTag(TypedDict):
    format: Optional[str]  # the program that uses this word; null = all
    name: str
    values: List[str]


class MatchAnalysis(TypedDict):
    engine: Optional[str]
    version: Optional[str]
    level: Optional[str]
    settings: Optional[str]  # everything needed to repeat it
    met: Optional[str]
    thresholds: List[Optional[float]]  # of doubtful, bad, very bad


class MatchWarning(TypedDict):
    severity: Literal["warning", "error"]
    line: int  # from 1; 0 = not known
    column: int  # likewise
    message: str


class _Match(TypedDict):
    key: Optional[str]  # of players, rules, dice and plays, with player 0 as here: what `match` is in other documents; null for positions
    format: Optional[str]
    generator: Optional[str]  # the program that wrote the file
    players: List[MatchPlayer]  # player 0 and player 1, in the file's order
    length: int  # points; 0 = money session
    games: int
    rules: MatchRules
    date: Optional[str]  # yyyy, yyyy-mm or yyyy-mm-dd
    date_text: Optional[str]  # the file's text if it is not a date, or is ambiguous
    time: Optional[str]
    event: Optional[str]
    round: Optional[str]
    place: Optional[str]
    site: Optional[str]
    match_id: Optional[str]  # of the site where it was played
    annotator: Optional[str]
    comment: Optional[str]
    tags: List[MatchTag]
    analysis: Optional[MatchAnalysis]  # the one shown; null = none
    warnings: List[MatchWarning]  # warnings and notes about the file


class Match(_Match, total=False):
    clock: MatchClock  # In seconds.
    video: MatchVideo


class PlayByScore(TypedDict):
    money: str  # a letter, as below
    away: List[str]  # one text for each score of the player on roll, from 1-away, with a letter for each score of the opponent: A is the first of `plays`; a small letter: the next play is within 0.01; -: nothing is at stake; ?: none of these
    plays: List[str]  # that are best at some score


class Probabilities(TypedDict):
    win: float
    win_g: float  # or backgammon
    win_bg: float
    lose: float
    lose_g: float  # or backgammon
    lose_bg: float


class _MatchLevel(TypedDict):
    kind: Literal["none", "ply", "rollout", "book", "exact", "other"]
    plies: int  # as GNU Backgammon counts: 0 = the bare net
    xg_plies: int  # as eXtreme Gammon counts: one more
    cubeful: bool


class MatchLevel(_MatchLevel, total=False):
    trials: int  # of rollouts
    name: str  # as the source calls it


class StandardError(TypedDict):
    probabilities: Optional[Probabilities]
    equity: Optional[float]
    cubeless_equity: Optional[float]


class Decider(TypedDict):
    level: MatchLevel


class RolloutPlayers(TypedDict):
    chequer: Decider
    cube: Decider


class _Rollout(TypedDict):
    variance_reduction: bool
    quasi_random: bool  # each first roll equally often
    opening: bool  # no doublet as first roll
    stop_two_sided: bool  # where a database knows the cube too
    stop_one_sided: bool
    truncation: int  # half-rolls; 0 = games are played out
    late_from: int  # half-roll from which `late` applies; 0 = never
    seed: int


class Rollout(_Rollout, total=False):
    min_trials: int
    max_trials: int
    dice: str  # their generator, as the source calls it
    early: RolloutPlayers
    late: RolloutPlayers
    last: RolloutPlayers


class _Candidate(TypedDict):
    rank: int  # from 1
    play: Optional[str]  # null = nothing is moved
    played: bool
    equity: Optional[float]
    difference: Optional[float]  # compared with the best: 0 or negative; null if evaluated less deeply
    cubeless_equity: Optional[float]
    probabilities: Optional[Probabilities]
    level: MatchLevel


class Candidate(_Candidate, total=False):
    standard_error: StandardError
    rollout: Rollout


class _Moves(TypedDict):
    legal: int
    played: Optional[int]  # its rank, from 1; null = not evaluated
    error: Optional[float]  # 0 or more
    why: Optional[str]  # why it was an error, in a sentence or two; null = no error, or no reason found (docs/lessons.md)
    themes: List[Literal["point-making", "hit", "safe-v-bold", "escape", "key-point", "breaking-point", "missed-hit", "missed-point", "race", "bear-off", "opening", "reply", "stacking", "anchor", "prime", "entering", "holding", "mutual-holding", "blitz", "prime-v-prime", "backgame", "ace-point", "crunch", "timing", "needless-hit", "loose-hit", "double-hit", "containment", "bear-in-contact", "bear-off-contact", "crossover", "recube", "race-cube", "last-roll", "gammonish", "too-good", "score-cube", "dead-cube", "beaver", "market-losers", "crawford", "post-crawford", "double-match-point", "wastage", "diversification", "duplication", "blot-count", "time-trouble"]]  # its themes (docs/lessons.md)
    candidates_total: int  # stored; `candidates` has the best of them and the play made
    candidates: List[Candidate]  # best first


class Moves(_Moves, total=False):
    error_mwc: Optional[float]  # the same as match winning chances; in matches
    error_points: Optional[float]  # the same in points; in money play
    by_score: PlayByScore


class _Branch(TypedDict):
    cubeless_equity: Optional[float]
    probabilities: Optional[Probabilities]


class Branch(_Branch, total=False):
    mwc: Optional[float]  # the same as match winning chances; in matches
    points: Optional[float]  # the same in points; in money play
    standard_error: StandardError


class Here(TypedDict):
    cubeless_money: float  # equity without a cube, for money
    gammon_value: float  # what a gammon is worth with the cube as it stands; money: 0.5, and 0 where Jacoby's rule counts none
    opponent_gammon_value: float  # of the opponent's
    take_point_dead: Optional[float]  # the winning chance that a double by the player on roll leaves the taker to need, with the gammons there are, if the cube is not turned again; null where there may be no double
    take_point_live: Optional[float]  # the same of a cube that is turned at the best moment


class CubeByScore(TypedDict):
    money: str  # a letter, as below
    away: List[str]  # one text for each score of the player on roll, from 1-away, with a letter for each score of the opponent (docs/formats/dump.md)


class _Cube(TypedDict):
    xgid: str
    gnubg_id: str  # Position ID:Match ID
    no_double: Optional[float]
    double_take: Optional[float]
    double_pass: Optional[float]
    verdict: Optional[str]  # the proper cube action
    double_error: Optional[float]  # by doubling or not
    answer_error: Optional[float]
    why: Optional[str]  # why it was an error, in a sentence or two; null = no error, or no reason found (docs/lessons.md)
    themes: List[Literal["point-making", "hit", "safe-v-bold", "escape", "key-point", "breaking-point", "missed-hit", "missed-point", "race", "bear-off", "opening", "reply", "stacking", "anchor", "prime", "entering", "holding", "mutual-holding", "blitz", "prime-v-prime", "backgame", "ace-point", "crunch", "timing", "needless-hit", "loose-hit", "double-hit", "containment", "bear-in-contact", "bear-off-contact", "crossover", "recube", "race-cube", "last-roll", "gammonish", "too-good", "score-cube", "dead-cube", "beaver", "market-losers", "crawford", "post-crawford", "double-match-point", "wastage", "diversification", "duplication", "blot-count", "time-trouble"]]  # its themes (docs/lessons.md)
    no_double_evaluation: Branch
    double_take_evaluation: Branch
    level: MatchLevel


class Cube(_Cube, total=False):
    double_error_mwc: Optional[float]  # the same as match winning chances; in matches
    double_error_points: Optional[float]  # the same in points; in money play
    answer_error_mwc: Optional[float]  # the same as match winning chances; in matches
    answer_error_points: Optional[float]  # the same in points; in money play
    stakes: Here  # of errors and single positions
    rollout: Rollout
    by_score: CubeByScore
    by_roll: List[List[Optional[float]]]  # without a double


class MatchReply(TypedDict):
    equity: Optional[float]  # per cube before any double
    cost: Optional[float]  # against the best reply


class Acceptance(TypedDict):
    player: Optional[int]  # who answers: 0 or 1
    best: str
    accept: MatchReply
    refuse: MatchReply


Replies = TypedDict("Replies", {"player": Optional[int], "best": str, "take": MatchReply, "pass": MatchReply, "beaver": MatchReply, "raccoon": MatchReply}, total=False)


class _Luck(TypedDict):
    equity: Optional[float]


class Luck(_Luck, total=False):
    mwc: Optional[float]  # the same as match winning chances; in matches
    points: Optional[float]  # the same in points; in money play


class MatchRaceSide(TypedDict):
    epc: float  # effective pip count
    wastage: float  # EPC less pips


class PlyRace(TypedDict):
    on_roll: MatchRaceSide
    opponent: MatchRaceSide
    exact: bool  # from a bearoff database


class PlyTime(TypedDict):
    taken: Optional[float]  # by the event, from the end of the one before it
    rolled: Optional[float]  # of these, until the dice were rolled
    left: List[Optional[float]]  # in the reserve of player 0 and player 1, before it
    video: Optional[float]  # where the recording shows it
    link: Optional[str]  # the recording's address, at that second


class PlyMarks(TypedDict):
    move: Optional[Literal["doubtful", "bad", "very bad"]]
    cube: Optional[Literal["doubtful", "bad", "very bad"]]
    luck: Optional[Literal["very lucky", "lucky", "unlucky", "very unlucky"]]


class PlyMarksByHand(TypedDict):
    move: Optional[Literal["doubtful", "bad", "very bad", "interesting", "good", "very good"]]
    cube: Optional[Literal["doubtful", "bad", "very bad", "interesting", "good", "very good"]]
    luck: Optional[Literal["very lucky", "lucky", "unlucky", "very unlucky"]]


class _Ply(TypedDict):
    number: int  # rolls and cube actions of a game, from 1; 0 = neither
    action: Literal["play", "roll", "double", "beaver", "raccoon", "take", "drop", "resign", "accept", "refuse", "set-board", "set-dice", "set-cube", "set-score", "comment"]
    player: Optional[int]  # who acts: 0 or 1
    roll: Optional[str]  # as rolled
    play: Optional[str]  # null = nothing moved
    value: Optional[int]  # of the cube offered, or of a resignation: 1 to 3
    illegal: bool  # kept as found
    xgid: str
    gnubg_id: str  # Position ID:Match ID
    pips: List[int]  # of player 0 and player 1
    moves: Optional[Moves]  # null = not analysed or not requested
    cube: Optional[Cube]  # likewise
    luck: Optional[Luck]
    marks: PlyMarks
    comment: Optional[str]


class Ply(_Ply, total=False):
    source_text: str  # the file's words, if they matter
    acceptance: Acceptance  # Of the resignation that waits, seen by who answers, at the cube as it stands.
    replies: Replies  # To the double that was beavered, or to the double, beaver or raccoon that waits; seen by who replies.
    race: PlyRace
    time: PlyTime  # In seconds; null = not known.
    author_marks: PlyMarksByHand  # set by hand by the file's author
    owner_marks: PlyMarksByHand  # likewise, the owner of the collection: in place of the author's
    properties: List[MatchTag]


class Game(TypedDict):
    number: int  # from 1
    score: List[int]  # of player 0 and player 1, before the game
    crawford_game: bool
    automatic_doubles: int
    winner: Optional[int]  # 0 or 1; null = the game was not finished
    points: int  # won, cube included
    ending: Optional[Literal["borne off", "drop", "resigned", "forfeit", "settled"]]
    comment: Optional[str]
    plies: List[Ply]  # events in order, set-ups and comments too


class MarkedByHand(TypedDict):
    very_good: int
    good: int
    interesting: int
    doubtful: int
    bad: int
    very_bad: int


class _PlayerChecker(TypedDict):
    total_moves: Optional[int]  # made, including forced ones
    unforced_moves: Optional[int]  # with an alternative
    doubtful: Optional[int]
    bad: Optional[int]
    very_bad: Optional[int]
    error_emg: Optional[float]  # in all
    error_rate_memg: Optional[float]  # per unforced move analysed
    rating: Optional[Literal["too few", "Supernatural", "World class", "Expert", "Advanced", "Intermediate", "Casual player", "Beginner", "Awful!"]]  # for the error rate, not the PR; "too few" for fewer than 20 decisions


class PlayerChecker(_PlayerChecker, total=False):
    error_mwc: Optional[float]  # the same as match winning chances; in matches
    error_points: Optional[float]  # the same in points; in money play
    marked_by_hand: MarkedByHand  # by the file's author, or the owner of the collection


class _PlayerLuck(TypedDict):
    very_lucky: Optional[int]
    lucky: Optional[int]
    unlucky: Optional[int]
    very_unlucky: Optional[int]
    luck_emg: Optional[float]  # in all
    luck_rate_memg: Optional[float]  # per move
    rating: Optional[Literal["Go to Las Vegas", "Good dice, man!", "None", "Bad dice, man!", "Go to bed"]]  # in words


class PlayerLuck(_PlayerLuck, total=False):
    luck_mwc: Optional[float]  # the same as match winning chances; in matches
    luck_points: Optional[float]  # the same in points; in money play


class _CubeError(TypedDict):
    count: Optional[int]
    error_emg: Optional[float]  # in all


class CubeError(_CubeError, total=False):
    error_mwc: Optional[float]  # the same as match winning chances; in matches
    error_points: Optional[float]  # the same in points; in money play


class _PlayerCube(TypedDict):
    total_decisions: Optional[int]
    close_or_actual: Optional[int]
    doubles: Optional[int]
    takes: Optional[int]
    passes: Optional[int]
    missed_double_below_cp: CubeError
    missed_double_above_cp: CubeError
    wrong_double_below_dp: CubeError
    wrong_double_above_tg: CubeError
    wrong_take: CubeError
    wrong_pass: CubeError
    error_emg: Optional[float]  # in all
    error_rate_memg: Optional[float]  # per close or actual decision
    rating: Optional[Literal["too few", "Supernatural", "World class", "Expert", "Advanced", "Intermediate", "Casual player", "Beginner", "Awful!"]]  # for the error rate, not the PR; "too few" for fewer than 20 decisions


class PlayerCube(_PlayerCube, total=False):
    error_mwc: Optional[float]  # the same as match winning chances; in matches
    error_points: Optional[float]  # the same in points; in money play
    marked_by_hand: MarkedByHand  # by the file's author, or the owner of the collection


class _PlayerOverall(TypedDict):
    error_emg: Optional[float]  # in all
    error_rate_memg: Optional[float]  # per unforced move and close or actual cube decision
    decisions: Optional[int]  # unforced moves, and close or actual cube decisions; the PR counts `pr_decisions`
    snowie_error_rate: Optional[float]  # per move of both players
    snowie_moves: Optional[int]
    pr: Optional[float]  # eXtreme Gammon's performance rating: 500 x the cost of the average decision
    pr_decisions: Optional[int]  # plays with a choice, doubles, takes, passes, and rolls where doubling would have cost less than 0.200
    grade: Optional[str]  # of the PR, of whole matches; "no grade yet" where its range is too wide
    rating: Optional[Literal["too few", "Supernatural", "World class", "Expert", "Advanced", "Intermediate", "Casual player", "Beginner", "Awful!"]]  # for the error rate, not the PR; "too few" for fewer than 20 decisions
    actual_result: Optional[float]  # match winning chances gained; in money play points
    luck_adjusted_result: Optional[float]  # likewise, less luck
    level_pr: Optional[float]  # of both players together: the level of the next figure
    same_decisions_pr: Optional[float]  # the PR that players of that level have in this player's decisions; null if the candidates were not kept
    same_decisions_low: Optional[float]  # of its 95% range
    same_decisions_high: Optional[float]
    decisions_were: Optional[str]  # harder or easier than the opponent's; null: the 95% range of the difference includes none
    unread_plays: Optional[int]  # illegal or unreadable, and missing turns
    abandoned_games: Optional[int]  # abandoned or resigned although not lost
    given_up_emg: Optional[float]  # in all
    mwc_against_current_opponent: Optional[float]  # one half, minus own errors, plus the opponent's
    luck_based_fibs_difference: Optional[float]  # how much stronger than the opponent
    error_based_fibs_rating: Optional[float]
    checker_rating_loss: Optional[float]
    cube_rating_loss: Optional[float]


class PlayerOverall(_PlayerOverall, total=False):
    error_mwc: Optional[float]  # the same as match winning chances; in matches
    error_points: Optional[float]  # the same in points; in money play
    given_up_mwc: Optional[float]  # the same as match winning chances; in matches
    given_up_points: Optional[float]  # the same in points; in money play


class Player(TypedDict):
    name: str
    checker: PlayerChecker  # Chequer play.
    luck: PlayerLuck  # Luck of the rolls.
    cube: PlayerCube  # Cube actions.
    overall: PlayerOverall  # Chequer play and cube together.


class MatchStatisticsGame(TypedDict):
    number: int
    players: List[Player]


class MatchStatistics(TypedDict):
    players: List[Player]
    games: List[MatchStatisticsGame]


class Certificate(TypedDict):
    engine: Optional[str]
    version: Optional[str]  # with digests of the networks
    settings: Optional[str]
    met: Optional[str]
    match: str  # digest of players, rules, dice and plays
    data: str  # options, warnings and the analysed match, packed, in base64: everything the document is made from


class _MatchAnswer(TypedDict):
    schema: Literal["kibitzer/match/1"]
    match: Match
    games: List[Game]
    statistics: MatchStatistics
    certificate: Optional[Certificate]  # used by `kibitzer verify` to recompute the analysis (docs/verify.md); null if it is not kibitzer's


class MatchAnswer(_MatchAnswer, total=False):
    language: str  # of sentences: `why`, `question`; left out: English


class ListedTable(TypedDict):
    name: str  # what --met takes
    description: str
    length: int  # points it goes to
    default: bool


class MetList(TypedDict):
    schema: Literal["kibitzer/met/1"]
    tables: List[ListedTable]


class MetTable(TypedDict):
    schema: Literal["kibitzer/met/1"]
    name: str
    description: str
    length: int  # points it goes to
    pre_crawford: List[List[float]]  # [points you need - 1][points the opponent needs - 1]: your chance to win the match; 1 = the Crawford game
    post_crawford: List[List[float]]  # [you, the opponent][points the one who trails needs - 1]: chance of the one who trails, after the Crawford game


class Double(TypedDict):
    doubler: Literal["you", "opponent"]
    cube: int  # before the double
    double_point: Optional[float]  # chance above which a double gains
    cash_point_dead: Optional[float]  # chance above which the taker passes a dead cube
    cash_point_live: Optional[float]  # the same of a live cube
    take_point_dead: Optional[float]  # the taker's own chance
    take_point_live: Optional[float]  # the taker's own chance
    redoubled_at_once: bool  # the taker redoubles at once, having nothing to lose by it
    gammon_value_doubler: float  # with the doubled cube
    gammon_value_taker: float  # with the doubled cube


class MetScore(TypedDict):
    schema: Literal["kibitzer/met/1"]
    name: str
    away: List[int]  # points that you and the opponent need
    crawford_game: bool
    mwc: float  # your chance to win the match
    gammon_value: float  # of your gammons with the cube at 1; money: 0.5
    opponent_gammon_value: float  # of the opponent's
    doubles: List[Double]  # that can be of use


class Converted(TypedDict):
    equity: float  # yours, with the cube at that value
    mwc: float  # yours to win the match


class MetConvert(TypedDict):
    schema: Literal["kibitzer/met/1"]
    name: str
    away: List[int]  # points that you and the opponent need
    crawford_game: bool
    cube: int  # the value that equities are for
    stake: float  # the chance after winning a game of that value less the chance after losing it: an equity of 2
    values: List[Converted]


class _Option(TypedDict):
    name: str
    letter: Optional[str]  # null: none
    group: str  # the title under which help lists it
    type: Literal["array", "boolean", "integer", "number", "string"]  # array: it may be repeated
    argument: Optional[str]  # its name in the help; null: none
    default: Optional[str]
    reads_file: bool
    writes_file: bool
    help: str


class Option(_Option, total=False):
    least: float
    most: float
    values: List[str]  # known values; many options also take others


class OptionsAnswer(TypedDict):
    schema: Literal["kibitzer/options/1"]
    command: str
    options: List[Option]


class _ProblemAnswer(TypedDict):
    schema: Literal["kibitzer/problem/1"]
    type: str
    title: str
    status: int  # of HTTP
    detail: str  # what was found, what was expected


class ProblemAnswer(_ProblemAnswer, total=False):
    option: str  # that it is about
    value: str  # that it had
    line: int  # of the body, from 1
    column: int  # from 1
    input: int  # which position it is about, from 1


class Leak(TypedDict):
    name: str  # of the phase, plan, cube action or theme, as found in the matches before
    kind: str  # phase, plan, cube action or theme; all: chequer play, the cube
    before_rate: Optional[float]  # PR in these decisions before
    before_decisions: int  # of that kind, before
    expected_rate: Optional[float]  # PR to be expected since if nothing was learnt: less what was chance when it became a leak, and changed by as much as what was not studied
    rate_pr: Optional[float]  # PR in these decisions since
    rate_low: Optional[float]  # of the 95% range of rate_pr; null below three matches
    rate_high: Optional[float]
    decisions: int  # of that kind, since
    change: Optional[float]  # rate_pr less expected_rate; negative is better; null below 30 decisions before or since
    low: Optional[float]  # of the 95% range of change
    high: Optional[float]
    helped: str  # better or worse: the 95% range of change is below or above 0; open: it holds 0; too few: decisions or matches
    of_whole: bool  # the rates are shares of the whole PR, as the theme depends on the play made: what such decisions lost, over all decisions; else over these decisions alone


class ProgressAnswer(TypedDict):
    schema: Literal["kibitzer/progress/1"]
    player: str
    since: str  # the day, month or year given
    before_pr: Optional[float]  # of all decisions
    before_matches: int
    undated_matches: int  # matches that are in neither, as they have no date, or one too vague to tell
    rest_before: Optional[float]  # PR of decisions in none of the leaks
    rest_after: Optional[float]
    leaks: List[Leak]  # those that study would have named before that day; of --since plan those that the plan showed


class Reference(TypedDict):
    rank: int  # from 1: what stands for most comes first
    question: str
    xgid: str
    plan: Optional[str]
    themes: List[str]  # its themes: docs/lessons.md
    played: str
    best: Optional[str]
    error: float  # EMG: the greatest at one place
    stands_for: int  # errors that none before it stands for, itself too
    share: float  # of what the player's errors lost, from 0.02 EMG on
    why: Optional[str]


class _ReferenceAnswer(TypedDict):
    schema: Literal["kibitzer/reference/1"]
    player: str
    errors: int  # of 0.02 EMG or more; the 2,000 costliest at most
    share: float  # of what they lost: what the positions stand for
    positions: List[Reference]


class ReferenceAnswer(_ReferenceAnswer, total=False):
    language: str  # of sentences: `why`, `question`; left out: English


class ReportAnswer(TypedDict):
    schema: Literal["kibitzer/report/1"]
    folder: str
    pages: int
    failed: int


class ReviewPart(TypedDict):
    kind: str  # all, match, half (of each match's decisions) or score
    name: str  # the opponent of a match; first half, ahead ...
    round: Optional[str]  # of a match, if its file names one
    decisions: int  # that count for the performance rating
    pr: Optional[float]  # in these decisions
    usual: Optional[float]  # what the player usually has in such decisions, if they are as hard
    difference_pr: Optional[float]  # pr less usual
    low: Optional[float]  # of its 95% range; of parts, so that all of them hold together
    high: Optional[float]
    verdict: Optional[str]  # better or worse; null: the range includes no difference


class ReviewAnswer(TypedDict):
    schema: Literal["kibitzer/review/1"]
    player: str
    event: str  # as requested
    matches: int  # there
    decisions: int
    pr: Optional[float]  # there
    usual_matches: int  # that everything is compared with
    usual_decisions: int
    usual_of_year: bool  # matches of the year before the event; else all others of the player
    usual_pr: Optional[float]
    parts: List[ReviewPart]  # the whole first; parts with fewer than 20 decisions, there or usually, are left out


class RolloutErrors(TypedDict):
    cubeless: Optional[float]
    win: Optional[float]
    win_g: Optional[float]
    win_bg: Optional[float]
    lose_g: Optional[float]
    lose_bg: Optional[float]


class _RolloutCandidate(TypedDict):
    id: str  # as given
    play: str  # or no double; or double, take; or the answer to a pending double or resignation: take, pass, beaver; accept, refuse
    equity: Optional[float]  # with the cube; null if nothing is at stake
    standard_error: Optional[float]  # of the equity; null for fewer than two trials
    win: float  # chance to win
    win_g: float  # to win a gammon or a backgammon
    win_bg: float  # to win a backgammon
    lose_g: float  # to lose a gammon or a backgammon
    lose_bg: float  # to lose a backgammon
    trials: int
    cubeless: Optional[float]  # equity without the cube
    xgid: str  # of the position and its rules, however they were given; without the variation and a resignation


class RolloutCandidate(_RolloutCandidate, total=False):
    mwc: float  # match winning chance; in matches only
    mwc_standard_error: Optional[float]
    standard_errors: RolloutErrors  # null for fewer than two trials; not of answers
    behind: Optional[float]  # how much worse than the best play; plays only
    behind_standard_error: Optional[float]
    dropped: bool  # dropped as clearly worse before the end; plays only
    verdict: str  # the proper cube action, or the proper answer to a pending offer; not of plays


class _RolloutAnswer(TypedDict):
    schema: Literal["kibitzer/rollout/1"]
    engine: str
    settings: str  # how the games were played
    seed: int  # of the dice
    results: List[RolloutCandidate]  # the candidates of each position, best first; positions in the order given


class RolloutAnswer(_RolloutAnswer, total=False):
    stronger: str  # the stronger player, of a match equity table for unequal players: on-roll, opponent, X or O


class Document(TypedDict):
    name: str
    version: int  # increases if programs have to change
    help: str


class SchemasAnswer(TypedDict):
    schema: Literal["kibitzer/schemas/1"]
    documents: List[Document]


class ListedPlay(TypedDict):
    play: str
    cells: int  # at how many it is best, with each owner of the cube


class PlayAtScore(TypedDict):
    away: int  # points that the player on roll needs; 1 = after the Crawford game, 0 = money
    opponent_away: int
    cube_owner: Literal["centred", "on roll", "opponent"]  # whose it is
    cube: int  # of the cube: the position's, or 2 where an owner is new
    play: str
    equity: Optional[float]  # with the cube; null where nothing is at stake
    lead: Optional[float]  # over the next play; a guess where that was looked at less deeply
    loss: Optional[float]  # of the play that is best in the position itself


class _ScoresRecord(TypedDict):
    schema: Literal["kibitzer/scores/1"]
    id: str  # as given
    xgid: str  # of the position and its rules, however they were given; without the variation and a resignation
    dice: List[int]
    level: str
    plays: List[ListedPlay]  # that are best somewhere; first the best one in the position itself
    scores: List[PlayAtScore]  # money, then every score from 1 to 7 away, for each owner of the cube


class ScoresRecord(_ScoresRecord, total=False):
    settings: str  # what of --noise, --cubeless and --filter the figures have; absent: nothing
    stronger: str  # the stronger player, of a match equity table for unequal players: on-roll, opponent, X or O


class PlayerFigures(TypedDict):
    name: str  # of the player; aliases count under one name
    matches: int
    games: int
    decisions: int  # that count for the performance rating
    units: int  # matches, or games of a single match: the units of the standard errors
    pr: Optional[float]  # performance rating: 500 times the EMG lost per counted decision
    pr_standard_error: Optional[float]  # null below three units
    pr_interval: Optional[float]  # half of the 95% interval
    pr_evaluator_error: Optional[float]  # how far the rating may be off because of the evaluator
    checker_pr: Optional[float]  # of chequer plays
    checker_pr_standard_error: Optional[float]  # null below three units
    cube_pr: Optional[float]  # of cube decisions
    cube_pr_standard_error: Optional[float]  # null below three units
    error_rate: Optional[float]  # thousandths of EMG lost per decision
    error_rate_standard_error: Optional[float]  # null below three units
    snowie_rate: Optional[float]  # the same divided by the moves of both players
    snowie_rate_standard_error: Optional[float]  # null below three units
    luck: Optional[float]  # own less the opponent's, match winning chances per finished match
    luck_standard_error: Optional[float]  # null below three units
    result: Optional[float]  # match winning chances won per finished match
    result_standard_error: Optional[float]  # null below three units
    result_less_luck: Optional[float]
    result_less_luck_standard_error: Optional[float]  # null below three units
    mwc_lost_per_7_points: Optional[float]  # match winning chances lost per finished match, as if it were to 7 points
    mwc_lost_per_7_points_standard_error: Optional[float]  # null below three units
    money_luck: Optional[float]  # per game
    money_luck_standard_error: Optional[float]  # null below three units
    money_result: Optional[float]  # per game
    money_result_standard_error: Optional[float]  # null below three units
    cube_bias: Optional[float]  # errors that were too bold minus those too timid, per cube decision
    cube_bias_standard_error: Optional[float]  # null below three units
    level_pr: Optional[float]  # of groups of decisions: the PR that players with the player's PR have there
    level_checker_pr: Optional[float]  # chequer PR of players with this PR
    level_cube_pr: Optional[float]  # cube PR of players with this PR
    same_decisions_pr: Optional[float]  # the PR that players with the player's PR have in the same decisions; null if the candidates were not kept, and for groups of decisions
    same_decisions_low: Optional[float]  # of its 95% range
    same_decisions_high: Optional[float]
    decisions_were: Optional[str]  # harder or easier than decisions are on average; null: the range includes no difference


class _GroupFigures(TypedDict):
    name: str  # of the player; aliases count under one name
    matches: int
    games: int
    decisions: int  # that count for the performance rating
    units: int  # matches, or games of a single match: the units of the standard errors
    pr: Optional[float]  # performance rating: 500 times the EMG lost per counted decision
    pr_standard_error: Optional[float]  # null below three units
    pr_interval: Optional[float]  # half of the 95% interval
    pr_evaluator_error: Optional[float]  # how far the rating may be off because of the evaluator
    checker_pr: Optional[float]  # of chequer plays
    checker_pr_standard_error: Optional[float]  # null below three units
    cube_pr: Optional[float]  # of cube decisions
    cube_pr_standard_error: Optional[float]  # null below three units
    error_rate: Optional[float]  # thousandths of EMG lost per decision
    error_rate_standard_error: Optional[float]  # null below three units
    snowie_rate: Optional[float]  # the same divided by the moves of both players
    snowie_rate_standard_error: Optional[float]  # null below three units
    luck: Optional[float]  # own less the opponent's, match winning chances per finished match
    luck_standard_error: Optional[float]  # null below three units
    result: Optional[float]  # match winning chances won per finished match
    result_standard_error: Optional[float]  # null below three units
    result_less_luck: Optional[float]
    result_less_luck_standard_error: Optional[float]  # null below three units
    mwc_lost_per_7_points: Optional[float]  # match winning chances lost per finished match, as if it were to 7 points
    mwc_lost_per_7_points_standard_error: Optional[float]  # null below three units
    money_luck: Optional[float]  # per game
    money_luck_standard_error: Optional[float]  # null below three units
    money_result: Optional[float]  # per game
    money_result_standard_error: Optional[float]  # null below three units
    cube_bias: Optional[float]  # errors that were too bold minus those too timid, per cube decision
    cube_bias_standard_error: Optional[float]  # null below three units
    level_pr: Optional[float]  # of groups of decisions: the PR that players with the player's PR have there
    level_checker_pr: Optional[float]  # chequer PR of players with this PR
    level_cube_pr: Optional[float]  # cube PR of players with this PR
    same_decisions_pr: Optional[float]  # the PR that players with the player's PR have in the same decisions; null if the candidates were not kept, and for groups of decisions
    same_decisions_low: Optional[float]  # of its 95% range
    same_decisions_high: Optional[float]
    decisions_were: Optional[str]  # harder or easier than decisions are on average; null: the range includes no difference


class GroupFigures(_GroupFigures, total=False):
    group: str  # 2025-03, race ...
    errors: int  # of groups of errors alone: how many there are
    guessed: int  # of a month or a year: matches that have no date, dated by their files
    seconds_from: float  # of groups by time alone: what the quickest took
    seconds_to: float  # the slowest
    pr_difference: float  # the PR here less that of the player's other decisions with a time
    pr_difference_interval: float  # half of its 95% interval
    costs: str  # more or less than the others; left out: the range includes no difference


class StatsAnswer(TypedDict):
    schema: Literal["kibitzer/stats/1"]
    by: Optional[str]  # what groups: year, month, opponent, length, event, phase, plan, score, cube, cube-action, opening, theme, time or error-kind
    players: List[PlayerFigures]  # by name
    groups: List[GroupFigures]  # by name of the player, then in their own order
    left_out: LeftOut  # What is in no figure.


class StudyLeak(TypedDict):
    name: str  # of the phase, plan, cube action or theme
    kind: str  # phase, plan, cube action or theme; all: chequer play, the cube
    certainty: str  # sure: the 95% range of cost_pr lies above 0; likely: its 80% range does; weak: neither does
    cost_pr: float  # its cost in excess of what is usual at that PR, as a share of the player's PR
    low: float  # of the 95% range of cost_pr
    high: float
    rate_pr: float  # PR in these decisions alone; of a theme that depends on what was played, over all decisions
    rate_low: Optional[float]  # of the 95% range of rate_pr; null below three matches
    rate_high: Optional[float]
    expected_rate: float  # the rate of players of that PR
    decisions: int  # of that kind
    lost_pr: float  # what they cost the player, over all decisions
    expected_pr: float  # what they cost players of that PR


class StudyAnswer(TypedDict):
    schema: Literal["kibitzer/study/1"]
    player: str
    pr: Optional[float]
    matches: int
    decisions: int  # that count for the performance rating
    field_players: int  # players of the collection behind the expected figures; 0 = the built-in table
    leaks: List[StudyLeak]  # three at most, the surest first, of the same certainty the costliest
    more_decisions: int  # needed to find a leak of 0.5 PR in half of the classes; 0 = enough


class _TemperatureRecord(TypedDict):
    schema: Literal["kibitzer/temperature/1"]
    id: str  # as given
    xgid: str  # of the position and its rules, however they were given; without the variation and a resignation
    mean: float  # over the 36 rolls
    rolls: List[List[float]]  # [a - 1][b - 1]: equity after the best play of the roll a, b


class TemperatureRecord(_TemperatureRecord, total=False):
    stronger: str  # the stronger player, of a match equity table for unequal players: on-roll, opponent, X or O


class VerifiedReport(TypedDict):
    file: str
    verdict: Literal["equal", "differs", "impossible"]  # equal, differs, or impossible: made by another engine, table or match, or damaged
    decisions: int  # analysed in the report
    checked: int
    differ: List[str]  # their anchors in the report: g2m14
    unproven: List[str]  # parts that cannot be proven: title, style sheet, warnings; comments and facts, unless the match's file is given and agrees
    why: Optional[str]  # why it is impossible; or line:column of the first difference


class VerifyAnswer(TypedDict):
    schema: Literal["kibitzer/verify/1"]
    sample: float  # share of the decisions recomputed, 0..1
    seed: Optional[int]  # of the sample; null = all decisions were recomputed
    finds_one: float  # probability of finding one changed decision, 0..1
    reports: List[VerifiedReport]
    without_certificate: List[str]  # other pages and documents in the folders, which were not verified


class GameChances(TypedDict):
    win: float
    win_gammon: float
    lose_gammon: float


class LastError(TypedDict):
    game: int  # from 1
    move: int  # as in reports
    player: int  # 0 or 1
    action: str  # what was done
    best: str  # instead of it: a play, double, no double, take or drop
    loss: float  # EMG, positive


class WatchedAnswer(TypedDict):
    schema: Literal["kibitzer/watched/1"]
    player: List[str]
    length: int  # of the match; 0: money
    score: List[int]
    crawford: bool
    over: bool
    game: int  # from 1
    move: int  # the last one, as in reports
    cube: int
    cube_owner: Optional[int]  # null: in the middle
    on_roll: int  # 0 or 1
    dice: Optional[List[int]]  # null before the roll
    pips: List[int]
    xgid: str
    last: Optional[str]
    time: Optional[float]  # of the video, where the last ply was seen
    certainty: Optional[float]  # of the last ply
    plies: int
    doubtful: int
    chances: Optional[GameChances]  # null between games, and where no board has shown how a roll was played
    error: Optional[LastError]  # the last decision that is marked as an error


BearoffAnswer = List[BearoffRecord]


CubeAnswer = List[CubeRecord]


DbAnswer = Union[DbAlias, DbAliasSuggestions, DbPlayers, DbInfo, DbCheck, DbClassify, DbDuplicates, DbExport, DbExportGnubg, DbForget, DbMerge, DbSet, DbComment, DbMark]


EvalAnswer = List[EvalRecord]


HintAnswer = List[HintRecord]


InfoAnswer = List[InfoRecord]


MetAnswer = Union[MetList, MetTable, MetScore, MetConvert]


ScoresAnswer = List[ScoresRecord]


TemperatureAnswer = List[TemperatureRecord]
