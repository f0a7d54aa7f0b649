import type { CreateEvalRunGroup, EvalRunGroupCreated } from '@assay/contract/documents/run-group';
import { notFound, Problem } from '@assay/contract/problem';
import { derivedId, newId } from '@assay/kit/id';
import { openGroup } from './actions/open-group.ts';
import type { Deps } from './deps.ts';
import { chooseCases } from './domain/launch.ts';
import { groupRecord, planTargets, type PlannedTarget, type TargetOutcome } from './domain/run-group.ts';
import { within } from './domain/refuse.ts';
import type { Launcher, Order } from './draw-up.ts';
import { admit, connectOnce, findLaunched, write, type Launched } from './launch.ts';
import { prepare, type Prepared } from './prepare.ts';
import { findRunGroup } from './store/run-groups.ts';
import { findClockTime } from './store/tombstones.ts';
import { freezeSuite } from './suites.ts';

/** What a target has come to so far. */
type Attempt = { target: PlannedTarget['target'] } & ({ launched: Launched } | { problem: Problem } | { prepared: Prepared });

/**
 * Starts a run for each target out of one frozen suite. All targets are looked at before any run is written; one that then
 * cannot be started does not keep the others from it.
 */
export async function launchGroup(deps: Deps, launcher: Launcher, request: CreateEvalRunGroup): Promise<EvalRunGroupCreated> {
  const { projectId, idempotencyKey } = launcher;
  const { suiteId } = request;
  const runGroupId = idempotencyKey === undefined ? newId('group') : derivedId('group', `${projectId} ${suiteId} ${idempotencyKey}`);
  const targets = planTargets(request, runGroupId);
  const begunAt = await findClockTime(deps.pool);
  const suite = (await findRunGroup(deps.pool, projectId, runGroupId))?.suite ?? await freezeSuite(deps.suites, projectId, suiteId);
  chooseCases(suite.cases, targets[0]!.body);

  const looked = await settleAll(targets, (target) => look(deps, launcher, target, { suite, begunAt }));
  const ready = looked.flatMap((each) => ('prepared' in each ? each.prepared : []));
  if (ready[0]) {
    await admit(deps, ready[0]);
    for (const { drawn, granted } of ready) 
  }
  return groupRecord(runGroupId, suiteId, outcomes);
}
