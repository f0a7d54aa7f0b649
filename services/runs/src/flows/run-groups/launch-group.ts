import type { CreateEvalRunGroup, EvalRunGroupCreated } from '@assay/contract/areas/run-groups/documents';
import { given } from '@assay/contract/given';
import { notFound, Problem } from '@assay/contract/problem';
import { derivedId, newId } from '@assay/kit/id';
import { assertSameRequest } from '@assay/kit/requests/idempotency';
import { openGroup } from '../../actions/run-groups/open-group.ts';
import type { Deps } from '../../deps.ts';
import { chooseCases } from '../../domain/eval-runs/launch.ts';
import { groupRecord, planTargets, refusedAt, type PlannedTarget } from '../../domain/run-groups/run-group.ts';
import type { Launcher, LaunchRequest } from '../../domain/eval-runs/planned-run.ts';
import { assertCapacity, connectOnce, findLaunched, writeLaunch, type LaunchedRun } from '../eval-runs/launch.ts';
import { planLaunch, type PlannedLaunch } from '../eval-runs/plan-launch.ts';
import { findRunGroupByKey } from '../../store/run-groups/run-groups.ts';
import { findClockTime } from '../../store/eval-runs/tombstones.ts';
import { freezeForLaunch } from '../eval-runs/suites.ts';

type Shared = NonNullable<LaunchRequest['shared']>;
/** The state of a target: its run exists, was refused, or is planned. */
type Progress = { launched: LaunchedRun } | { problem: Problem } | { planned: PlannedLaunch };

/**
 * Launches a run for each target with one frozen suite. All targets are checked before any run is written; a run that
 * then fails does not stop the others.
 */
export async function launchGroup(
  deps: Deps,
  launcher: Launcher,
  request: CreateEvalRunGroup,
): Promise<EvalRunGroupCreated> {
  const { projectId, idempotencyKey, requestHash } = launcher;
  const { suiteId } = request;
  const latest =
    idempotencyKey === undefined ? undefined : await findRunGroupByKey(deps.pool, projectId, suiteId, idempotencyKey);
  const earlier = latest?.isKept ? latest : undefined;
  if (earlier) assertSameRequest(earlier, launcher, { runGroupId: earlier.id });
  // Concurrent requests derive the same id; a new id is used when the key's earlier group is too old.
  const runGroupId =
    earlier?.id ??
    (idempotencyKey === undefined
      ? newId('group')
      : derivedId('group', `${projectId} ${suiteId} ${idempotencyKey} ${latest?.id ?? ''}`));
  const targets = planTargets(request, runGroupId);
  const begunAt = await findClockTime(deps.pool);
  const suite = earlier?.suite ?? (await freezeForLaunch(deps.suites, projectId, suiteId));
  chooseCases(suite.cases, targets[0]!.body);

  const looked = await Promise.all(
    targets.map((target) =>
      look(deps, launcher, target, { suite, begunAt, allowsAdhoc: request.ephemeralEnvironment ?? false }),
    ),
  );
  const ready = looked.flatMap((each) => ('planned' in each ? each.planned : []));
  ready.forEach(assertCapacity);
  if (
    ready.length > 0 &&
    !(await openGroup(
      deps.pool,
      projectId,
      {
        id: runGroupId,
        suiteId,
        suite,
        idempotencyKey,
        requestHash,
      },
      begunAt,
    ))
  )
    throw notFound('suite');
  const tried = new Map<string, Promise<void>>();
  const reached = await Promise.all(looked.map((each) => reach(deps, each, tried)));
  const outcomes: Exclude<Progress, { planned: PlannedLaunch }>[] = [];
  // One after the other, so that run numbers follow the order of the targets.
  for (const each of reached)
    outcomes.push(
      'planned' in each ? await orProblem(async () => ({ launched: await writeLaunch(deps, each.planned) })) : each,
    );
  return groupRecord(
    runGroupId,
    suiteId,
    outcomes.map((outcome, i) => ({ target: targets[i]!.target, ...outcome })),
  );
}

/** Plans a target's run. A refused arm fails the whole request; a refused environment or client fails alone. */
async function look(
  deps: Deps,
  launcher: Launcher,
  { target: { arm }, body, key, path }: PlannedTarget,
  { allowsAdhoc, ...shared }: Shared & { allowsAdhoc: boolean },
): Promise<Progress> {
  const request: LaunchRequest = {
    launcher: { ...launcher, idempotencyKey: `${body.runGroupId} ${key}`, requestHash: undefined },
    body,
    shared,
    allowsAdhoc,
    ...given({ arm: arm?.name }),
  };
  const launched = await findLaunched(deps, request.launcher);
  if (launched) return { launched };
  const looked = await orProblem(async () => ({ planned: await planLaunch(deps, request) }));
  if (arm && 'problem' in looked) throw refusedAt(looked.problem, path);
  return looked;
}

/** Connects to the servers of a planned target, unless another target does. */
const reach = async (deps: Deps, progress: Progress, tried: Map<string, Promise<void>>): Promise<Progress> =>
  'planned' in progress
    ? orProblem(async () => {
        await connectOnce(deps, progress.planned, tried);
        return progress;
      })
    : progress;

async function orProblem<T>(work: () => Promise<T>): Promise<T | { problem: Problem }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) return { problem: error };
    throw error;
  }
}
