import { assertBudgets } from '@assay/launching/assert-budgets';
import type { RequestEvalRunJudge } from '@assay/contract/areas/judges/request';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle, replayed } from '@assay/kit/rpc/handle';
import { storedAccessOf } from '@assay/launching/sealed-access';
import { usableModel } from '@assay/launching/usable-model';
import { requestJudge as ask } from '../../actions/judges/request-judge.ts';
import type { Deps } from '../../deps.ts';
import { faultProblem } from '@assay/contract/fault';
import { assertRunOver, type Run } from '../../domain/eval-runs/run.ts';
import { grantModels } from '../../flows/eval-runs/prepare-launch.ts';
import { findJudgement } from '../../store/judges/judgements.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

export const requestEvalRunJudge = (deps: Deps) =>
  handle(operations.requestEvalRunJudge, async ({ keyId, organizationId = '' }, { projectId, runId }, body) => {
    const { pool, catalog, work } = deps;
    const run = await findRun(pool, projectId, runId);
    if (!run) throw notFound('run');
    assertRunOver(run);
    const requested = { runId, projectId, status: 'pending' as const };
    const latest = await findJudgement(pool, runId);
    if (latest?.status === 'pending' || (latest?.status === 'completed' && !body.force)) return replayed(requested);

    const { model: asked, threshold } = wanted(run, body);
    const granted = await grantModels(catalog, {
      projectId,
      organizationId,
      suiteId: run.suiteId,
      keyId,
      runId,
      models: [asked],
      keys: body.modelApiKeys,
    });
    const model = usableModel(granted, asked, { path: '/model' });
    assertBudgets(granted, Date.now());
    const config = { model, threshold, rubric: run.spec.judge?.rubric };
    if (!(await ask(pool, run, config, { keyId: keyId ?? null, sealedAccess: storedAccessOf(granted) ?? undefined })))
      throw notFound('run');
    work.wake();
    return requested;
  });

/** The judge's configuration, by the request or else by the suite as the run froze it. */
function wanted(
  { spec: { judge } }: Run,
  { enable, model, threshold }: RequestEvalRunJudge,
): { model: string; threshold: number } {
  if (judge?.enabled === false && !enable)
    throw faultProblem({ path: '/enable', message: "must be true: the suite's judge is switched off" });
  const asked = model ?? judge?.model;
  if (!asked) throw faultProblem({ path: '/model', message: "is required: the suite's judge names no model" });
  return { model: asked, threshold: threshold ?? judge?.threshold ?? 0.7 };
}
