import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { GatePolicy } from '@assay/contract/areas/gates/documents';
import type { Judge } from '@assay/contract/areas/suites/settings';
import type { FrozenSuite } from '@assay/mesh/gen/assay/v1/suites';

/** A suite at the moment of a launch, with its documents parsed. */
export type SuiteSnapshot = Omit<FrozenSuite, 'cases' | 'checks' | 'judge' | 'gate'> & {
  cases: FrozenCase[];
  checks: EvalAssertion[];
  judge: Judge;
  gate: GatePolicy | null;
};
