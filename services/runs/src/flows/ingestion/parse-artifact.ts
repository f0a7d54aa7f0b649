import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import type { IngestArtifact, IngestResult } from '@assay/contract/areas/ingestion/documents';
import { invalid } from '@assay/contract/problem';
import { Semaphore } from '@assay/kit/concurrency/semaphore';
import type { ArtifactReply, ArtifactMessage } from './artifact-process.ts';
import { faultProblem } from '@assay/contract/fault';

/** Limits of reading an artifact: time, and memory in addition to the service's. */
const LIMITS = { deadlineMs: 10_000, heapMb: 160 };

/** One at a time, to limit the memory that they take together. */
const turns = new Semaphore(1);
// In the image the process is a JavaScript file beside the service's own.
const reader = new URL(`./artifact-process${extname(import.meta.url)}`, import.meta.url);

/**
 * Reads an uploaded report in a process of its own, because a hostile report could break the parser. A thread would not
 * do: when a thread runs out of memory in the middle of JSON, the whole process ends.
 * @throws VALIDATION_ERROR naming /artifact
 */
export const parseArtifact = (bytes: Uint8Array, artifact: IngestArtifact, limits = LIMITS): Promise<IngestResult[]> =>
  turns.run(async () => {
    const child = fork(reader, {
      env: {},
      execArgv: [`--max-old-space-size=${limits.heapMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: limits.deadlineMs,
      killSignal: 'SIGKILL',
    });
    try {
      const read = await answerOf(child, { bytes, artifact });
      if ('results' in read) return read.results;
      throw invalid(read.message, read.details);
    } finally {
      child.kill('SIGKILL');
    }
  });

const answerOf = (child: ChildProcess, unread: ArtifactMessage): Promise<ArtifactReply> =>
  new Promise((resolve, reject) => {
    child.once('message', (read) => resolve(read as ArtifactReply));
    child.once('error', reject);
    child.once('exit', (code) => reject(faultOf(child.killed, code)));
    // The `exit` event reports a process that ended before it received the message.
    child.send(unread, () => undefined);
  });

function faultOf(isOverdue: boolean, code: number | null): Error {
  if (isOverdue) return faultProblem({ path: '/artifact', message: 'takes too long to read' });
  if (code === null) return faultProblem({ path: '/artifact', message: 'takes too much memory to read' });
  return new Error(`The process that reads artifacts ended early, with code ${code}.`);
}
