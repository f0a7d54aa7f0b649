import { setImmediate } from 'node:timers/promises';
import { BROWSER_LABEL } from '@assay/contract/areas/runner-tokens/browser-label';
import { STDIO_LABEL } from '@assay/contract/areas/runner-tokens/stdio-label';
import { LedgerService } from '@assay/mesh/gen/assay/v1/catalog';
import { IterationOutput, IterationTask } from '@assay/mesh/gen/assay/v1/iterations';
import { markStopped } from '@assay/work/queue/stopped-runners';
import {
  MAX_ATTEMPTS,
  type EndedWork,
  type LeasedWork,
  type ReturnedWork,
  type WorkHold,
  type WorkScope,
  type WorkSource,
} from '@assay/work/service/work-source';
import { settleReportedIterations, type IterationEnd } from '../../actions/work/settle-iterations.ts';
import type { Deps } from '../../deps.ts';
import { addedUsage } from '../../domain/iterations/iteration.ts';
import { ITERATION_TIMEOUT_MS } from '../../domain/run-limits/limits.ts';
import { storedParts } from '../iterations/stored-parts.ts';
import type { FrozenRun } from '../../store/eval-runs/frozen-runs.ts';
import { markServed, type ServedRun } from '../../store/eval-runs/run-life.ts';
import { insertParts } from '../../store/iterations/traces.ts';
import {
  claimIterations,
  extendLeases,
  findHeld,
  hasOpenIterations,
  listIterationsOf,
  listWithin,
  releaseIterations,
  takeOverAbandoned,
  type HeldIteration,
  type LeasedIteration,
} from '../../store/work/leases.ts';
import {
  countOpenIterations,
  listStuckIterations,
  retryStuckIteration,
  takeOverStuckIteration,
} from '../../store/work/stuck-iterations.ts';
import { FairShare } from './fair-share.ts';
import { mayBegin } from './first-lease.ts';
import { brokenOff, endOf, lostEnd, unreadable } from './end-of-report.ts';

/** The kind of the work items that are iterations of runs. */
export const ITERATION = 'iteration';
const NOTHING = Buffer.alloc(0);
/** Reports are graded for this long at a stretch, in milliseconds: some assertions are costly, and heartbeats get their turn in between. */
const TURN_MS = 5;
/** At most this many bytes of run specs are handed out at once: each item has one, and an answer holds 64 MiB in all. */
const MAX_SPEC_BYTES = 16 * 1024 * 1024;

/** Iterations as work for runners. The queue is the table of iterations itself, which would otherwise be written twice. */
export const iterationWork = (
  deps: Pick<Deps, 'pool' | 'log' | 'frozen' | 'followers' | 'work' | 'catalog' | 'environments'>,
): WorkSource => {
  const { pool, followers, work } = deps;
  const share = new FairShare(pool);

  const settleAll = async (ends: IterationEnd[]): Promise<string[]> => {
    const settled = ends.length > 0 ? await settleReportedIterations(deps, ends) : new Set<string>();
    for (const runId of new Set(ends.filter(({ id }) => settled.has(id)).map((end) => end.runId)))
      followers.wake(runId);
    // An end makes no other iteration free, but an iteration that was given back is free.
    if (ends.some(({ id, status }) => status === 'cancelled' && settled.has(id))) work.wake();
    return [...settled];
  };

  return {
    kinds: [ITERATION],
    wakesAtOnce: false,

    claim: async (request, leaseMs) => {
      const asking = {
        ...request,
        count: await share.countFor(request),
        takesUnlabelled: takesUnlabelled(request.labels, request.scope),
      };
      const claimed = await claimIterations(pool, asking, leaseMs, MAX_ATTEMPTS);
      const [first] = claimed;
      if (!first) return [];
      const run = (await mayBegin(deps, claimed)) ? await markServed(pool, first.runId) : undefined;
      if (!run) {
        // Other runs may wait.
        work.wakeSoon();
        return [];
      }
      if (first.isFirst) followers.wake(first.runId);
      const room = leaseRoom(run);
      if (claimed.length > room) {
        await releaseIterations(pool, claimed.slice(room));
        work.wake();
      }
      return leasedWork(run, claimed.slice(0, room));
    },

    hasOpen: (labels) => hasOpenIterations(pool, labels),

    stopRunner: async (runnerId) => {
      await markStopped(pool, runnerId);
      return (await listIterationsOf(pool, runnerId)).map((held) => ({ ...held, kind: ITERATION }));
    },

    extend: async (holds, scope, leaseMs) => extendLeases(pool, await listWithin(pool, holds, scope), leaseMs),

    note: async (told) => {
      for (const { hold, parts } of told)
        await insertParts(pool, await storedParts({ iterationId: hold.id, fence: hold.fence, parts }));
    },

    settle: async (ended, scope) => settleAll(await endsOf(deps, ended, scope, endOfWork)),

    giveBack: async (returned, scope) => settleAll(await endsOf(deps, returned, scope, endOfReturned)),

    takeOverAbandoned: async (settleMs) =>
      (await takeOverAbandoned(pool, MAX_ATTEMPTS, settleMs)).map((each) => ({ ...each, kind: ITERATION })),

    countOpen: () => countOpenIterations(pool),
    listStuck: async (limit) => (await listStuckIterations(pool, limit)).map((each) => ({ ...each, kind: ITERATION })),
    retryStuck: (id) => retryStuckIteration(pool, id),
    takeOverStuck: async (id, settleMs) => {
      const taken = await takeOverStuckIteration(pool, id, settleMs);
      return taken && { ...taken, kind: ITERATION };
    },
  };
};

