import type { Chain, Diagnostic } from '@assay/contract/areas/analysis/decision-summary';
import { given } from '@assay/contract/given';
import { decisiveRow, nextAction } from '@assay/grading/stages/next-action';
import { redactText } from '@assay/kit/security/redact';
import type { FailingIteration } from './failing-iteration.ts';

/** At most this much of a failure is quoted, in characters. */
const MAX_FAILURE = 600;

const unique = (names: string[]): string[] => [...new Set(names)];

/** Says what failed an iteration. */
export function failureOf({
  chain,
  errorCode,
  errorMessage,
}: Pick<FailingIteration, 'chain' | 'errorCode' | 'errorMessage'>): string | undefined {
  const reason = decisiveRow(chain ?? ABSENT_CHAIN)?.reasons?.[0];
  if (reason !== undefined) return reason;
  return errorCode === null ? undefined : redactText(`${errorCode}: ${errorMessage ?? ''}`, MAX_FAILURE);
}

export const ABSENT_CHAIN: Chain = { status: 'absent' };

/** Suggests the next action for an iteration. */
export const actionOf = ({
  chain,
  model,
  blame,
  expectedTools,
  observedTools,
}: Pick<FailingIteration, 'chain' | 'model' | 'blame' | 'expectedTools' | 'observedTools'>): string =>
  nextAction({
    chain: chain ?? ABSENT_CHAIN,
    usesModel: model !== null,
    blame,
    expectedTools,
    observedTools,
  });

/** An iteration that did not pass, in the form of the decision summary. */
export function diagnosticOf(projectId: string, runId: string, trial: FailingIteration): Diagnostic {
  const { id: iterationId, iterationNumber, caseId, declaredId, title, status, result } = trial;
  const chain = trial.chain ?? ABSENT_CHAIN;
  const row = decisiveRow(chain);
  const isStaged = chain.status === 'verified' && chain.firstFailedStage !== undefined;
  const [expected, observed, failure] = [unique(trial.expectedTools), unique(trial.observedTools), failureOf(trial)];
  return {
    iterationId,
    iterationNumber,
    ...(declaredId !== null && { caseId: declaredId }),
    testCaseId: caseId,
    title,
    status,
    ...(result && { result }),
    chain,
    ...(expected.length > 0 && { expected: { toolNames: expected } }),
    observed: { toolNames: observed, ...given({ failure }) },
    evidence: {
      runId,
      iterationId,
      ...(isStaged &&
        row && {
          stage: row.stage,
          ...given({ spanIds: row.spanIds, promptIndexes: row.promptIndexes }),
        }),
      ...(row?.reasons && { reasons: row.reasons }),
      tracePath: `/projects/${projectId}/eval-runs/${runId}/iterations/${iterationId}/trace`,
    },
    nextAction: actionOf(trial),
  };
}
