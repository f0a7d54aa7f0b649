import type { GateReport } from '@assay/contract/areas/gates/documents';
import { notFound } from '@assay/contract/problem';
import { reportGate } from '../../actions/gates/report-gate.ts';
import type { Deps } from '../../deps.ts';
import { assertRunOver, type Run } from '../../domain/eval-runs/run.ts';
import { findGateReport } from '../../store/gates/gate-reports.ts';
import { gatePolicyOf } from './gate-policy.ts';

/**
 * The gate's decision about a run, made at the first request; undefined without a gate.
 * @throws CONFLICT with RUN_NOT_TERMINAL; NOT_FOUND for a run that is gone.
 */
export async function gateReportOf(deps: Pick<Deps, 'pool' | 'suites'>, run: Run): Promise<GateReport | undefined> {
  const stored = await findGateReport(deps.pool, run.id);
  if (stored) return stored;
  assertRunOver(run);
  const policy = await gatePolicyOf(deps, run);
  if (!policy) return undefined;
  const report = await reportGate(deps.pool, run, policy, new Date());
  if (!report) throw notFound('run');
  return report;
}
