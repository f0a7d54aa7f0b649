import { runInWorker, workerBeside } from '@assay/kit/concurrency/run-in-worker';
import { loadSuiteFile, type LoadedSuite } from '@assay/suite-file/load-suite-file';

/** A longer file is read in a worker thread, in characters: YAML takes up to seven seconds for a megabyte. */
const MAX_INLINE = 8_192;

/** `loadSuiteFile`, which holds up no other request. @throws TIMEOUT for a file that takes too long to read. */
export const loadLargeFile = async (...input: Parameters<typeof loadSuiteFile>): Promise<LoadedSuite> =>
  input[0].length > MAX_INLINE
    ? runInWorker<LoadedSuite>(workerBeside('suite-file', import.meta.url), input)
    : loadSuiteFile(...input);