type EndDeps = Pick<Deps, 'frozen' | 'log' | 'catalog'>;
type ToEnd<Told> = (deps: EndDeps, told: Told, iteration: HeldIteration) => Promise<IterationEnd | undefined>;

/** The ends of the iterations in these reports, as far as their runners held them within the scope. */
async function endsOf<Told extends { hold: WorkHold }>(
  deps: EndDeps & Pick<Deps, 'pool'>,
  told: Told[],
  scope: WorkScope,
  toEnd: ToEnd<Told>,
): Promise<IterationEnd[]> {
  const within = await listWithin(
    deps.pool,
    told.map(({ hold }) => hold),
    scope,
  );
  const held = new Map((await findHeld(deps.pool, within)).map((each) => [keyOf(each), each]));
  const ends: IterationEnd[] = [];
  let begunAt = performance.now();
  for (const each of told) {
    const iteration = held.get(keyOf(each.hold));
    const end = iteration && (await toEnd(deps, each, iteration));
    if (end) ends.push(end);
    if (performance.now() - begunAt < TURN_MS) continue;
    await setImmediate();
    begunAt = performance.now();
  }
  return ends;
}

const keyOf = ({ id, fence }: WorkHold) => `${id} ${fence}`;

/** The end of an iteration that a runner reports, or that every runner lost; undefined when its run is gone. */
const endOfWork: ToEnd<EndedWork> = async (deps, { result }, iteration) => {
  if ('error' in result) return withEarlierUsage(deps, iteration, lostEnd(iteration, result.error));
  const run = await deps.frozen.find(iteration.runId);
  if (!run) return undefined;
  return withEarlierUsage(deps, iteration, await endOfOutput(deps, result.output, iteration, run));
};

const endOfOutput = async (
  { log }: EndDeps,
  output: Buffer,
  iteration: HeldIteration,
  run: FrozenRun,
): Promise<IterationEnd> => {
  try {
    return await endOf(IterationOutput.decode(output), iteration, run);
  } catch (error) {
    log.error(
      { err: error, runId: iteration.runId, iterationId: iteration.id },
      'a report could not be read or graded',
    );
    return unreadable(output, iteration);
  }
};

/**
 * Adds the usage of earlier attempts, which only the ledger knows: their runners vanished or gave the iteration back.
 * Rejects when the ledger does not answer; the report is then sent again.
 */
async function withEarlierUsage(
  { catalog }: EndDeps,
  { id: iterationId, fence, runId, organizationId, hasEarlierCalls }: HeldIteration,
  end: IterationEnd,
): Promise<IterationEnd> {
  if (!hasEarlierCalls) return end;
  const asked = { organizationId, runId, iterationId, fence, purpose: '' };
  // The report is the runner's, the question is ours.
  const caller = { service: 'runs', requestId: iterationId };
  const earlier = await catalog.call(LedgerService.sumEarlierAttempts, asked, { caller });
  return earlier.calls > 0 ? { ...end, usage: addedUsage(end.usage, earlier) } : end;
}

/** The evidence of an iteration that goes back to the queue, or that ended with its run. */
const endOfReturned: ToEnd<ReturnedWork> = async (_, { output }, iteration) => brokenOff(output, iteration);

/** Labels that a runner has by itself, which keep it for no special work. */
const OWN_LABELS = new Set([STDIO_LABEL, BROWSER_LABEL]);

/**
 * A runner with labels takes only work that asks for a label, unless it belongs to the installation and has only
 * labels of its own.
 */
const takesUnlabelled = (labels: string[], { organizationId }: WorkScope): boolean =>
  labels.length === 0 || (organizationId === undefined && labels.every((label) => OWN_LABELS.has(label)));

/** How many items of a run are handed out at once; a spec with long prompts and many skills leaves room for few. */
const leaseRoom = ({ spec }: ServedRun): number => Math.max(1, Math.floor(MAX_SPEC_BYTES / Buffer.byteLength(spec)));

function leasedWork(run: ServedRun, iterations: LeasedIteration[]): LeasedWork[] {
  const { projectId, organizationId, labels, traceparent } = run;
  const [spec, sealedModels] = [Buffer.from(run.spec), run.sealedModels ?? NOTHING];
  return iterations.map((iteration) => ({
    id: iteration.id,
    kind: ITERATION,
    fence: iteration.fence,
    organizationId,
    projectId,
    labels,
    timeoutMs: ITERATION_TIMEOUT_MS,
    traceparent,
    task: Buffer.from(IterationTask.encode(taskOf(iteration, { spec, sealedModels })).finish()),
  }));
}

const taskOf = (iteration: LeasedIteration, ofRun: Pick<IterationTask, 'spec' | 'sealedModels'>): IterationTask => ({
  ...ofRun,
  runId: iteration.runId,
  case: Buffer.from(iteration.case),
  model: iteration.model ?? '',
  iterationNumber: iteration.iterationNumber,
  needsInventory: iteration.needsInventory,
  needsBrowser: iteration.needsBrowser,
});
