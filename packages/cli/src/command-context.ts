import type { Terminal } from './terminal.ts';
import type { OpenPlatform } from './platform/open-platform.ts';

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

/** The surroundings of a running command, with what its common options decide. */
export interface CommandContext extends CommandHost {
  /** Neither progress nor remarks are printed. */
  isQuiet: boolean;
  usesUtc: boolean;
  /** Whether confirmations are answered already. */
  isConfirmed: boolean;
  /** The platform of the command's options, environment, link file or login. The client is loaded with the first call. */
  platform(): Promise<OpenPlatform>;
}
