import { exitCodes, type ExitCode } from './exit-codes.ts';

/**
 * The end of a command without its result. The message says what happened and why; each hint is a line below it, best a
 * command that can be typed.
 */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;
  readonly hints: readonly string[];

  constructor(exitCode: ExitCode, message: string, hints: readonly string[] = [], cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
    this.hints = hints;
  }
}

/** Wrong usage or configuration. */
export class UsageError extends CommandFailure {
  constructor(message: string, hints: readonly string[] = []) {
    super(exitCodes.misused, message, hints);
  }
}
