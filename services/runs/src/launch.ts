import type { FrozenCase } from '@assay/contract/documents/case';
import type { CreateEvalRun } from '@assay/contract/documents/run';
import { DirectoryService, type SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { DiagnosticsService } from '@assay/contract/gen/assay/v1/diagnostics';
import { notFound, Problem, reasons } from '@assay/contract/problem';
import { needsInventory } from '@assay/grading/inventory';
import { derivedId, newId } from '@assay/kit/id';
import { activeTraceparent } from '@assay/kit/telemetry';
import { launchRun } from './actions/launch-run.ts';
import type { Deps } from './deps.ts';
import { checkClaims } from './domain/import-claims.ts';
import { checkServers, checkShape, checkStepServers, overridden, selectCases, selectServers, validityOf } from './domain/launch.ts';
import { plan, type Plan } from './domain/plan.ts';
import type { Run } from './domain/run.ts';
import { countOpenRuns, findRunByKey, type NewRun } from './store/runs.ts';
import { findClockTime } from './store/tombstones.ts';
import { authorSuite, draftSuite, freezeSuite, type Frozen } from './suites.ts';

/** On whose behalf a run is launched; a second launch with the same key finds the run of the first. */
export type Launcher = Pick<NewRun, 'projectId' | 'organizationId' | 'idempotencyKey' | 'source'>;

/** A launched run, and the cases that it wrote. */
export interface Launched { run: Run; deduped: boolean; authored: FrozenCase[] }

/** Makes the run that `body` asks for, or throws the Problem that refuses it. */
export async function launch(deps: Deps, launcher: Launcher, body: CreateEvalRun): Promise<Launched> {
  const { projectId, organizationId, idempotencyKey, source } = launcher;
  const earlier = idempotencyKey && await findRunByKey(deps.pool, projectId, idempotencyKey);
  if (earlier) return { run: earlier, deduped: true, authored: [] };
  checkShape(body);
  const begunAt = await findClockTime(deps.pool);

  // Everything that can refuse the launch comes before the first write.
  const inline = body.suiteId === undefined;
  const found = inline ? await draftSuite(deps.suites, projectId, body) : await freezeSuite(deps.suites, projectId, body.suiteId!);
  const caseGrading = validityOf(found.caseGrading, body);
  const serverIds = selectServers(body, found.serverIds);
  const { servers, maxConcurrentRuns, hostedModels } = await deps.catalog.call(DirectoryService.prepareLaunch, { projectId, organizationId, serverIds });
  checkServers(serverIds, servers);
  const planOf = (suite: Frozen) => planned(suite, servers, hostedModels, body);
  planOf(found);
  if (await countOpenRuns(deps.pool, organizationId) >= maxConcurrentRuns) throw tooMany(maxConcurrentRuns);
  // Nobody waits for the answer to a scheduled launch; a server that is down is what its run is to show.
  if (source !== 'schedule') await connectOnce(deps, projectId, servers);

  const suite = inline ? await authorSuite(deps.suites, projectId, suiteIdFor(projectId, idempotencyKey), body) : found;
  const { cases, iterations, variants } = planOf(suite);
  const launched = await launchRun(deps.pool, {
    ...launcher, id: newId('run'), suiteId: suite.suiteId, notes: body.notes,
    sessionIsolation: suite.sessionIsolation, minimumAccuracy: body.passCriteria?.minimumPassRate ?? suite.minimumAccuracy,
    servers: servers.map(({ id, name }) => ({ id, name })), checks: suite.checks, total: iterations.length,
    caseGrading, variants, importApprovals: body.importApprovals, traceparent: activeTraceparent(),
  }, cases.map((each, position) => ({ position, body: each, needsInventory: needsInventory(each, suite.checks) })), iterations, { maxConcurrentRuns, begunAt });
  if (launched === 'gone') throw notFound('suite');
  if (launched === 'limit') throw tooMany(maxConcurrentRuns);
  deps.work.ring();
  return { ...launched, authored: inline ? cases : [] };
}

/** A launch that is repeated with its key finds the suite that it wrote the first time. */
const suiteIdFor = (projectId: string, idempotencyKey: string | undefined) =>
  (idempotencyKey === undefined ? newId('suite') : derivedId('suite', `${projectId} ${idempotencyKey}`));

function planned(suite: Frozen, servers: SavedServer[], hostedModels: string[], body: CreateEvalRun): Plan {
  const cases = selectCases(suite.cases, body.caseIds).map((each) => overridden(each, body));
  checkClaims(cases, body);
  checkStepServers(cases, servers);
  return plan(cases, { suiteModel: suite.model, modelOverride: body.model, hostedModels });
}

const tooMany = (maxConcurrentRuns: number) => new Problem('RATE_LIMITED', `The organization runs ${maxConcurrentRuns} evals already; wait until one is over.`,
  { reason: reasons.CONCURRENT_RUN_LIMIT, maxConcurrentRuns }, 5);

/** Tells a caller at once about a server that cannot be reached, instead of with every iteration. */
async function connectOnce({ diagnostics }: Deps, projectId: string, servers: SavedServer[]): Promise<void> {
  await Promise.all(servers.map(({ id }) =>
    diagnostics.call(DiagnosticsService.validateServer, { projectId, serverId: id, input: Buffer.alloc(0) })));
}
