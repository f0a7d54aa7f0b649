import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { compareArms } from '@assay/grading/compare/paired';
import type { Db } from '@assay/kit/postgres/db';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { notInGroup } from '../../domain/run-groups/group-base.ts';
import { runRecord } from '../../domain/eval-runs/run-record.ts';
import { configurationChange, runLabelOf } from '../../domain/run-targets/run-configuration.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { findGroupHead, listGroupRuns, listPairedFacts } from '../../store/run-groups/arms.ts';

export const getEvalRunGroup = ({ pool }: Deps) =>
  handle(operations.getEvalRunGroup, async (_caller, { projectId, runGroupId }, { baseRunId }) => {
    const group = await findGroupHead(pool, projectId, runGroupId);
    if (!group) throw notFound('run group');
    const runs = await listGroupRuns(pool, runGroupId);
    return {
      runGroupId,
      suiteId: group.suiteId,
      createdAt: group.createdAt.getTime(),
      runs: runs.map(runRecord),
      comparison: await compared(pool, withBaseFirst(runs, baseRunId)),
    };
  });

function withBaseFirst(runs: Run[], baseRunId: string | undefined): Run[] {
  const base = runs.find(({ id }) => id === baseRunId);
  if (baseRunId !== undefined && !base) throw notInGroup();
  return base ? [base, ...runs.filter((run) => run !== base)] : runs;
}

async function compared(db: Db, [baseline, ...others]: Run[]) {
  if (!baseline) return { baselineArm: null, arms: [] };
  const facts = new Map(
    (
      await listPairedFacts(
        db,
        baseline.id,
        others.map(({ id }) => id),
      )
    ).map((each) => [each.runId, each]),
  );
  return {
    baselineArm: runLabelOf(baseline),
    arms: others.map((run) => ({
      ...compareArms(runLabelOf(baseline), { ...facts.get(run.id)!, arm: runLabelOf(run) }),
      configuration: configurationChange(baseline, run),
    })),
  };
}
