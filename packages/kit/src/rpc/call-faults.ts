import type { StatusObject } from '@grpc/grpc-js';
import { Problem, unavailable } from '@assay/contract/problem';
import { BlobFailure } from '../blobs/blob-failure.ts';
import type { Logger } from '../log.ts';
import { postgresOutageOf, UnexpectedFailures } from '../outage-log.ts';
import { isUnavailable } from '../postgres/db.ts';
import { MeshFault } from '../security/caller.ts';
import { storageFault } from '../files/storage-fault.ts';
import { toStatus } from './wire.ts';

/** People make room on a disk, in seconds: longer than clients wait by themselves, so that callers are told at once. */
const FULL_RETRY_SECONDS = 300;

/** Makes the statuses of failed calls of one server, and notes in its log the errors that are no Problems. */
export class CallFaults {
  readonly #log: Logger;
  readonly #failures: UnexpectedFailures;

  constructor(log: Logger) {
    this.#log = log;
    this.#failures = new UnexpectedFailures(log, {
      began: 'an RPC failed unexpectedly',
      over: 'an RPC that failed unexpectedly works again',
    });
  }

  /** The RPC at `path` was answered. */
  worked(path: string): void {
    this.#failures.worked(path, { rpc: path });
  }

  /** A Problem that cannot be serialized is a bug of its author, and ends no process. */
  statusOf(error: unknown, path: string): StatusObject {
    try {
      return toStatus(this.#problemOf(error, path));
    } catch (fault) {
      return toStatus(this.#problemOf(fault, path));
    }
  }

  #problemOf(error: unknown, path: string): Problem {
    if (error instanceof Problem) return error;
    if (error instanceof MeshFault) return new Problem('INTERNAL_ERROR', 'Internal error.');
    const fault = storageFault(error);
    if (fault) {
      postgresOutageOf(this.#log, error).began(error);
      return unavailable(`${fault} Tell its operator; try again later.`, { retryAfter: FULL_RETRY_SECONDS });
    }
    if (isUnavailable(error)) {
      postgresOutageOf(this.#log, error).began(error);
      return unavailable('The database cannot be reached; try again shortly.');
    }
    this.#failures.failed(path, error, { rpc: path });
    if (error instanceof BlobFailure)
      return unavailable('The store of uploaded artifacts cannot be reached; try again shortly.');
    return new Problem('INTERNAL_ERROR', 'Internal error.');
  }
}
