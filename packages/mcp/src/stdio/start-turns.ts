import { availableParallelism } from 'node:os';

/** Starting commands compute: with more of them than processors, each takes longer than its server would need. */
const MAX_STARTING = availableParallelism();
/** A command that has not answered by then waits for something else than a processor, in milliseconds. */
const MAX_TURN_MS = 8_000;

let starting = 0;
const waiting: (() => void)[] = [];

/**
 * Waits until another command of this process may start, in the order of the calls; the returned function ends the turn
 * when the command is connected.
 * @throws the reason of the signal when it aborts.
 */
export async function startTurn(signal?: AbortSignal): Promise<() => void> {
  signal?.throwIfAborted();
  if (starting < MAX_STARTING) starting += 1;
  else await nextTurn(signal);
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    // The turn is handed on, so that a later call does not overtake one that waits.
    const next = waiting.shift();
    if (next) next();
    else starting -= 1;
  };
  const timer = setTimeout(end, MAX_TURN_MS);
  timer.unref();
  return end;
}

function nextTurn(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(signal!.reason as Error);
    };
    waiting.push(begin);
    signal?.addEventListener('abort', leave, { once: true });
  });
}
