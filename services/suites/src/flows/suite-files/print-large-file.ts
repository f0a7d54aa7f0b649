import { runInWorker, workerBeside } from '@assay/kit/concurrency/run-in-worker';
import { printCheckedFile, type PrintedFile } from '../../domain/suite-files/print-checked-file.ts';

/** A longer file is printed in a worker thread, in characters of JSON: YAML of a megabyte takes a second. */
const MAX_INLINE = 100_000;

/** `printCheckedFile`, which holds up no other request. @throws TIMEOUT for a suite that takes too long to print. */
export const printLargeFile = async (...input: Parameters<typeof printCheckedFile>): Promise<PrintedFile> =>
  JSON.stringify(input[0]).length > MAX_INLINE
    ? runInWorker<PrintedFile>(workerBeside('printed-file', import.meta.url), input)
    : printCheckedFile(...input);
