import { appendFileSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { UsageError } from '../command-failure.ts';

/**
 * The file of `--debug`: a line for each request, and the stack of the failure. It holds no credential, no header and no
 * body; paths are without the values of their parameters. Written at once, so that a crash loses nothing.
 */
export class DebugLog {
  readonly path: string;

  /** Begins the file anew, readable for this person alone. Throws UsageError when it cannot be written. */
  constructor(path: string, words: string) {
    this.path = path;
    try {
      writeFileSync(path, '', { mode: 0o600 });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new UsageError(`${path} of --debug cannot be written (${code ?? message}).`);
    }
    this.add(`assay ${words}, Node ${process.version} on ${process.platform} ${release()}`);
  }

  add(line: string): void {
    try {
      appendFileSync(this.path, `${new Date().toISOString()} ${line}\n`);
    } catch {
      // A full disk does not end the command.
    }
  }

  /** Adds an error with its causes. */
  addError(error: unknown): void {
    let at: unknown = error;
    for (let depth = 0; at instanceof Error && depth < 8; depth++, at = at.cause)
      this.add(`${depth === 0 ? '' : 'caused by '}${at.stack ?? at.message}`);
  }
}
