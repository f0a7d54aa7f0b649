import { Client } from 'undici';
import { median } from '../figures.ts';
import { answerQuestions } from '../helper.ts';

export interface HttpLoad {
  origin: string;
  path: string;
  headers: Record<string, string>;
  /** Each connection sends its next request after the answer to the last one. */
  connections: number;
  durationMs: number;
}

/** Reads one path repeatedly; returns the median latency in milliseconds. */
async function load({ origin, path, headers, connections, durationMs }: HttpLoad): Promise<number> {
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
