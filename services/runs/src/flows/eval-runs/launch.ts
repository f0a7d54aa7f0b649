import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import { LedgerService } from '@assay/contract/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import { conflict, notFound, Problem, reasons } from '@assay/contract/problem';
import { callOperation } from '@assay/kit/rpc/call-operation';
import { assertSameRequest } from '@assay/kit/requests/idempotency';
import { launchRun } from '../../actions/eval-runs/launch-run.ts';
import type { Deps } from '../../deps.ts';
import { checkShape } from '../../domain/eval-runs/launch-shape.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { drawUp, type Drawn, type Launcher, type Order } from './draw-up.ts';
import { checkBudgets } from './grants.ts';
import { MAX_GROUP_RUNS } from '../../domain/eval-runs/limits.ts';
import { prepare, type Prepared } from './prepare.ts';
import { countOpenSlots, findRunByKey } from '../../store/eval-runs/runs.ts';
import { authorSuite } from './suites.ts';

/** A launched run, and the cases that it wrote. */
export interface Launched {
  run: Run;
  deduped: boolean;
  authored: FrozenCase[];
}

/** Makes the run that `body` asks for, or throws the Problem that refuses it. */
export async function launch(deps: Deps, launcher: Launcher, body: CreateEvalRun): Promise<Launched> {
  const earlier = await findLaunched(deps, launcher);
  if (earlier) return earlier;
  checkShape(body);
  return start(deps, { launcher, body });
}

/**
 * The run that an earlier launch with the same key made.
 * @throws CONFLICT when that was another launch.
 */
export async function findLaunched({ pool }: Deps, launcher: Launcher): Promise<Launched | undefined> {
  const { projectId, idempotencyKey } = launcher;
  const run = idempotencyKey === undefined ? undefined : await findRunByKey(pool, projectId, idempotencyKey);
  if (run) assertSameRequest(run, launcher, { runId: run.id });
  return run && { run, deduped: true, authored: [] };
}

/** Everything that can refuse an order comes before the first write. */
export async function start(deps: Deps, order: Order): Promise<Launched> {
  const prepared = await prepare(deps, order);
  await admit(deps, prepared);
  await connectOnce(deps, prepared);
  return write(deps, prepared);
}

/** @throws when the organization runs as much as it may, or has used up what it may spend. */
export async function admit(
  { pool }: Deps,
  { order: { launcher, body }, drawn, granted, maxConcurrentRuns }: Prepared,
): Promise<void> {
  const open = await countOpenSlots(pool, launcher.organizationId, body.runGroupId);
  if (open >= maxConcurrentRuns) throw tooMany(open, maxConcurrentRuns);
  if (drawn.run.modelSource !== undefined) checkBudgets(granted);
}

/**
 * Tells a caller at once about a server that cannot be reached, instead of with every iteration. Nobody waits for the answer
 * to a scheduled launch; a replay connects to nothing; and a run may be meant to wait for a runner with the labels of its
 * server. Launches that belong together share `tried`, the servers that one of them connects to already.
 */
export async function connectOnce(
  { diagnostics }: Deps,
  { order: { launcher, body }, servers }: Prepared,
  tried = new Map<string, Promise<unknown>>(),
): Promise<void> {
  if (launcher.source === 'schedule' || body.cassette?.mode === 'replay') return;
  const { projectId } = launcher;
  await Promise.all(
    servers
      .filter(({ runnerLabels }) => runnerLabels.length === 0)
      .map(({ id: serverId }) => {
        const answer =
          tried.get(serverId) ?? callOperation(diagnostics, operations.validateServer, { projectId, serverId }, {});
        tried.set(serverId, answer);
        return answer;
      }),
  );
}

/**
 * Sets the budget, and writes the suite of inline tests and the run. What fails on the way leaves a budget of a run that never
 * was, which nothing reads, or the suite without a run, which the launch finds again when it is repeated with its key.
 */
export async function write(deps: Deps, prepared: Prepared): Promise<Launched> {
  const {
    order: { body },
    begunAt,
    maxConcurrentRuns,
  } = prepared;
  await setBudget(deps, prepared);
  const { run, cases, iterations, frozen } = await authored(deps, prepared);
  const launched = await launchRun(deps.pool, run, cases, iterations, { maxConcurrentRuns, begunAt });
  if (launched === 'gone') throw notFound('suite');
  if (launched === 'full')
    throw conflict(`The group has ${MAX_GROUP_RUNS} runs, and takes no more.`, { runGroupId: body.runGroupId });
  if ('open' in launched) throw tooMany(launched.open, maxConcurrentRuns);
  deps.work.wake();
  return { ...launched, authored: body.suiteId === undefined ? frozen : [] };
}

/** The run as it was drawn up, or, with inline tests, of the suite that they became. */
async function authored({ suites }: Deps, { order, drawn, ...footing }: Prepared): Promise<Drawn> {
  const {
    launcher: { projectId },
    body,
  } = order;
  return body.suiteId === undefined
    ? drawUp(order, footing, await authorSuite(suites, projectId, drawn.run.suiteId, body))
    : drawn;
}

async function setBudget(
  { catalog }: Deps,
  {
    runId,
    order: {
      launcher: { projectId, organizationId },
      body: { budget },
    },
  }: Prepared,
): Promise<void> {
  if (!budget) return;
  await catalog.call(LedgerService.setRunBudget, {
    organizationId,
    projectId,
    runId,
    limitTokens: budget.tokens,
    limitMicros: budget.usd === undefined ? undefined : Math.max(1, Math.round(budget.usd * 1e6)),
  });
}

const tooMany = (open: number, maxConcurrentRuns: number) =>
  new Problem(
    'RATE_LIMITED',
    `The organization runs ${open} evals already; wait until one is over.`,
    {
      reason: reasons.CONCURRENT_RUN_LIMIT,
      limit: 'concurrentRuns',
      allowedValue: maxConcurrentRuns,
      currentValue: open,
      maxConcurrentRuns,
    },
    5,
  );
