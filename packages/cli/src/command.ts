/** The output streams of a command. */
export interface OutputStreams {
  out(text: string): void;
  err(text: string): void;
}

/** The environment variables of the process. */
export type CommandEnv = Record<string, string | undefined>;

/** Exit codes: success; a fault in a file, or a gate that failed; wrong usage, an unreadable file, or a gate without an answer. */
export const EXIT_CODES = { ok: 0, faulty: 1, misused: 2, undecided: 2 } as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** Wrong usage, or a file that cannot be read or written; the message is for the user. */
export class UsageError extends Error {}
