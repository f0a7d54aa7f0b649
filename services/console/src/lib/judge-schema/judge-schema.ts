// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker.
import workerUrl from './judge-worker.ts?worker&url';
import { startWorker } from '../start-worker.ts';
import type { JudgeAnswer, JudgeQuestion } from './judge-question.ts';

/** A schema that takes longer is not judged, in milliseconds: a pattern of it may take exponential time. */
const DEADLINE_MS = 1_000;
/** How long the worker may take to start, in milliseconds. */
const START_MS = 20_000;

interface Judge {
  worker: Worker;
  /** Settles when the worker listens. */
  isReady: Promise<void>;
}

let judge: Judge | undefined;
let nextId = 1;

function startJudge(): Judge {
  const worker = startWorker(workerUrl);
  const isReady = new Promise<void>((resolve, reject) => {
    worker.addEventListener('message', () => resolve(), { once: true });
    worker.addEventListener('error', () => reject(new Error('The worker did not start.')), { once: true });
    setTimeout(() => reject(new Error('The worker did not start.')), START_MS);
  });
  return { worker, isReady };
}

/** Holds a value against a foreign schema, in a worker that is ended when it takes too long. */
export async function judgeSchema(schema: unknown, value: unknown): Promise<Omit<JudgeAnswer, 'id'>> {
  const own = (judge ??= startJudge());
  const end = (): void => {
    own.worker.terminate();
    if (judge === own) judge = undefined;
  };
  try {
    await own.isReady;
  } catch {
    end();
    return { fault: 'What judges it could not be started.' };
  }
  const id = nextId++;
  const { promise, resolve } = Promise.withResolvers<Omit<JudgeAnswer, 'id'>>();
  const onMessage = ({ data }: MessageEvent<JudgeAnswer>): void => {
    if (data.id === id) resolve(data);
  };
  const timer = setTimeout(() => {
    end();
    resolve({ fault: 'It took longer than a second.' });
  }, DEADLINE_MS);
  own.worker.addEventListener('message', onMessage);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It is a worker, which has no origin.
  own.worker.postMessage({ id, schema, value } satisfies JudgeQuestion);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    own.worker.removeEventListener('message', onMessage);
  }
}
