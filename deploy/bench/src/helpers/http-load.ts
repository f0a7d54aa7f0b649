import { Client } from 'undici';
import { median } from '../figures.ts';
import { answerQuestions } from '../helper.ts';

export interface Load {
  origin: string;
  path: string;
  headers: Record<string, string>;
  /** Each sends its next request when the last one was answered. */
  connections: number;
  durationMs: number;
}

/** Reads the same path over and over; answers the median latency in milliseconds. */
async function load({ origin, path, headers, connections, durationMs }: Load): Promise<number> {
  const latencies: number[] = [];
  const until = performance.now() + durationMs;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new Client(origin);
      while (performance.now() < until) {
        const sentAt = performance.now();
        const { statusCode, body } = await client.request({ method: 'GET', path, headers });
        await body.dump();
        if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}.`);
        latencies.push(performance.now() - sentAt);
      }
      await client.close();
    }),
  );
  return median(latencies);
}

answerQuestions(load);
