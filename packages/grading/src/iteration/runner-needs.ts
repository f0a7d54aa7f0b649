import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { assertionsOf } from './checks.ts';
import { loneToolCall } from './implicit-check.ts';
import { assertionRowOf } from '../assertions/evaluate.ts';
import { assertionNameOf } from '../assertions/score.ts';

/**
 * Whether grading the case needs the complete tool declarations of its servers, which a runner reads only on request.
 */
export const needsInventory = (frozen: FrozenCase, suiteChecks: readonly EvalAssertion[]): boolean =>
  assertionsOf(frozen, suiteChecks).some(
    (assertion) => assertionRowOf(assertionNameOf(assertion))?.readsInventory === true,
  );

/**
 * Whether the case acts on widgets, or grading it needs to know how they were rendered: a runner needs a browser then.
 */
export const needsBrowser = (frozen: FrozenCase, suiteChecks: readonly EvalAssertion[]): boolean =>
  frozen.steps.some(({ kind }) => kind === 'interact') ||
  loneToolCall(frozen) !== undefined ||
  assertionsOf(frozen, suiteChecks).some(
    (assertion) => 'kind' in assertion || assertionRowOf(assertionNameOf(assertion))?.watchesWidgets === true,
  );
