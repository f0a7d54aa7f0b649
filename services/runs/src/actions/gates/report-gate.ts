import type { GatePolicy, GateReport } from '@assay/contract/areas/gates/documents';
import { evaluateGate } from '@assay/grading/gate/evaluate-gate';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { baselineRecord, namedBaselineOf } from '../../domain/gates/named-baseline.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { findBaseline } from '../../store/analysis/baselines.ts';
import { holdRun, insertGateReport } from '../../store/gates/gate-reports.ts';
import { findGatedRuns, gateFactsOf } from '../../store/gates/gated-runs.ts';

/**
 * Evaluates a gate for a finished run and stores the report; undefined when the run is gone. Waits for a regrade under
 * way.
 */
export function reportGate(pool: Pool, run: Run, policy: GatePolicy, now: Date): Promise<GateReport | undefined> {
  return transaction(pool, async (tx) => {
    if (!(await holdRun(tx, run.id))) return undefined;
    const named = namedBaselineOf({ ...run.spec, gate: policy });
    const baseline = await findBaseline(tx, run, named);
    const gated = await findGatedRuns(tx, baseline ? [run, baseline] : [run]);
    return insertGateReport(tx, {
      runId: run.id,
      suiteId: run.suiteId,
      ...evaluateGate(policy, { ...gateFactsOf(gated, run, baseline), namedBaseline: named }),
      policy,
      baseline: baseline ? baselineRecord(named, baseline.id) : null,
      createdAt: now.getTime(),
    });
  });
}
