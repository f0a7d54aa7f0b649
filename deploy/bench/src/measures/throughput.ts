import { timed } from '../clock.ts';
import { alternate, median, type Figure } from '../figures.ts';
import { startHelper, type Helper } from '../helper.ts';
import type { Loop } from '../helpers/mcp-loop.ts';
import type { Stage } from '../stage.ts';
import { createEchoSuite, runSuite } from '../suites.ts';

const ROUNDS = 5;
const CASES = 100;
/** As many as a runner works on unless it is told otherwise. */
const SLOTS = 8;
/** The share of the last run's time in which nobody asks whether this one is over. */
const QUIET = 0.6;
const ISOLATIONS = ['iteration', 'run'] as const;

/**
 * Cases of a model-free suite per second, from the request that starts its run until the run is seen to be over, beside a
 * bare loop that makes the same calls. Two official clients are in use; the faster one is the floor.
 */
export async function measureThroughput({ api, everything }: Stage): Promise<Figure[]> {
  const [one, two] = [startHelper('mcp-loop'), startHelper('mcp-loop')];
  try {
    const figures: Figure[] = [];
    for (const sessions of ISOLATIONS) {
      const suiteId = await createEchoSuite(api, everything.serverId, CASES, sessions);
      const loop = { sessions, url: everything.url, calls: CASES, slots: SLOTS };
      let lastMs = 0;
      const runOnce = async () => { lastMs = await timed(() => runSuite(api, suiteId, QUIET * lastMs)); };
      const rates = await alternate(ROUNDS, {
        product: () => rateOf(runOnce),
        one: () => rateOf(() => ask(one, { ...loop, client: 'sdk 1.x' })),
        two: () => rateOf(() => ask(two, { ...loop, client: 'client 2.x' })),
      });
      const floor = median(rates.one) > median(rates.two) ? rates.one : rates.two;
      figures.push({ name: `100 cases, a session per ${sessions}`, unit: 'cases/s', better: 'higher', product: rates.product, floor, target: { of: 'ratio', limit: 0.5 } });
    }
    return figures;
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}

const ask = (helper: Helper, loop: Loop) => helper.ask(loop);

const rateOf = async (work: () => Promise<unknown>): Promise<number> => CASES / await timed(work) * 1_000;
