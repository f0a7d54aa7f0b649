import type { GateReport } from '@assay/contract/areas/gates/documents';
import { operations } from '@assay/contract/operations';
import { conflict, notFound, reasons } from '@assay/contract/problem';
import { describeGate } from '@assay/grading/words/gate-words';
import { handle } from '@assay/kit/rpc/handle';
import { reportGate } from '../../actions/gates/report-gate.ts';
import type { Deps } from '../../deps.ts';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';
import { findGateReport } from '../../store/gates/gate-reports.ts';
import { findRun } from '../../store/eval-runs/runs.ts';
import { gatePolicyOf } from '../../flows/gates/gate-policy.ts';
import { waiverOf } from '../../flows/gates/waiver-of.ts';

export const getEvalRunGate = (deps: Deps) =>
  handle(operations.getEvalRunGate, async (_caller, { projectId, runId }) => {
    const run = await findRun(deps.pool, projectId, runId);
    if (!run) throw notFound('run');
    const report = (await findGateReport(deps.pool, runId)) ?? (await reported(deps, run));
    const { gateWaiver: waiver = null } = await waiverOf(deps.pool, run);
    return { ...describeGate(report, waiver), ...report, waived: waiver !== null, waiver };
  });

async function reported(deps: Deps, run: Run & RunDetails): Promise<GateReport> {
  if (run.completedAt === null)
    throw conflict('The run has not ended yet.', { reason: reasons.RUN_NOT_TERMINAL, status: run.status });
  const report = await reportGate(deps.pool, run, await gatePolicyOf(deps, run), new Date());
  if (!report) throw notFound('run');
  return report;
}
