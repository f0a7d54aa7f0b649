import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import { DirectoryService } from '@assay/contract/gen/assay/v1/catalog';
import { notFound } from '@assay/contract/problem';
import type { Pool } from '@assay/kit/postgres/db';
import { derivedId, newId } from '@assay/kit/id';
import type { Deps } from '../../deps.ts';
import { chooseCases } from '../../domain/eval-runs/launch.ts';
import { modelsAskedFor } from '../../domain/eval-runs/plan.ts';
import { checkServers, selectServers } from '../../domain/eval-runs/selection.ts';
import { drawUp, type Drawn, type Footing, type Launcher, type Order } from './draw-up.ts';
import { grantModels, resolver } from './grants.ts';
import { findCassette } from '../../store/cassettes/cassettes.ts';
import { findRunGroup } from '../../store/run-groups/run-groups.ts';
import { findFormerHolder } from '../../store/eval-runs/runs.ts';
import { findClockTime } from '../../store/eval-runs/tombstones.ts';
import type { Frozen } from '../../domain/eval-runs/frozen-suite.ts';
import { draftSuite, freezeSuite } from './suites.ts';

/** An order that nothing but the servers, the limits and the budgets can refuse any more. */
export interface Prepared extends Footing {
  order: Order;
  drawn: Drawn;
  begunAt: Date;
  maxConcurrentRuns: number;
}

/** Reads all that a run is made of, and throws the Problem that refuses it; nothing is written. */
export async function prepare(deps: Deps, order: Order): Promise<Prepared> {
  const { launcher, body, shared } = order;
  const { projectId, organizationId, keyId } = launcher;
  const begunAt = shared?.begunAt ?? (await findClockTime(deps.pool));
  const runId = newId('run');
  const grant = (models: string[]) =>
    grantModels(deps.catalog, {
      projectId,
      organizationId,
      keyId,
      suiteId: body.suiteId ?? '',
      runId,
      models,
      keys: body.modelApiKeys,
    });
  const override = body.model === undefined ? undefined : await grant([body.model]);
  if (override) resolver(override, 'launch')(body.model!, { title: '', position: 0 });

  const suite = shared?.suite ?? (await suiteOf(deps, launcher, body));
  const serverIds = selectServers(body, suite.serverIds);
  if (body.cassette?.cassetteId !== undefined && !(await findCassette(deps.pool, projectId, body.cassette.cassetteId)))
    throw notFound('cassette');
  const { servers, maxConcurrentRuns } = await deps.catalog.call(DirectoryService.prepareLaunch, {
    projectId,
    organizationId,
    serverIds,
  });
  checkServers(serverIds, servers);
  const judges = judgesAskedFor(suite.judge);
  const granted =
    override && judges.length === 0
      ? override
      : await grant([
          ...modelsAskedFor(chooseCases(suite.cases, body), { override: body.model, suiteModel: suite.model }),
          ...judges,
        ]);
  const footing = { runId, servers, granted };
  return {
    ...footing,
    order,
    drawn: drawUp(order, footing, suite),
    begunAt,
    maxConcurrentRuns,
  };
}

/** The model that will judge the run when it is over. One that cannot be used refuses no run: it is the judge's error then. */
export const judgesAskedFor = ({ enabled, autoRun, model }: Frozen['judge']): string[] =>
  enabled && autoRun && model !== null ? [model] : [];

/** The suite as it is now; what inline tests would become; or, for one more run of a group, as the group took it. */
async function suiteOf({ pool, suites }: Deps, launcher: Launcher, body: CreateEvalRun): Promise<Frozen> {
  const { projectId } = launcher;
  const { suiteId, runGroupId } = body;
  if (suiteId === undefined) return draftSuite(suites, projectId, await newSuiteId(pool, launcher), body);
  if (runGroupId === undefined) return freezeSuite(suites, projectId, suiteId);
  const group = await findRunGroup(pool, projectId, runGroupId);
  if (group?.suiteId !== suiteId) throw notFound('run group');
  return group.suite;
}

/** A launch that is repeated with its key finds the suite that it wrote the first time, and none that its key made for another launch. */
async function newSuiteId(pool: Pool, { projectId, idempotencyKey, requestHash = '' }: Launcher): Promise<string> {
  if (idempotencyKey === undefined) return newId('suite');
  return derivedId(
    'suite',
    `${projectId} ${idempotencyKey} ${requestHash} ${(await findFormerHolder(pool, projectId, idempotencyKey)) ?? ''}`,
  );
}
