import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { median } from '../figures.ts';
import { answerQuestions } from '../helper.ts';

export interface PacedLoad {
  origin: string;
  path: string;
  /** The requests use these keys in turn. */
  keys: string[];
  connections: number;
  /** Requests per second; fewer when the answers do not come fast enough. */
  perSecond: number;
  durationMs: number;
}

export interface PacedAnswers {
  /** How many requests of each key succeeded, in the order of the keys. */
  passed: number[];
  /** How many requests were refused by the rate limit. */
  refused: number;
  medianMs: number;
  answeredPerSecond: number;
}

/** Reads one path at an even pace. */
async function load({ origin, path, keys, connections, perSecond, durationMs }: PacedLoad): Promise<PacedAnswers> {
  const passed = keys.map(() => 0);
  const latencies: number[] = [];
  const count = (perSecond * durationMs) / 1_000;
  const startedAt = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new Client(origin);
      for (let turn = next++; turn < count; turn = next++) {
        await pause(Math.max(0, startedAt + (turn * 1_000) / perSecond - performance.now()));
        const of = turn % keys.length;
        const sentAt = performance.now();
        const { statusCode, body } = await client.request({
          method: 'GET',
          path,
          headers: { authorization: `Bearer ${keys[of]}` },
        });
        await body.dump();
        latencies.push(performance.now() - sentAt);
        if (statusCode === 200) passed[of]!++;
        else if (statusCode !== 429) throw new Error(`${path} answered ${statusCode}.`);
      }
      await client.close();
    }),
  );
  const sum = passed.reduce((total, each) => total + each, 0);
  return {
    passed,
    refused: latencies.length - sum,
    medianMs: median(latencies),
    answeredPerSecond: (latencies.length / (performance.now() - startedAt)) * 1_000,
  };
}

answerQuestions(load);
