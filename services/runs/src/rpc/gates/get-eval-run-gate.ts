import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { describeGate } from '@assay/grading/words/gate-words';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { gateReportOf } from '../../flows/gates/gate-report.ts';
import { waiverOf } from '../../flows/gates/waiver-of.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

export const getEvalRunGate = (deps: Deps) =>
  handle(operations.getEvalRunGate, async (_caller, { projectId, runId }) => {
    const run = await findRun(deps.pool, projectId, runId);
    if (!run) throw notFound('run');
    const report = await gateReportOf(deps, run);
    if (!report) throw notFound('gate: the suite has none');
    const { gateWaiver: waiver = null } = await waiverOf(deps.pool, run);
    return { ...describeGate(report, waiver), ...report, waived: waiver !== null, waiver };
  });
