/** How a command came to its end. */
export type ProgramEnd =
  | { by: 'itself'; exitCode: number | null; signal: NodeJS.Signals | null }
  | { by: 'memory'; maxMemoryMb: number }
  | { by: 'time'; maxSeconds: number }
  | { by: 'flood'; maxBytes: number }
  | { by: 'deafness'; maxBytes: number };

/** What a command showed beside the protocol. */
export interface ProgramEvidence {
  pid: number;
  /** The end of what it wrote to its standard error, masked. */
  stderr: string;
  /** Lines on its standard output that are no messages of the protocol. */
  strayLines: number;
  /** Undefined while it runs, and when we ended it because the session was over. */
  end: ProgramEnd | undefined;
}
