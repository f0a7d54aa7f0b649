import { uncompressedBytes } from '@assay/kit/compress';
import { runInWorker, workerBeside } from '@assay/kit/concurrency/run-in-worker';
import { writeTraces, type TracesToWrite, type WrittenTraces } from './write-traces.ts';

/** Traces of more bytes of JSON are written by a worker thread: 256 KB take about 20 ms. */
const MAX_INLINE_BYTES = 256 * 1024;

/** `writeTraces`, which holds up no other request. @throws TIMEOUT for traces that take too long. */
export const writeLargeTraces = async (traces: TracesToWrite): Promise<WrittenTraces> =>
  bytesOf(traces) > MAX_INLINE_BYTES
    ? runInWorker<WrittenTraces>(workerBeside('traces', import.meta.url), traces)
    : writeTraces(traces);

const bytesOf = ({ page }: TracesToWrite): number =>
  page
    .flatMap(({ parts, transcript }) => (transcript ? [...parts, transcript] : parts))
    .reduce((sum, part) => sum + uncompressedBytes(part), 0);
