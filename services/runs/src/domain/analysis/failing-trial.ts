import type { Chain } from '@assay/contract/areas/analysis/decision-summary';
import type { Blame, IterationStatus } from '../iterations/iteration.ts';

/** A trial that was tried and did not pass, with what explains it. */
export interface FailingTrial {
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
  /** Null for one that was never analyzed. */
  chain: Chain | null;
  /** Names, in the order of the calls; of long trials the first ones. */
  expectedTools: string[];
  observedTools: string[];
}
