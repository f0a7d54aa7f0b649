import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import type { IngestArtifact, IngestResult } from '@assay/contract/areas/ingestion/documents';
import { invalid, unavailable } from '@assay/contract/problem';
import { compileCacheVariable } from '@assay/kit/process/compile-cache';
import { Semaphore } from '@assay/kit/concurrency/semaphore';
import type { ArtifactReply, ArtifactMessage } from './artifact-process.ts';
import { faultProblem } from '@assay/contract/fault';

/**
 * Limits of reading an artifact: the time until its process is up, the time to read from then on, and memory in addition
 * to the service's.
 */
const LIMITS = { startMs: 30_000, deadlineMs: 10_000, heapMb: 160 };
/** When to send a report again that was not read in time, in seconds. */
const RETRY_AFTER = 10;

/** One at a time, to limit the memory that they take together. */
const turns = new Semaphore(1);
// In the image the process is a JavaScript file beside the service's own.
const reader = new URL(`./artifact-process${extname(import.meta.url)}`, import.meta.url);

/**
 * Reads an uploaded report in a process of its own, because a hostile report could break the parser. A thread would not
 * do: when a thread runs out of memory in the middle of JSON, the whole process ends.
 * @throws VALIDATION_ERROR naming /artifact; UNAVAILABLE when the time is over, as a busy machine is slower
 */
export const parseArtifact = (bytes: Uint8Array, artifact: IngestArtifact, limits = LIMITS): Promise<IngestResult[]> =>
  turns.run(async () => {
    const child = fork(reader, {
      env: { ...compileCacheVariable() },
      execArgv: [`--max-old-space-size=${limits.heapMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    try {
      await messageOf(child, limits.startMs, 'The process that reads reports did not start in time');
      const reading = messageOf<ArtifactReply>(
        child,
        limits.deadlineMs,
        'The report of /artifact was not read in time',
      );
      const unread: ArtifactMessage = { bytes, artifact };
      // The `exit` event reports a process that ended before it received the message.
      child.send(unread, () => undefined);
      const read = await reading;
      if ('results' in read) return read.results;
      throw invalid(read.message, read.details);
    } finally {
      child.kill('SIGKILL');
    }
  });

/** The next message of the process. */
const messageOf = <T>(child: ChildProcess, withinMs: number, late: string): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const seconds = withinMs / 1_000;
      reject(unavailable(`${late} (${seconds} s): try again, or send a smaller report.`, { retryAfter: RETRY_AFTER }));
    }, withinMs);
    const settled =
      <V>(settle: (value: V) => void) =>
      (value: V) => {
        clearTimeout(timer);
        settle(value);
      };
    child.once(
      'message',
      settled((message) => resolve(message as T)),
    );
    child.once('error', settled(reject));
    child.once(
      'exit',
      settled((code: number | null) => reject(faultOf(code))),
    );
  });

function faultOf(code: number | null): Error {
  if (code === null) return faultProblem({ path: '/artifact', message: 'takes too much memory to read' });
  return new Error(`The process that reads artifacts ended early, with code ${code}.`);
}
