import type { GatePolicy } from '@assay/contract/areas/gates/documents';
import type { Deps } from '../../deps.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { freezeSuite } from '../eval-runs/suites.ts';

/** The gate of a run: of its launch, or else the gate that its suite has now; undefined where neither has one. */
export const gatePolicyOf = async ({ suites }: Pick<Deps, 'suites'>, run: Run): Promise<GatePolicy | undefined> =>
  run.spec.gate ?? (await freezeSuite(suites, run.projectId, run.suiteId)).gate ?? undefined;
