import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import type { IngestArtifact, IngestResult } from '@assay/contract/areas/ingestion/documents';
import { invalid } from '@assay/contract/problem';
import { Semaphore } from '@assay/kit/concurrency/semaphore';
import type { Read, Unread } from './artifact-process.ts';
import { faultProblem } from '@assay/contract/fault';

/** What reading an artifact may take: time, and memory beside that of the service. */
const LIMITS = { deadlineMs: 10_000, heapMb: 160 };

/** One at a time, as the memory of a machine bounds them together. */
const turns = new Semaphore(1);
// In the image it is a file beside the service's own, and no TypeScript.
const reader = new URL(`./artifact-process${extname(import.meta.url)}`, import.meta.url);

/**
 * Reads an uploaded report in a process of its own: a stranger wrote it, and what it does to a parser ends there. A thread
 * would not do: one that runs out of memory in the middle of JSON takes the whole process with it.
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

const answerOf = (child: ChildProcess, unread: Unread): Promise<Read> =>
  new Promise((resolve, reject) => {
    child.once('message', (read) => resolve(read as Read));
    child.once('error', reject);
    child.once('exit', (code) => reject(faultOf(child.killed, code)));
    // One that is gone before it was sent everything says so by its end.
    child.send(unread, () => undefined);
  });

function faultOf(isOverdue: boolean, code: number | null): Error {
  if (isOverdue) return faultProblem({ path: '/artifact', message: 'takes too long to read' });
  if (code === null) return faultProblem({ path: '/artifact', message: 'takes too much memory to read' });
  return new Error(`The process that reads artifacts ended early, with code ${code}.`);
}
