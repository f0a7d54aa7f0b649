import type { GatePolicy } from '@assay/contract/areas/gates/documents';
import { notFound } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { freezeSuite } from '../eval-runs/suites.ts';

/** The gate of a run: of its launch, or else the gate that its suite has now. @throws NOT_FOUND where neither has one. */
export async function gatePolicyOf({ suites }: Pick<Deps, 'suites'>, run: Run): Promise<GatePolicy> {
  const policy = run.spec.gate ?? (await freezeSuite(suites, run.projectId, run.suiteId)).gate;
  if (!policy) throw notFound('gate: the suite has none');
  return policy;
}
