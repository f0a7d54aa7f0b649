import type { Terminal } from './terminal.ts';

/** The environment variables of the process. */
export type CommandEnv = Readonly<Record<string, string | undefined>>;

/** The process around a command. */
export interface CommandHost {
  terminal: Terminal;
  env: CommandEnv;
  /** The folder in which the command was called, as an absolute path. */
  folder: string;
  /** Aborts with Ctrl-C. */
  interrupted: AbortSignal;
}
