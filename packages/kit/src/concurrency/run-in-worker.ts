import { once } from 'node:events';
import { extname } from 'node:path';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { Problem } from '@assay/contract/problem';
import { compileCacheVariable } from '../process/compile-cache.ts';
import { inFlight } from '../requests/in-flight.ts';
import { Semaphore } from './semaphore.ts';

export interface WorkerLimits {
  deadlineMs?: number;
  heapMb?: number;
  /** Ends the worker early; by default the signal of the request in flight. */
  signal?: AbortSignal | undefined;
  /** Input that is read while the worker runs: it gets the next page when it has taken the one before. */
  pages?: AsyncIterable<unknown>;
}
/** At most this many worker threads at a time: each takes a core, and memory of its own. */
const turns = new Semaphore(2);

type WorkerReply<T> = { result: T } | { problem: Pick<Problem, 'code' | 'message' | 'details'> };
/** The other message of a worker: it takes the next page. */
type PageWanted = { pageWanted: true };
type PageSent = { page: unknown } | { end: true };

/** The address of a file named `<name>-worker` beside the module `from`; in the image both are bundled as JavaScript. */
export const workerBeside = (name: string, from: string): URL => new URL(`./${name}-worker${extname(from)}`, from);

/**
 * Runs a file that calls `answerFromWorker` in a worker thread, so that long computations hold up no other request.
 * Input and result are copied, pages too; bytes that are the result change hands.
 * @throws the Problem of the worker, or TIMEOUT when it takes longer than its deadline or its memory.
 */
export const runInWorker = <T>(file: URL, input: unknown, limits: WorkerLimits = {}): Promise<T> =>
  turns.run(async () => {
    const { deadlineMs = 20_000, heapMb = 512, signal = inFlight()?.signal, pages } = limits;
    signal?.throwIfAborted();
    const worker = new Worker(file, {
      workerData: input,
      env: { ...compileCacheVariable() },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const { promise, resolve, reject } = Promise.withResolvers<WorkerReply<T>>();
    const timer = setTimeout(() => reject(tooLong(deadlineMs)), deadlineMs);
    const leave = () => reject(signal!.reason as Error);
    signal?.addEventListener('abort', leave, { once: true });
    const left = pages?.[Symbol.asyncIterator]();
    worker.on('message', (said: WorkerReply<T> | PageWanted) => {
      if (!('pageWanted' in said)) resolve(said);
      else sendNext(worker, left!).catch(reject);
    });
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLong(deadlineMs) : error),
    );
    worker.once('exit', (code) => reject(new Error(`A worker thread ended early, with code ${code}.`)));
    try {
      const reply = await promise;
      if ('result' in reply) return reply.result;
      const { code, message, details } = reply.problem;
      throw new Problem(code, message, details);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      await worker.terminate();
      await left?.return?.();
    }
  });

async function sendNext(worker: Worker, pages: AsyncIterator<unknown>): Promise<void> {
  const next = await pages.next();
  worker.postMessage((next.done ? { end: true } : { page: next.value }) satisfies PageSent, []);
}

const tooLong = (deadlineMs: number) =>
  new Problem(
    'TIMEOUT',
    `The analysis takes more than ${deadlineMs / 1_000} s or too much memory: ask about less at a time.`,
  );

/** The body of a worker's file: answers its input, and the pages that follow it, with the result of `work`. */
export function answerFromWorker<In, Out, Page = never>(
  work: (input: In, pages: AsyncIterable<Page>) => Out | Promise<Out>,
): void {
  // Any other error ends the worker, which its caller hears.
  void answerWith(work);
}

async function answerWith<In, Out, Page>(
  work: (input: In, pages: AsyncIterable<Page>) => Out | Promise<Out>,
): Promise<void> {
  let reply: WorkerReply<Out>;
  try {
    reply = { result: await work(workerData as In, sentPages<Page>()) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message, details } = error;
    reply = { problem: { code, message, details } };
  }
  const bytes = 'result' in reply && reply.result instanceof Uint8Array ? [reply.result.buffer as ArrayBuffer] : [];
  parentPort!.postMessage(reply, bytes);
}

/** The pages of the input, each asked for when it is wanted. */
async function* sentPages<Page>(): AsyncGenerator<Page> {
  for (;;) {
    parentPort!.postMessage({ pageWanted: true } satisfies PageWanted, []);
    const [sent] = (await once(parentPort!, 'message')) as [PageSent];
    if ('end' in sent) return;
    yield sent.page as Page;
  }
}
