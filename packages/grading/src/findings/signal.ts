import { hash } from 'node:crypto';
import { canonicalJson } from '@assay/contract/canonical';
import type { Chain, EvalStage, FailureCategory } from '@assay/contract/areas/analysis/decision-summary';
import { quotesCall } from '../stages/call-failure.ts';
import { decisiveRow } from '../stages/next-action.ts';
import { errorShapeOf } from './shape.ts';

/** An attempted trial that did not pass. */
export interface FailingTrial {
  id: string;
  caseId: string;
  title: string;
  model: string | null;
  blame: string | null;
  errorCode: string | null;
  errorMessage: string | null;
  chain: Chain | null;
  expectedTools: string[];
  observedTools: string[];
}

/** The signal of a failed trial: trials with the same failure have the same signal. */
export interface FailureSignal {
  stage: EvalStage | undefined;
  category: FailureCategory;
  toolName: string | undefined;
  errorCode: string | undefined;
  /** Whether a model took part. */
  usesModel: boolean;
  blame: string | null;
  /** The reason of the first trial with this signal. */
  reason: string;
  /** The reason quotes the error of a call. */
  quotesCall: boolean;
  /** Every assertion passed, and the judge decided. */
  byJudge: boolean;
  fingerprint: string;
}

/** The signal of a failed trial: its first failed stage, or why it could not be graded. */
export function signalOf(trial: FailingTrial): FailureSignal {
  const chain = trial.chain ?? { status: 'absent' };
  const row = decisiveRow(chain);
  const isAnalyzed = chain.status === 'verified';
  const byJudge = isAnalyzed && chain.failureCategory === undefined;
  const stage = byJudge ? 'userValue' : isAnalyzed ? chain.firstFailedStage : undefined;
  const category = byJudge ? 'userValue' : (isAnalyzed && chain.failureCategory) || 'evaluator';
  const errorCode = row?.errorCode ?? trial.errorCode ?? undefined;
  const reason = byJudge
    ? 'The judge did not find the goal reached.'
    : (row?.reasons?.[0] ?? `${trial.errorCode ?? 'UNKNOWN'}: ${trial.errorMessage ?? 'nothing was recorded'}`);
  const usesModel = trial.model !== null;
  const told = canonicalJson({
    stage,
    category,
    toolName: row?.toolName,
    errorCode,
    usesModel,
    blame: trial.blame,
    shape: errorShapeOf(reason),
  });
  return {
    stage,
    category,
    toolName: row?.toolName,
    errorCode,
    usesModel,
    blame: trial.blame,
    reason,
    quotesCall: quotesCall(reason, row?.toolName),
    byJudge,
    fingerprint: hash('sha256', told),
  };
}
