import type {CubeAnswer, EvalAnswer, HintAnswer, RolloutAnswer, TemperatureAnswer} from './documents.js';

/** Options of the command line by their long names: `{level: '2ply', jobs: 1}`; switches are true or false. */
export type Options = Record<string, string | number | boolean>;

export interface File {
    name: string;
    bytes: Uint8Array;
    /** Milliseconds since 1970, as `File.lastModified`. */
    modified?: number;
}

export interface Message {
    severity: 'note' | 'info' | 'warning' | 'error';
    text: string;
    file: string | null;
    line: number;
    column: number;
    display: string;
}

export interface Progress {
    fraction: number;
    text: string;
}
export type OnProgress = (progress: Progress) => void;

/** Who watches a question: a function alone is `{onProgress}`. `signal` stops it: the promise rejects with the signal's reason, other questions go on. */
export type Watching = OnProgress | {onProgress?: OnProgress; signal?: AbortSignal};

/** What a question is rejected with where the library refuses it. */
export interface Refusal extends Error {
    /** Negative: a code of the library's. */
    code: number;
    messages: Message[];
}

/** A question as the worker takes it (docs/web.md of the project). */
export interface Question {
    ask: 'run' | 'hint' | 'cube' | 'evaluate' | 'rollout' | 'tables' | 'words' | 'install';
    [name: string]: unknown;
}

export interface Answered {
    /** That of the library: 0 clean, 1 some inputs failed, negative where nothing came of it. */
    code: number;
    messages: Message[];
    output: Uint8Array;
    /** What the command has written or changed. */
    files: File[];
}

export interface Kibitzer {
    version: string;
    /** 0, or -1 where the machine's vector instructions compute wrongly: then use it for nothing. */
    code: number;
    /** A document of `kibitzer hint --json`: of each position its plays, best first, the cube's verdict, or the best answer. */
    hint(position: string | string[], options?: Options & {temperature?: false}, watching?: Watching): Promise<HintAnswer>;
    hint(position: string | string[], options: Options & {temperature: true}, watching?: Watching): Promise<TemperatureAnswer>;
    /** `kibitzer cube --json`: the cube at every score. */
    cube(position: string | string[], options?: Options, watching?: Watching): Promise<CubeAnswer>;
    /** `kibitzer eval --json`. */
    evaluate(position: string | string[], options?: Options, watching?: Watching): Promise<EvalAnswer>;
    /** `kibitzer rollout --json`. */
    rollout(position: string | string[], options?: Options, watching?: Watching): Promise<RolloutAnswer>;
    /** Any command, as `kibitzer COMMAND` does it, with files in and out. */
    run(command: string, what?: {options?: Options; inputs?: string[]; files?: File[]; seconds?: number}, watching?: Watching): Promise<Answered>;
    /** Bear-off databases: makes all and returns them, or takes those of an earlier time. */
    tables(files?: File[], watching?: Watching): Promise<File[]>;
    /** A question as the worker takes it. */
    ask(what: Question, watching?: Watching): Promise<unknown>;
    /** Ends the worker, and with it whatever runs: all questions that wait, and those asked later, reject. */
    close(): void | Promise<number>;
}

/** A worker with an engine of its own. In a page `worker` is needed: the address of this package's worker.js; `wasm`: the address of kibitzer.wasm where it does not
 *  stand beside it, its bytes, or a module. Under node neither is needed. */
export function open(options?: {worker?: string | URL; wasm?: string | URL | BufferSource | WebAssembly.Module}): Promise<Kibitzer>;
