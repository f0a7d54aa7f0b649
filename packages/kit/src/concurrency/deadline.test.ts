import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Deadline } from './deadline.ts';

test('a deadline aborts with a TimeoutError when its time is over', async () => {
  using deadline = new Deadline(1);
  await delay(20);
  expect([deadline.isOver, (deadline.signal.reason as Error).name]).toEqual([true, 'TimeoutError']);
});

test('a deadline aborts with the reason of another signal, and is not over then', () => {
  const stopping = new AbortController();
  using deadline = new Deadline(60_000, stopping.signal);
  stopping.abort(new Error('stopped'));
  expect([deadline.isOver, (deadline.signal.reason as Error).message]).toEqual([false, 'stopped']);
});

test('a deadline that was disposed of never aborts', async () => {
  const deadline = new Deadline(1);
  deadline[Symbol.dispose]();
  await delay(20);
  expect(deadline.signal.aborted).toBe(false);
});

test('a deadline that was disposed of keeps none of its listeners in memory', async () => {
  const held = heldByListener();
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  // A weak reference that is read keeps its object for the rest of the job: garbage is collected in a job before it.
  await delay(1);
  collectGarbage();
  await delay(1);
  expect(held.deref()).toBeUndefined();
});

/** A weak reference to an object that only a listener of a deadline refers to. */
function heldByListener(): WeakRef<object> {
  const evidence = { bytes: Buffer.alloc(1_000) };
  using deadline = new Deadline(600_000, new AbortController().signal);
  deadline.signal.addEventListener('abort', () => evidence.bytes.fill(1));
  return new WeakRef(evidence);
}
