/* The kernel machine in a page: machine.js, which loads machine-simd.js or machine-plain.js. All numbers of lines count from 1 in
 * the text that was compiled: info.lines[line - 1] says which file and line that is. Promises are rejected with a MachineError. */

export type Triple = [number, number, number];

export interface Line { text: string; file: string; number: number; /** the debugger can stop there */ code: boolean; }
export interface Memory { name: string; size: number; written: boolean; }
/** What is bound: a part of a memory. `type`: of an element of its array. Images have a size and a format. */
export interface Resource {
    memory: number; binding: number; offset: number; bytes: number; name?: string; type?: string;
    width?: number; height?: number; depth?: number; channels?: number; bits?: number; texels?: "float" | "unorm" | "snorm" | "int" | "uint";
}
export interface Info {
    kernel: string; lesson: string; pass: string; groups: Triple; local: Triple; subgroup: number;
    lines: Line[]; memories: Memory[]; resources: Resource[]; uniforms: Record<string, number[]>;
}

export interface Invocation { lane: number; group: Triple; local: Triple; }
export interface Finding {
    code: string; severity: "error" | "warning" | "note"; line: number; /** of the earlier access; 0: none */ otherLine: number;
    at: Invocation; other?: Invocation; object: string; element: number; conflict: string; text: string; mend: string; count: number;
}
/** Line, executions by a team, executions by lanes, places of lanes; requests to buffers and their sectors; requests to shared memory
 *  and their bank ways; requests of atomics and their ways. */
export type Counts = [number, number, number, number, number, number, number, number, number, number];

export interface Result {
    /** "budget": it never ends, or the budget is too small */
    stop: "end" | "budget" | "stopped"; ended: boolean; ms: number; laneInstructions: number; dependsOnOrder: boolean;
    findings: Finding[]; counts: Counts[]; /** of each memory, as `machine run` prints them */ hashes: string[];
}

export type Until = "into" | "over" | "out" | "line" | "barrier" | "breakpoint" | "finding" | "nan" | "end";
export interface Breakpoint { number: number; line: number; condition: string; }
export interface State {
    stop: "arrived" | "breakpoint" | "changed" | "found" | "waits" | "ended" | "start" | "long"; stopped?: boolean;
    /** instructions of lanes since the group's start */ position: number;
    /** the next line; 0: no selected lane can run */ line: number; function: string; inside: boolean;
    /** how many selected lanes will run it */ lanes: number;
    lane: number; first: number; width: number; waiting: number; ended: number;
    /** a letter for each lane: r(uns) next, (ready) e(lsewhere), (at a) b(arrier), d(one) */ states: string;
    /** [line, how many lanes in a row have it] */ laneLines: [number, number][];
    findings: Finding[]; findingPositions: number[]; breakpoints: Breakpoint[]; hit: number; counts: Counts[];
    nan?: { lane: number; lanes: number; line: number; operation: string; cameIn: boolean };
}

export interface Variable { name: string; type: string; space: string; /** "?": never written */ value: string; }
/** [value, lane that wrote it, line] of each word, or null if none has. */
export interface Shared { name: string; type: string; first: number; count: number; words: ([string, number, number] | null)[]; }
export interface Access {
    kind: "read" | "write" | "atomic"; space: string; binding: number; word: number; words: number; lane: number; line: number; name: string;
}
export interface Turn { does: "reads" | "writes" | "changes"; lane: number; line: number; group: Triple; value: string; }
export interface Order { before: string; after: string; first: Turn; second: Turn; }
export interface Orders { object: string; same: boolean; orders: [Order, Order]; }

/** `lines`: two numbers for each line of the text, its file (-1: a constant) and its line there. */
export interface Kernel { spirv: Uint8Array; text: string; files: { name: string; from: number; line: number }[]; lines: number[]; }

export declare class MachineError extends Error { stopped: boolean; /** the worker has ended; open() starts another */ dead: boolean; }

export declare class Machine {
    readonly info: Info;
    /** Called now and then while something takes long. */
    onprogress: ((progress: { laneInstructions?: number }) => void) | null;
    /** The whole dispatch with all checks, on a copy of the memory. After `budget` instructions of lanes (4e9) it is stopped. */
    run(options?: { budget?: number, order?: 0 | 1 | 2, writers?: boolean }): Promise<Result>;
    /** Who wrote a word of a memory last, after run({ writers: true }), which finds and counts nothing. */
    wrote(memory: number, word: number): Promise<{ written: boolean, line?: number, at?: Invocation }>;
    /** Bytes of a memory: before the dispatch, after the last run, or at the debugger's position. */
    memory(memory: number, when?: "before" | "after" | "here"): Promise<ArrayBuffer>;
    /** Other bytes before the dispatch; or what the last run has left in another memory: so frames follow each other. */
    fill(memory: number, bytes: ArrayBuffer): Promise<{}>;
    keep(to: number, from: number): Promise<{}>;
    /** The debugger at the start of a work group. */
    group(x?: number, y?: number, z?: number): Promise<State>;
    state(): Promise<State>;
    forward(until: Until, line?: number): Promise<State>;
    back(until: Until, line?: number): Promise<State>;
    /** Brings the lanes for which the selected ones wait. */
    others(): Promise<State>;
    /** A position up to the furthest so far. */
    goTo(position: number): Promise<State>;
    /** Which lanes commands move: `width` (a power of two; 0: all) among which `lane` is. */
    select(lane: number, width?: number): Promise<State>;
    breakAt(line: number, condition?: string): Promise<State>;
    deleteBreakpoint(number: number): Promise<State>;
    variables(lane: number): Promise<Variable[]>;
    calls(lane: number): Promise<{ function: string; line: number }[]>;
    /** An expression for many lanes; null where it means nothing. */
    values(expression: string, first?: number, count?: number): Promise<(string | null)[]>;
    shared(): Promise<Shared[]>;
    /** Of the line that ran last, or of the next. */
    accesses(): Promise<Access[]>;
    nextAccesses(): Promise<Access[]>;
    /** A race in both orders; `finding` is an index into the state's findings. */
    play(finding: number): Promise<Orders>;
    /** Ends what is under way: a run's `stop`, or a state's `stopped`, says so. */
    stop(): Promise<void>;
    close(): Promise<{}>;
}

declare const KernelMachine: {
    /** Where machine-simd.js and machine-plain.js are: at first beside machine.js. */ base: string;
    /** Which of the two; "": the one that this browser can run. */ build: "" | "simd" | "plain";
    hasSimd(): boolean;
    provide(name: string, text: string): void;
    prepare(engine?: number): Promise<void>;
    /** `engine`: in which worker, from 0; for what runs beside something else. */ open(capture: ArrayBuffer, engine?: number): Promise<Machine>;
    /** GLSL with #includes and constants becomes a module, as capture.js puts it into a capture. `path` is one of the `files`, which are
     *  texts by name; `defines` has a line "NAME VALUE" for each constant. Refused with the compiler's messages, at the files' lines. */
    compile(kernel: { path: string; files: Record<string, string>; defines?: string }): Promise<Kernel>;
    /** A whole text; spirv is null if it does not compile. */
    compileText(text: string): Promise<{ spirv: Uint8Array | null; messages: string; error?: string }>;
    /** Loads the compiler, machine-glslang.js, so that compile() is quick. */
    prepareCompiler(): Promise<unknown>;
    MachineError: typeof MachineError;
};
export default KernelMachine;
declare global { var KernelMachine: typeof KernelMachine; }
