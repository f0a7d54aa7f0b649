/** Where a command writes to. */
export interface OutputStreams {
  out(text: string): void;
  err(text: string): void;
}

/** The environment of the process. */
export type Env = Record<string, string | undefined>;

/** What a command ends with: all is well; something is wrong with a file; it was not called rightly, or a file cannot be read. */
export const EXIT_CODES = { ok: 0, faulty: 1, misused: 2 } as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** The command was not called rightly, or a file cannot be read or written; the message is for the caller. */
export class UsageError extends Error {}
