import type { Closers } from '@assay/local/closers';
import { elapsedMs } from '../clock.ts';
import { measureInTurns, type Figure } from '../figures.ts';
import { startHelper } from '../helper.ts';
import type { McpLoop } from '../helpers/mcp-loop.ts';
import { residentMb } from '../memory.ts';
import type { Stage } from '../stage.ts';
import { createEchoSuite, runSuite } from '../suites.ts';

const CASES = 100;
const TRIALS = 10;
const SLOTS = 8;
/** After the warm-ups the memory of a process without leaks is stable. */
const ROUNDS = { warmUps: 3, rounds: 10 };

/**
 * 10,000 model-free iterations in ten runs, with a session each: their rate compared with a bare loop's, and the growth
 * of memory meanwhile.
 */
export async function measureEndurance({ api, productPid, everything }: Stage, scope: Closers): Promise<Figure[]> {
  const floorLoop = startHelper(scope, 'mcp-loop');
  const suiteId = await createEchoSuite(api, everything.serverId, CASES, 'iteration');
  const loop = {
    sessions: 'iteration',
    url: everything.url,
    calls: CASES * TRIALS,
    slots: SLOTS,
    client: 'client 2.x',
  } satisfies McpLoop;
  const held: number[] = [];
  const rates = await measureInTurns(ROUNDS, {
    product: async () => {
      const tookMs = await elapsedMs(() => runSuite(api, suiteId, { iterationOverride: TRIALS }));
      held.push(await residentMb(productPid));
      return ((CASES * TRIALS) / tookMs) * 1_000;
    },
    floor: async () => ((CASES * TRIALS) / (await elapsedMs(() => floorLoop.ask(loop)))) * 1_000,
  });
  return [
    {
      ...rates,
      name: '10,000 iterations, a session each',
      unit: 'cases/s',
      better: 'higher',
      target: { of: 'ratio', limit: 0.6 },
    },
    {
      name: 'memory after 10,000 iterations, and before',
      unit: 'MB',
      better: 'lower',
      product: [held.at(-1)!],
      floor: [held[ROUNDS.warmUps - 1]!],
      target: { of: 'ratio', limit: 1.15 },
    },
  ];
}
