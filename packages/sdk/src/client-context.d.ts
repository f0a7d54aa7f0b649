import type { Prover } from './credential.ts';
import type { Fetch, LogEntry } from './options.ts';
/** The shared parts of all calls of a client. */
export interface ClientContext {
  /** The address of the installation without a slash at its end. */
  base: string;
  fetch: Fetch;
  prover: Prover;
  timeoutMs: number | undefined;
  retries: number | undefined;
  signal: AbortSignal | undefined;
  log(entry: LogEntry): void;
}
