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
  /** Makes each request a POST of `document`; every answer contains `answered`. */
  post?: { document: object; answered: string };
}

/** Requests one path repeatedly; returns the median latency in milliseconds. */
async function load({ origin, path, headers, connections, durationMs, post }: HttpLoad): Promise<number> {
  const request = post
    ? {
        method: 'POST' as const,
        path,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(post.document),
      }
    : { method: 'GET' as const, path, headers };
  const latencies: number[] = [];
  const until = performance.now() + durationMs;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new Client(origin);
      while (performance.now() < until) {
        const sentAt = performance.now();
        const { statusCode, body } = await client.request(request);
        const answer = post && (await body.text());
        await body.dump();
        if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}.`);
        if (post && !answer?.includes(post.answered)) throw new Error(`${path} did not answer ${post.answered}.`);
        latencies.push(performance.now() - sentAt);
      }
      await client.close();
    }),
  );
  return median(latencies);
}

answerQuestions(load);
