import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import type {
  CreateEvalRunGroup,
  EvalRunGroupCreated,
  RunGroupTarget,
} from '@assay/contract/areas/run-groups/documents';
import { given } from '@assay/contract/given';
import { reasons, type Problem } from '@assay/contract/problem';
import { createdRecord } from '../eval-runs/run-record.ts';
import { assertPercent } from '../eval-runs/launch-shape.ts';
import { faultProblem } from '@assay/contract/fault';
import { foldedName } from '@assay/contract/normal-name';

/** A target, its first place in the request, and the launch of its run. */
export interface PlannedTarget {
  target: RunGroupTarget;
  path: string;
  key: string;
  body: CreateEvalRun;
}

/** Plans one run for each different target; refuses contradictory fields before anything is read. */
export function planTargets(request: CreateEvalRunGroup, runGroupId: string): PlannedTarget[] {
  const { targets, passCriteria, idempotencyKey: _, ephemeralEnvironment = false, ...common } = request;
  if (new Set(targets.flatMap((target) => Object.keys(target))).size > 1)
    throw faultProblem(
      { path: '/targets', message: 'must all be of one kind' },
      { reason: reasons.HETEROGENEOUS_TARGETS },
    );
  if (ephemeralEnvironment && targets.some(({ environmentId }) => environmentId === undefined))
    throw faultProblem({ path: '/ephemeralEnvironment', message: 'needs targets that are environments' });
  assertPercent(passCriteria?.minimumPassRate, '/passCriteria/minimumPassRate');
  const minimumPassRate = passCriteria?.minimumPassRatePercent ?? passCriteria?.minimumPassRate;
  const planned = new Map<string, PlannedTarget>();
  targets.forEach((target, i) => {
    const { arm, ...place } = target;
    const key = nameOf(target);
    const earlier = planned.get(key);
    if (earlier && !isSame(earlier.target, target))
      throw faultProblem({ path: `/targets/${i}/arm/name`, message: 'is the name of another arm' });
    if (earlier) return;
    const { name: _name, ...choice } = arm ?? { name: '' };
    const body = {
      ...common,
      ...place,
      ...choice,
      runGroupId,
      ...(minimumPassRate !== undefined && { passCriteria: { minimumPassRate } }),
    };
    planned.set(key, {
      target,
      path: `/targets/${i}${arm ? '/arm' : ''}`,
      key,
      body,
    });
  });
  return [...planned.values()];
}

/** By kind and name, or id. */
const nameOf = ({ arm, environmentId, namedHostId }: RunGroupTarget): string =>
  arm
    ? `arm ${arm.name}`
    : environmentId !== undefined
      ? `environment ${environmentId}`
      : `host ${foldedName(namedHostId ?? '')}`;

function isSame({ arm: one }: RunGroupTarget, { arm: other }: RunGroupTarget): boolean {
  const contentOf = (arm: typeof one) => JSON.stringify([arm?.model, arm?.serverIds?.toSorted()]);
  return contentOf(one) === contentOf(other);
}

/** A refusal of a run, with paths of the group's request: the arm's own field, or the shared one. */
export function refusedAt(problem: Problem, path: string): Problem {
  const { issues, ...details } = problem.details ?? {};
  const [issue] = (issues ?? []) as { path: string; message: string }[];
  return issue && /^\/(model|serverIds)\b/.test(issue.path)
    ? faultProblem({ path: `${path}${issue.path}`, message: issue.message }, details)
    : problem;
}

/** The outcome of launching one target. */
export type TargetOutcome = { target: RunGroupTarget } & (
  | { launched: Parameters<typeof createdRecord>[0] }
  | { problem: Problem }
);

/** The answer to the launch of a group. */
export function groupRecord(runGroupId: string, suiteId: string, outcomes: TargetOutcome[]): EvalRunGroupCreated {
  const targets = outcomes.map(targetRecord);
  const started = targets.filter(({ status }) => status === 'started');
  const outcome = started.length === targets.length ? 'started' : started.length > 0 ? 'partial' : 'failed';
  return {
    runGroupId,
    suiteId,
    outcome,
    startedCount: started.length,
    failedCount: targets.length - started.length,
    targets,
    ...(started[0] && mirrorOf(started[0])),
  };
}

type TargetRecord = EvalRunGroupCreated['targets'][number];

function targetRecord(outcome: TargetOutcome): TargetRecord {
  const target = { ...outcome.target, ...given({ name: outcome.target.arm?.name }) };
  if ('problem' in outcome)
    return { target, status: 'failed', error: { code: outcome.problem.code, message: outcome.problem.message } };
  const { runId, status: runStatus, deduped, servers, environment, caseUpsert } = createdRecord(outcome.launched);
  return {
    target,
    status: 'started',
    runId,
    runStatus,
    ...given({ deduped }),
    servers,
    environment,
    caseUpsert,
  };
}

/** The fields for older clients, which know only one target. */
const mirrorOf = ({
  runId,
  runStatus,
  servers,
  environment,
  caseUpsert,
}: TargetRecord): Partial<EvalRunGroupCreated> => ({
  runId: runId!,
  status: runStatus!,
  servers: servers!,
  environment: environment ?? null,
  caseUpsert: caseUpsert!,
});
