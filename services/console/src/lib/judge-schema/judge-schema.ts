// oxlint-disable-next-line import/default -- Vite makes it: the address of the built worker.
import workerUrl from './judge-worker.ts?worker&url';
import { startWorker } from '../start-worker.ts';
import type { JudgeAnswer, JudgeQuestion } from './judge-question.ts';

/** A schema that takes longer is not judged, in milliseconds: a pattern of it may take exponential time. */
const DEADLINE_MS = 1_000;

let worker: Worker | undefined;
let nextId = 1;

/** Holds a value against a foreign schema, in a worker that is ended when it takes too long. */
export async function judgeSchema(schema: unknown, value: unknown): Promise<Omit<JudgeAnswer, 'id'>> {
  const own = (worker ??= startWorker(workerUrl));
  const id = nextId++;
  const { promise, resolve } = Promise.withResolvers<Omit<JudgeAnswer, 'id'>>();
  const onMessage = ({ data }: MessageEvent<JudgeAnswer>): void => {
    if (data.id === id) resolve(data);
  };
  const end = (fault: string): void => {
    own.terminate();
    if (worker === own) worker = undefined;
    resolve({ fault });
  };
  const timer = setTimeout(() => end('It took longer than a second.'), DEADLINE_MS);
  own.addEventListener('message', onMessage);
  const onError = (): void => end('It could not be started.');
  own.addEventListener('error', onError);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It is a worker, which has no origin.
  own.postMessage({ id, schema, value } satisfies JudgeQuestion);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    own.removeEventListener('message', onMessage);
    own.removeEventListener('error', onError);
  }
}
