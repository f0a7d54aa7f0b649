import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditedChange, Auditor } from '../audit/change.ts';
import type { Caller } from '../security/caller.ts';

/** The request that the current code serves. */
export interface InFlight {
  caller: Caller | undefined;
  method: string;
  /** When the one who asked stops waiting, in epoch milliseconds. */
  deadline: number;
  /** Aborts when the one who asked has gone or the deadline has passed. */
  signal: AbortSignal;
  /** The state of its audit entry; `nothing` says that there is nothing to log. */
  audited?: NonNullable<AuditedChange['outcome']> | 'nothing';
  auditor?: Auditor | undefined;
}

const storage = new AsyncLocalStorage<InFlight | undefined>();

export const inFlight = (): InFlight | undefined => storage.getStore();
export const runInFlight = <T>(request: InFlight, work: () => T): T => storage.run(request, work);

/** Runs work that the request asked for and that is not its own: it has neither its caller nor its deadline. */
export const runOutsideOfRequest = <T>(work: () => T): T => storage.run(undefined, work);
