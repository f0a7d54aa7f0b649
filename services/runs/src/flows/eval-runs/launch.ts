import { assertBudgets } from '@assay/launching/assert-budgets';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { ConnectionsService } from '@assay/mesh/gen/assay/v1/inspection';
import { conflict, notFound, Problem, reasons } from '@assay/contract/problem';
import { assertSameRequest, ownKey, requestHash } from '@assay/kit/requests/idempotency';
import type { Caller } from '@assay/kit/security/caller';
import { launchRun } from '../../actions/eval-runs/launch-run.ts';
import type { Deps } from '../../deps.ts';
import { assertLaunchShape } from '../../domain/eval-runs/launch-shape.ts';
import { parseCi, parseLauncher } from '../../domain/eval-runs/launcher.ts';
import { MAX_GROUP_RUNS } from '../../domain/run-limits/limits.ts';
import type { Launcher, LaunchRequest, TakenSlots } from '../../domain/eval-runs/planned-run.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { findRunByKey } from '../../store/eval-runs/runs.ts';
import { planLaunch, type PlannedLaunch } from './plan-launch.ts';
import { setRunBudget } from './set-run-budget.ts';
import { attachClients, authorSuite } from './suites.ts';

/** The longest that a launch waits for a server to answer, in milliseconds. */
const CONNECT_MS = 20_000;

/** A launched run, and its cases. */
export interface LaunchedRun {
  run: Run;
  deduped: boolean;
  authored: FrozenCase[];
}

/**
 * The launcher of an API request, with the idempotency key of the headers, or else of the body. Secrets are not part of
 * the request hash.
 */
export const launcherOf = (
  { organizationId = '', keyId, userId }: Caller,
  { projectId, idempotencyKey, launcher, ci }: Record<'projectId' | 'idempotencyKey' | 'launcher' | 'ci', string>,
  { idempotencyKey: keyInBody, modelApiKeys: _secret, ...asked }: { idempotencyKey?: string; modelApiKeys?: object },
): Launcher => ({
  projectId,
  organizationId,
  keyId,
  userId,
  source: 'api',
  idempotencyKey: ownKey(idempotencyKey, keyInBody),
  requestHash: requestHash(asked),
  launcher: parseLauncher(launcher),
  ciMetadata: parseCi(ci),
});

/** Launches a run, or throws the Problem that refuses it. Every refusal comes before the first write. */
export async function launchRequested(deps: Deps, request: LaunchRequest): Promise<LaunchedRun> {
  const earlier = await findLaunched(deps, request.launcher);
  if (earlier) return earlier;
  assertLaunchShape(request.body);
  const planned = await planLaunch(deps, request);
  assertCapacity(planned);
  await connectOnce(deps, planned);
  return writeLaunch(deps, planned);
}

/**
 * The run that an earlier launch with the same key made.
 * @throws CONFLICT when that was another launch.
 */
export async function findLaunched({ pool }: Deps, launcher: Launcher): Promise<LaunchedRun | undefined> {
  const { projectId, idempotencyKey } = launcher;
  const run = idempotencyKey === undefined ? undefined : await findRunByKey(pool, projectId, idempotencyKey);
  if (run) assertSameRequest(run, launcher, { runId: run.id });
  return run && { run, deduped: true, authored: [] };
}

/** @throws when the organization had no slot for another run when the launch began, or its budget is used up. */
export function assertCapacity({ run, answers: { taken, maxConcurrentRuns, granted } }: PlannedLaunch): void {
  if (taken.open >= maxConcurrentRuns) throw tooMany(taken, maxConcurrentRuns);
  if (run.spec.modelSource !== undefined) assertBudgets(granted, Date.now());
}

/**
 * Connects once, with the settings of the client, to each server that has not answered a launch within the last minute, so that the caller hears at once
 * of an unreachable one. Not for scheduled launches, which have no waiting caller; not for replays, which connect to
 * nothing; not for servers with labels, whose runner may come later; and not for servers that the run can do without or
 * that a plugin brings. Launches of one group share `tried`, the connections of all its targets.
 */
export async function connectOnce(
  { diagnostics, reached }: Deps,
  { run: { source, spec }, answers: { saved, bundle } }: PlannedLaunch,
  tried = new Map<string, Promise<void>>(),
): Promise<void> {
  if (source === 'schedule' || spec.cassette?.mode === 'replay') return;
  const { configId, config } = bundle.client;
  const clientConfig = Buffer.from(JSON.stringify(config));
  const connect = async (server: SavedServer) => {
    await diagnostics.call(ConnectionsService.connectServer, { server, clientConfig }, { timeoutMs: CONNECT_MS });
    reached.add(server, configId);
  };
  const isOptional = (id: string) => spec.servers.some((server) => server.id === id && server.isOptional);
  await Promise.all(
    saved
      .filter(({ id }) => !isOptional(id))
      .filter((server) => server.runnerLabels.length === 0 && !reached.has(server, configId))
      .map((server) => {
        const key = `${server.id} ${configId}`;
        const answer = tried.get(key) ?? connect(server);
        tried.set(key, answer);
        return answer;
      }),
  );
}

/**
 * Sets the budget, writes the suite of inline tests or attaches the clients that the launch names, and writes the run.
 * A failure on the way leaves a budget without a run, which nothing reads; a suite without a run, which a repetition with
 * the same key finds again; or the clients attached to the suite, as the launch wanted.
 */
export async function writeLaunch(deps: Deps, planned: PlannedLaunch): Promise<LaunchedRun> {
  const { request, answers, run, cases } = planned;
  const { projectId, spec } = run;
  const isNewSuite = request.body.suiteId === undefined;
  await setBudget(deps, planned);
  if (isNewSuite) await authorSuite(deps.suites, projectId, spec.suiteId, request.body);
  else if (request.body.hosts) await attachClients(deps.suites, projectId, spec.suiteId, request.body.hosts);
  const launched = await launchRun(deps.pool, planned, answers);
  if (launched === 'gone') throw notFound('suite');
  if (launched === 'full')
    throw conflict(`The group has ${MAX_GROUP_RUNS} runs, the most that it can have.`, { runGroupId: spec.runGroupId });
  if ('open' in launched) throw tooMany(launched, answers.maxConcurrentRuns);
  deps.work.wake();
  return { ...launched, authored: isNewSuite ? cases.map(({ body }) => body) : [] };
}

async function setBudget({ catalog }: Deps, { run }: PlannedLaunch): Promise<void> {
  const { id: runId, projectId, organizationId, spec } = run;
  if (spec.budget) await setRunBudget(catalog, { organizationId, projectId, runId }, spec.budget);
}

const tooMany = ({ open, runIds }: TakenSlots, maxConcurrentRuns: number) =>
  new Problem(
    'RATE_LIMITED',
    `The organization runs ${open} evals already${runIds.length > 0 ? ` (of this project: ${runIds.join(', ')})` : ''}; wait until one ends, or cancel one.`,
    {
      reason: reasons.CONCURRENT_RUN_LIMIT,
      limit: 'concurrentRuns',
      allowedValue: maxConcurrentRuns,
      currentValue: open,
      runIds,
      maxConcurrentRuns,
    },
    5,
  );
