import { DirectoryService, type SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { DiagnosticsService } from '@assay/contract/gen/assay/v1/diagnostics';
import { createEvalRun as operation } from '@assay/contract/operations/runs';
import { Problem, reasons } from '@assay/contract/problem';
import type { CreateEvalRun } from '@assay/contract/documents/run';
import type { CaseUpsert } from '@assay/contract/documents/suite';
import { needsInventory } from '@assay/grading/inventory';
import { handle } from '@assay/kit/handle';
import { newId } from '@assay/kit/id';
import { activeTraceparent } from '@assay/kit/telemetry';
import { launchRun } from '../actions/launch-run.ts';
import type { Deps } from '../deps.ts';
import { checkServers, checkShape, checkStepServers, selectCases, selectServers } from '../domain/launch.ts';
import { plan } from '../domain/plan.ts';
import type { Run } from '../domain/run.ts';
import { findRunByKey } from '../store/runs.ts';
import { authorSuite, freezeSuite } from '../suites.ts';

/** A run that is not over by then is stopped, in milliseconds. */
const RUN_TIMEOUT_MS = 20 * 60_000;

export const createRun = (deps: Deps) =>
  handle(operation, async ({ organizationId }, { projectId, idempotencyKey: header }, body) => {
    const idempotencyKey = keyOf(header) ?? keyOf(body.idempotencyKey);
    const earlier = idempotencyKey && await findRunByKey(deps.pool, projectId, idempotencyKey);
    if (earlier) return created(earlier, true);
    checkShape(body);

    const { suiteId, caseUpsert, ...frozen } = await suiteOf(deps, projectId, organizationId!, body);
    const cases = selectCases(frozen.cases, body.caseIds);
    const { servers, maxConcurrentRuns, hostedModels } = await serversOf(deps, projectId, organizationId!, selectServers(body, frozen.serverIds));
    checkStepServers(cases, servers);
    const planned = plan(cases, {
      suiteModel: frozen.model, modelOverride: body.model, iterationOverride: body.iterationOverride, hostedModels,
    });
    await connectOnce(deps, projectId, servers);

    const launched = await launchRun(deps.pool, {
      id: newId('run'), projectId, organizationId: organizationId!, suiteId, notes: body.notes,
      sessionIsolation: frozen.sessionIsolation, minimumAccuracy: body.passCriteria?.minimumPassRate ?? frozen.minimumAccuracy,
      servers: servers.map(({ id, name }) => ({ id, name })), checks: frozen.checks, total: planned.iterations.length,
      idempotencyKey, traceparent: activeTraceparent(), timeoutMs: RUN_TIMEOUT_MS,
    }, planned.cases.map((each, position) => ({ position, body: each, needsInventory: needsInventory(each, frozen.checks) })), planned.iterations, maxConcurrentRuns);
    if (launched === 'limit') {
      throw new Problem('RATE_LIMITED', `The organization runs ${maxConcurrentRuns} evals already; wait until one is over.`,
        { reason: reasons.CONCURRENT_RUN_LIMIT, maxConcurrentRuns }, 5);
    }
    deps.work.ring();
    return created(launched.run, launched.deduped, caseUpsert);
  });

/** Keys that are blank or over 256 characters count as none. */
const keyOf = (text: string | undefined) => (text?.trim() && text.length <= 256 ? text : undefined);

const created = ({ id, suiteId, status, servers }: Run, deduped: boolean, caseUpsert?: CaseUpsert) => ({
  runId: id, suiteId, status, ...(deduped && { deduped }), servers, environment: null, caseUpsert: caseUpsert ?? { committed: [], failed: [] },
});

/** The saved suite, or the one that the inline tests write; what would refuse the run is checked before anything is written. */
async function suiteOf(deps: Deps, projectId: string, organizationId: string, body: CreateEvalRun) {
  if (body.suiteId !== undefined) return { ...await freezeSuite(deps.suites, projectId, body.suiteId), caseUpsert: undefined };
  await serversOf(deps, projectId, organizationId, selectServers(body, []));
  const { suiteId, caseUpsert } = await authorSuite(deps.suites, projectId, body);
  return { ...await freezeSuite(deps.suites, projectId, suiteId), caseUpsert };
}

async function serversOf({ catalog }: Deps, projectId: string, organizationId: string, serverIds: string[]) {
  const launch = await catalog.call(DirectoryService.prepareLaunch, { projectId, organizationId, serverIds });
  checkServers(serverIds, launch.servers);
  return launch;
}

/** Tells a caller at once about a server that cannot be reached, instead of with every iteration. */
async function connectOnce({ diagnostics }: Deps, projectId: string, servers: SavedServer[]): Promise<void> {
  await Promise.all(servers.map(({ id }) =>
    diagnostics.call(DiagnosticsService.validateServer, { projectId, serverId: id, input: Buffer.alloc(0) })));
}
