import { runInWorker, workerBeside } from '@assay/kit/concurrency/run-in-worker';
import type { BundleContents, BundleKind, PushedBundle } from './pushed-bundle.ts';

/** The time that a pushed bundle may take to be read, in milliseconds. */
const DEADLINE_MS = 10_000;

/**
 * Reads the zip of a pushed plugin or skill in a worker thread, so that it holds up no other request.
 * @throws VALIDATION_ERROR for a bundle that is none, TIMEOUT for one that takes too long to read.
 */
export const readBundle = <K extends BundleKind>(kind: K, zip: Uint8Array): Promise<BundleContents[K]> =>
  runInWorker<BundleContents[K]>(
    workerBeside('bundle', import.meta.url),
    { kind, zip: new Uint8Array(zip) } satisfies PushedBundle,
    { deadlineMs: DEADLINE_MS },
  );
