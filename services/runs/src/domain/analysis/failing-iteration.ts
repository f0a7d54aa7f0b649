import type { Chain } from '@assay/contract/areas/analysis/decision-summary';
import type { Blame, IterationStatus } from '../iterations/iteration.ts';

/** An iteration that ran and did not pass, with its evidence. */
export interface FailingIteration {
  id: string;
  position: number;
  caseId: string;
  declaredId: string | null;
  title: string;
  iterationNumber: number;
  model: string | null;
  status: IterationStatus;
  result: 'failed' | null;
  errorCode: string | null;
  errorMessage: string | null;
  blame: Blame | null;
  /** Null for an iteration that was never analyzed. */
  chain: Chain | null;
  /** Names in the order of the calls, of long iterations only the first ones. */
  expectedTools: string[];
  observedTools: string[];
}
