import type { Closers } from '@assay/local/closers';
import { elapsedMs } from '../clock.ts';
import { measureInTurns, median, type Figure } from '../figures.ts';
import { startHelper } from '../helper.ts';
import type { McpLoop } from '../helpers/mcp-loop.ts';
import type { Stage } from '../stage.ts';
import { createEchoSuite, pollSuite, runSuite } from '../suites.ts';

/** The product runs far more code than a bare loop, so its hot code takes longer to be compiled. */
const ROUNDS = { warmUps: 4, rounds: 7 };
/** Rounds after most hot code was compiled: V8's helpers take half as much of a run after 200 runs as after 30. */
const WARM_ROUNDS = { warmUps: 100, rounds: 15 };
const CASES = 100;
/** The cases of a long run, and how often a client polls one, in milliseconds. */
const [MANY, POLL_MS] = [1_000, 200];
const MANY_ROUNDS = { warmUps: 1, rounds: 3 };
/** The default number of slots of a runner. */
const SLOTS = 8;

/**
 * Cases of a model-free suite per second, from the launch of its run until the bench sees its end, compared with a bare
 * loop that makes the same calls. There are two official clients; the faster one is the floor.
 */
export async function measureThroughput({ api, everything }: Stage, scope: Closers): Promise<Figure[]> {
  const [one, two] = [startHelper(scope, 'mcp-loop'), startHelper(scope, 'mcp-loop')];
  const sidesFor = async (sessions: McpLoop['sessions']) => {
    const suiteId = await createEchoSuite(api, everything.serverId, CASES, sessions);
    const loop = {
      sessions,
      url: everything.url,
      calls: CASES,
      slots: SLOTS,
    };
    return {
      product: () => rateOf(() => runSuite(api, suiteId)),
      one: () => rateOf(() => one.ask({ ...loop, client: 'sdk 1.x' } satisfies McpLoop)),
      two: () => rateOf(() => two.ask({ ...loop, client: 'client 2.x' } satisfies McpLoop)),
    };
  };
  /** A run that is long enough for its launch and its end to count for little. */
  const measureManyShared = async (): Promise<Figure> => {
    const suiteId = await createEchoSuite(api, everything.serverId, MANY, 'run');
    const loop = { sessions: 'run', url: everything.url, calls: MANY, slots: SLOTS, client: 'client 2.x' } as const;
    return {
      ...RATE,
      name: '1,000 cases, a session per run',
      ...(await measureInTurns(MANY_ROUNDS, {
        product: () => rateOf(() => runSuite(api, suiteId), MANY),
        floor: () => rateOf(() => two.ask(loop satisfies McpLoop), MANY),
      })),
    };
  };
  /** From the launch to the verdict, compared with a loop that makes one call after the other. */
  const measureMany = async (): Promise<Figure> => {
    const suiteId = await createEchoSuite(api, everything.serverId, MANY, 'iteration');
    const loop = { sessions: 'iteration', url: everything.url, calls: MANY, slots: 1, client: 'client 2.x' } as const;
    return {
      name: '1,000 cases, launch to verdict, polled; floor: one after the other',
      unit: 'ms',
      better: 'lower',
      target: { of: 'ratio', limit: 0.6 },
      ...(await measureInTurns(MANY_ROUNDS, {
        product: () => elapsedMs(() => pollSuite(api, suiteId, POLL_MS, () => {})),
        floor: () => elapsedMs(() => one.ask(loop satisfies McpLoop)),
      })),
    };
  };
  const perRun = await sidesFor('run');
  const perIteration = await sidesFor('iteration');
  const first = await measureInTurns({ warmUps: 0, rounds: 1 }, perIteration);
  const each = await measureInTurns(ROUNDS, perIteration);
  const shared = await measureInTurns(ROUNDS, perRun);
  const warm = await measureInTurns(WARM_ROUNDS, perRun);
  return [
    figure('100 cases, the first after a start', first),
    figure('100 cases, a session per iteration', each, 0.8),
    figure('100 cases, a session per run', shared, 0.7),
    figure(`the same after ${WARM_ROUNDS.warmUps} further runs`, warm, 0.7),
    await measureManyShared(),
    await measureMany(),
  ];
}

const RATE = { unit: 'cases/s', better: 'higher' } as const;

function figure(
  name: string,
  { product, one, two }: Record<'product' | 'one' | 'two', number[]>,
  atLeast?: number,
): Figure {
  const floor = median(one) > median(two) ? one : two;
  return {
    ...RATE,
    name,
    product,
    floor,
    ...(atLeast !== undefined && { target: { of: 'ratio', limit: atLeast } }),
  };
}

const rateOf = async (work: () => Promise<unknown>, cases = CASES): Promise<number> =>
  (cases / (await elapsedMs(work))) * 1_000;
