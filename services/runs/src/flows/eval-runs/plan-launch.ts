import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import type { GrantedModels } from '@assay/mesh/gen/assay/v1/catalog';
import { notFound, Problem } from '@assay/contract/problem';
import { derivedId, newId } from '@assay/kit/id';
import type { Pool } from '@assay/kit/postgres/db';
import { activeTraceparent } from '@assay/kit/telemetry/telemetry';
import { launchServersOf, savedServerIdsOf } from '@assay/launching/launch-servers';
import type { Deps } from '../../deps.ts';
import { chooseCases } from '../../domain/eval-runs/launch.ts';
import { modelsAskedFor } from '../../domain/eval-runs/plan.ts';
import {
  planRun,
  modelResolver,
  type LaunchAnswers,
  type Launcher,
  type LaunchRequest,
  type PlannedRun,
} from '../../domain/eval-runs/planned-run.ts';
import { turnSettingsOf } from '../../domain/run-targets/run-bundle.ts';
import { selectTarget, targetOfClient } from '../../domain/run-targets/run-target.ts';
import type { SuiteSnapshot } from '../../domain/eval-runs/suite-snapshot.ts';
import { findCassette } from '../../store/cassettes/cassettes.ts';
import { findLaunchStanding } from '../../store/eval-runs/launches.ts';
import { findFormerHolder } from '../../store/eval-runs/runs.ts';
import { findRunGroup } from '../../store/run-groups/run-groups.ts';
import { chosenBaseline } from '../analysis/chosen-baseline.ts';
import { grantModels, prepareLaunch, type GrantRequest } from './prepare-launch.ts';
import { resolveTarget } from './resolve-target.ts';
import { draftSuite, freezeForLaunch } from './suites.ts';

/** A launch that only the servers, the limits and the budgets can still refuse. */
export interface PlannedLaunch extends PlannedRun {
  request: LaunchRequest;
  answers: LaunchAnswers;
}

/** Asks other services for all parts of a run, and plans it. Throws the Problem that refuses it; writes nothing. */
export async function planLaunch(deps: Deps, request: LaunchRequest): Promise<PlannedLaunch> {
  const id = newId('run');
  const answers = await askNeighbours(deps, request, id);
  return {
    request,
    answers,
    ...planRun(request, answers, { id, traceparent: activeTraceparent(), browserRunners: deps.browserRunners }),
  };
}

async function askNeighbours(deps: Deps, request: LaunchRequest, runId: string): Promise<LaunchAnswers> {
  const { launcher, body, shared } = request;
  // First, because the suite must be read after the clock.
  const taken = await findLaunchStanding(deps.pool, { ...launcher, runGroupId: body.runGroupId });
  const begunAt = shared?.begunAt ?? taken.at;
  const { models, ...resolved } = await resolveLaunch(deps, request).catch(async (error: unknown) => {
    // A model that cannot be used is refused before anything else.
    if (body.model !== undefined && error instanceof Problem)
      assertOverride(body, await grantModels(deps.catalog, grantRequest(request, runId, [body.model])));
    throw error;
  });
  const { target, bundle } = resolved;
  const serverIds = target.environmentId === undefined ? target.serverIds : savedServerIdsOf(bundle);
  const asked = grantRequest(request, runId, models);
  const { found, ...prepared } = await prepareLaunch(deps.catalog, serverIds, asked);
  assertOverride(body, prepared.granted);
  const uses = launchServersOf(bundle, target, found);
  return { taken, begunAt, ...resolved, saved: found, uses, ...prepared };
}

/** The suite, the target and the models of a launch, which need no answer of catalog. */
async function resolveLaunch(
  deps: Deps,
  { launcher, body, shared, allowsAdhoc = false }: LaunchRequest,
): Promise<Pick<LaunchAnswers, 'suite' | 'target' | 'bundle'> & { models: string[] }> {
  const { projectId } = launcher;
  const suite = shared?.suite ?? (await suiteOf(deps, launcher, body));
  const selected = selectTarget(body, suite, { allowsAdhoc });
  const { cassetteId } = body.cassette ?? {};
  if (cassetteId !== undefined && !(await findCassette(deps.pool, projectId, cassetteId))) throw notFound('cassette');
  const { runId: baseRunId } = body.baseline ?? {};
  if (baseRunId !== undefined)
    await chosenBaseline(deps.pool, { projectId, suiteId: suite.suiteId }, baseRunId, '/baseline/runId');
  const bundle = await resolveTarget(deps.environments, projectId, selected);
  const target = targetOfClient(selected, body, suite, bundle.client);
  const models = [
    ...(body.model === undefined ? [] : [body.model]),
    ...modelsAskedFor(chooseCases(suite.cases, body).chosen, {
      override: body.model,
      defaultModel: turnSettingsOf(suite, bundle, target).model,
    }),
    ...judgesAskedFor(suite.judge),
  ];
  return { suite, target, bundle, models: [...new Set(models)] };
}

const grantRequest = (
  { launcher: { projectId, organizationId, keyId }, body: { suiteId = '', modelApiKeys: keys } }: LaunchRequest,
  runId: string,
  models: string[],
): GrantRequest => ({ projectId, organizationId, keyId, suiteId, runId, models, keys });

/** @throws VALIDATION_ERROR when the model that a launch names for all cases cannot be used. */
function assertOverride(body: CreateEvalRun, granted: GrantedModels): void {
  if (body.model !== undefined) modelResolver(granted, body)(body.model, { title: '', position: 0 });
}

/**
 * The model that will judge the run. A model that cannot be used does not refuse the run: it becomes an error of the
 * judge.
 */
export const judgesAskedFor = ({ enabled, autoRun, model }: SuiteSnapshot['judge']): string[] =>
  enabled && autoRun && model !== null ? [model] : [];

/** The saved suite; or the suite that inline tests will make; or the suite that the run's group stored. */
async function suiteOf({ pool, suites }: Deps, launcher: Launcher, body: CreateEvalRun): Promise<SuiteSnapshot> {
  const { projectId } = launcher;
  const { suiteId, runGroupId } = body;
  if (suiteId === undefined) return draftSuite(suites, projectId, await newSuiteId(pool, launcher), body);
  if (runGroupId === undefined) return freezeForLaunch(suites, projectId, suiteId);
  const group = await findRunGroup(pool, projectId, runGroupId);
  if (group?.suiteId !== suiteId) throw notFound('run group');
  return group.suite;
}

/**
 * Derived from the key, so that a repeated launch finds the suite of its first try, and another launch with the same
 * key does not.
 */
async function newSuiteId(pool: Pool, { projectId, idempotencyKey, requestHash = '' }: Launcher): Promise<string> {
  if (idempotencyKey === undefined) return newId('suite');
  return derivedId(
    'suite',
    `${projectId} ${idempotencyKey} ${requestHash} ${(await findFormerHolder(pool, projectId, idempotencyKey)) ?? ''}`,
  );
}
