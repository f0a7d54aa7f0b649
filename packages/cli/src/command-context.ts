import type { CommandHost } from './command-host.ts';
import type { DebugLog } from './platform/debug-log.ts';
import type { OpenPlatform } from './platform/open-platform.ts';

/** The surroundings of a running command, with what its common options decide. */
export interface CommandContext extends CommandHost {
  /** Neither progress nor remarks are printed. */
  isQuiet: boolean;
  usesUtc: boolean;
  /** Whether confirmations are answered already. */
  isConfirmed: boolean;
  /** The file of `--debug`. Nothing secret is added to it. */
  debug: DebugLog | undefined;
  /** The platform of the command's options, environment, link file or login. The client is loaded with the first call. */
  platform(): Promise<OpenPlatform>;
}
