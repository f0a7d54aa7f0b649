import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import { assertServersUsable } from '@assay/launching/bundle-servers';
import type { GrantedModels } from '@assay/mesh/gen/assay/v1/catalog';
import { notFound } from '@assay/contract/problem';
import { derivedId, newId } from '@assay/kit/id';
import type { Pool } from '@assay/kit/postgres/db';
import { activeTraceparent } from '@assay/kit/telemetry/telemetry';
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
import { grantModels } from './grants.ts';
import { prepareTarget } from './prepare-target.ts';
import { draftSuite, freezeSuite } from './suites.ts';

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

async function askNeighbours(
  deps: Deps,
  { launcher, body, shared, allowsAdhoc = false }: LaunchRequest,
  runId: string,
): Promise<LaunchAnswers> {
  const { projectId } = launcher;
  // First, because the suite must be read after the clock.
  const taken = await findLaunchStanding(deps.pool, { ...launcher, runGroupId: body.runGroupId });
  const begunAt = shared?.begunAt ?? taken.at;
  const override = body.model === undefined ? undefined : await askForModels(deps, launcher, body, runId, [body.model]);
  if (override) modelResolver(override, body)(body.model!, { title: '', position: 0 });
  const suite = shared?.suite ?? (await suiteOf(deps, launcher, body));
  const selected = selectTarget(body, suite, { allowsAdhoc });
  const { cassetteId } = body.cassette ?? {};
  if (cassetteId !== undefined && !(await findCassette(deps.pool, projectId, cassetteId))) throw notFound('cassette');
  const { bundle, servers: found, maxConcurrentRuns, ...limits } = await prepareTarget(deps, launcher, selected);
  const target = targetOfClient(selected, body, suite, bundle.client);
  const servers = target.environmentId === undefined ? found.filter(({ id }) => target.serverIds.includes(id)) : found;
  assertServersUsable(target, bundle, servers);
  const judges = judgesAskedFor(suite.judge);
  const granted =
    override && judges.length === 0
      ? override
      : await askForModels(deps, launcher, body, runId, [
          ...modelsAskedFor(chooseCases(suite.cases, body).chosen, {
            override: body.model,
            defaultModel: turnSettingsOf(suite, bundle, target).model,
          }),
          ...judges,
        ]);
  return { taken, suite, begunAt, target, bundle, servers, maxConcurrentRuns, limits, granted };
}

const askForModels = (
  { catalog }: Deps,
  { projectId, organizationId, keyId }: Launcher,
  { suiteId = '', modelApiKeys: keys }: CreateEvalRun,
  runId: string,
  models: string[],
): Promise<GrantedModels> => grantModels(catalog, { projectId, organizationId, keyId, suiteId, runId, models, keys });

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
  if (runGroupId === undefined) return freezeSuite(suites, projectId, suiteId);
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
