import type { GatePolicy, GateReport } from '@assay/contract/areas/gates/documents';
import { evaluateGate } from '@assay/grading/gate/evaluate-gate';
import type { GatedRun, GateFacts } from '@assay/grading/gate/gate-facts';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { sidesOf } from '../../store/analysis/comparable-sides.ts';
import { baselineRecord, namedBaselineOf } from '../../domain/gates/named-baseline.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { findBaseline } from '../../store/analysis/baselines.ts';
import { holdRun, insertGateReport } from '../../store/gates/gate-reports.ts';
import { listMeasures } from '../../store/gates/measures.ts';

/**
 * Evaluates a gate for a finished run and stores the report; undefined when the run is gone. Waits for a regrade under
 * way.
 */
export function reportGate(pool: Pool, run: Run, policy: GatePolicy, now: Date): Promise<GateReport | undefined> {
  return transaction(pool, async (tx) => {
    if (!(await holdRun(tx, run.id))) return undefined;
    const named = namedBaselineOf({ ...run.spec, gate: policy });
    const baseline = await findBaseline(tx, run, named);
    return insertGateReport(tx, {
      runId: run.id,
      suiteId: run.suiteId,
      ...evaluateGate(policy, { ...(await factsOf(tx, run, baseline)), namedBaseline: named }),
      policy,
      baseline: baseline ? baselineRecord(named, baseline.id) : null,
      createdAt: now.getTime(),
    });
  });
}

async function factsOf(tx: Tx, run: Run, baseline: Run | undefined): Promise<GateFacts> {
  const measures = await listMeasures(tx, baseline ? [run.id, baseline.id] : [run.id]);
  const gated = (id: string, side: Awaited<ReturnType<typeof sidesOf>>[0]): GatedRun => {
    const {
      totalTokens = null,
      costUsd = null,
      p95LatencyMs = null,
    } = measures.find(({ runId }) => runId === id) ?? {};
    return {
      ...side,
      totalTokens,
      costUsd,
      p95LatencyMs,
    };
  };
  if (!baseline) {
    const [side] = await sidesOf(tx, [run]);
    return { run: gated(run.id, side), baseline: undefined };
  }
  const [is, was] = await sidesOf(tx, [run, baseline]);
  return { run: gated(run.id, is), baseline: gated(baseline.id, was), baselineName: `run ${baseline.runNumber}` };
}
