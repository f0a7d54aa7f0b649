import { untraced } from '@assay/kit/telemetry/telemetry';

/** So many batches may be under way; what is asked meanwhile waits for the next one. */
const MOST_BATCHES = 2;
/** So many are asked together. */
const MOST = 256;

interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Gathers what is asked in one turn of the event loop, and while earlier batches are under way, into one call, which answers
 * in order. A call is of many requests, and so in the trace of none.
 */
export function gather<Item, Answer>(call: (items: Item[]) => Promise<Answer[]>): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let underWay = 0;
  let isDue = false;

  const send = async () => {
    const batch = waiting.splice(0, MOST);
    isDue = false;
    underWay++;
    schedule();
    try {
      const answers = await call(batch.map(({ item }) => item));
      for (const [i, { resolve }] of batch.entries()) resolve(answers[i]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay--;
      schedule();
    }
  };
  const schedule = () => {
    if (isDue || underWay === MOST_BATCHES || waiting.length === 0) return;
    isDue = true;
    setImmediate(() => void untraced(send));
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}
