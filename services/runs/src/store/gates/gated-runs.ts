import type { GatedRun, GateFacts } from '@assay/grading/gate/gate-facts';
import type { Db } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { sidesOf } from '../analysis/comparable-sides.ts';
import { listMeasures } from './measures.ts';

/** The facts that gates decide by, of some runs, by run. */
export async function findGatedRuns(db: Db, runs: Run[]): Promise<Map<string, GatedRun>> {
  const measures = await listMeasures(
    db,
    runs.map(({ id }) => id),
  );
  const sides = await sidesOf(db, runs);
  return new Map(
    runs.map(({ id }, i) => {
      const {
        totalTokens = null,
        costUsd = null,
        p95LatencyMs = null,
      } = measures.find(({ runId }) => runId === id) ?? {};
      return [
        id,
        {
          ...sides[i]!,
          totalTokens,
          costUsd,
          p95LatencyMs,
        },
      ];
    }),
  );
}

/** The facts of a run beside its baseline. */
export function gateFactsOf(gated: Map<string, GatedRun>, run: Run, baseline: Run | undefined): GateFacts {
  const facts = { run: gated.get(run.id)!, baseline: baseline && gated.get(baseline.id) };
  return baseline ? { ...facts, baselineName: `run ${baseline.runNumber}` } : facts;
}
