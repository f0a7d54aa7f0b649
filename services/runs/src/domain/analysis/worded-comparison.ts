import type { EvalRunCompare, SurfaceDifference } from '@assay/contract/areas/analysis/compare';
import type { WordedComparison } from '@assay/grading/words/comparison-words';
import type { Run } from '../eval-runs/run.ts';
import { runRecord } from '../eval-runs/run-record.ts';

/** A comparison in the form that its words are made of. */
export function wordedComparison(
  base: Run,
  compare: Run,
  { caseCounts, surfaces }: Pick<EvalRunCompare, 'caseCounts'> & { surfaces: readonly SurfaceDifference[] },
  branch = base.spec.ciMetadata?.branch,
): WordedComparison {
  const { verdict, summary } = runRecord(base);
  const names = new Map(compare.spec.servers.map(({ id, name }) => [id, name]));
  return {
    base: {
      runNumber: base.runNumber,
      branch,
      passRate: verdict === 'notEstablished' ? null : summary.passRate,
    },
    caseCounts,
    servers: surfaces.map((each) => ({ ...each, name: names.get(each.serverId) ?? each.serverId })),
  };
}
