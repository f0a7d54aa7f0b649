import type { Closers } from '@assay/local/closers';
import { measureInTurns, type Figure } from '../figures.ts';
import { startHelper } from '../helper.ts';
import type { HttpLoad } from '../helpers/http-load.ts';

const ROUNDS = { warmUps: 3, rounds: 9 };
const DURATION_MS = 300;
const LIMIT_MS = 1;

/** How much authentication and authorization add to the median answer of a gateway with warm caches. */
export async function measureAccess(scope: Closers): Promise<Figure[]> {
  const [loader, guarded] = [startHelper(scope, 'http-load'), startHelper(scope, 'guarded-gateway')];
  const origin = await guarded.ask<string>({});
  const headers = { authorization: `Bearer sk_${'k'.repeat(46)}` };
  const latency = (path: string, connections: number) => () =>
    loader.ask<number>({
      origin,
      path: `/api/v1${path}`,
      connections,
      headers,
      durationMs: DURATION_MS,
    } satisfies HttpLoad);
  const added = async (connections: number): Promise<Figure> => {
    const { shut, open } = await measureInTurns(ROUNDS, {
      shut: latency('/projects/prj_1', connections),
      open: latency('/models', connections),
    });
    return {
      name: `added by authentication and authorization, connections: ${connections}`,
      unit: 'ms',
      better: 'lower',
      product: shut.map((ms, round) => ms - open[round]!),
      target: { of: 'product', limit: LIMIT_MS },
    };
  };
  return [await added(1), await added(16)];
}
