import { hash } from 'node:crypto';
import { canonicalJson } from '@assay/contract/canonical';
import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { layeredChecks } from '../iteration/checks.ts';

/**
 * Hashes of a case's content and of its rules for grading: equal hashes mean the same test. Title and grouping are in
 * neither.
 */
export function configHashes(
  frozen: FrozenCase,
  suiteChecks: readonly EvalAssertion[],
): { contentHash: string; evaluationHash: string } {
  const { steps, expectedOutput, isNegative, failOnToolError, matchOptions, judge, passThreshold } = frozen;
  const checks = layeredChecks(frozen, suiteChecks);
  return {
    contentHash: digest(steps.map((step) => (step.kind === 'assert' ? null : step))),
    evaluationHash: digest({
      asked: steps.map((step) => (step.kind === 'assert' ? step : null)),
      checks,
      expectedOutput,
      isNegative,
      failOnToolError,
      matchOptions,
      judge,
      passThreshold,
    }),
  };
}

/** Rules from outside of a case: the version of the judge that graded it, and the hash of a reporter's own rules. */
export interface ExternalRules {
  judgeVersion: string | null;
  reportedHash: string | null;
}

/** The hash of a case's own rules together with external ones, if any. */
export const withExternalRules = (evaluationHash: string, { judgeVersion, reportedHash }: ExternalRules): string =>
  judgeVersion === null && reportedHash === null
    ? evaluationHash
    : digest({ evaluationHash, judgeVersion, reportedHash });

/** One hash of the rules of all cases. */
export const evaluationConfigHash = (cases: readonly { caseId: string; evaluationHash: string }[]): string | null =>
  cases.length === 0
    ? null
    : digest(cases.map(({ caseId, evaluationHash }) => `${caseId} ${evaluationHash}`).toSorted());

const digest = (value: unknown): string => hash('sha256', canonicalJson(value));
