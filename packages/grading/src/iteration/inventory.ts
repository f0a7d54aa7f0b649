import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { layeredChecks } from './checks.ts';
import { assertionRowOf } from '../assertions/evaluate.ts';
import { assertionNameOf } from '../assertions/score.ts';

/**
 * Whether grading the case needs the complete tool declarations of its servers, which a runner reads only on request.
 */
export function needsInventory(frozen: FrozenCase, suiteChecks: readonly EvalAssertion[]): boolean {
  const inSteps = frozen.steps.flatMap((step) => (step.kind === 'assert' ? [step.assertion] : []));
  const all = [...inSteps, ...layeredChecks(frozen, suiteChecks).map(({ assertion }) => assertion)];
  return all.some((assertion) => assertionRowOf(assertionNameOf(assertion))?.readsInventory === true);
}
