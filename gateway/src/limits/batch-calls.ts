import { withoutTrace } from '@assay/kit/telemetry/telemetry';

/** At most two batches in flight; later items wait for the next batch. */
const MOST_BATCHES = 2;
/** At most 256 items in a batch. */
const MOST = 256;

interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Batches the items of one turn of the event loop, and later items while batches are in flight, into one call,
 * which answers in order. A call serves many requests, so it belongs to no trace.
 */
export function batchCalls<Item, Answer>(call: (items: Item[]) => Promise<Answer[]>): (item: Item) => Promise<Answer> {
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
    setImmediate(() => void withoutTrace(send));
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}
