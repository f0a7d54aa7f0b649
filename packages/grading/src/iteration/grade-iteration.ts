import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { CallComparison } from '@assay/contract/areas/iterations/call-comparison';
import type { Transcript, TranscriptStep } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { ComputeBudget } from '../compute-budget.ts';
import { compareCalls } from './call-comparison.ts';
import { layeredChecks } from './checks.ts';
import { stepEvidence, trialEvidence } from '../evidence/evidence.ts';
import { expectationsOf } from './expected-calls.ts';
import { iterationFaultsOf, type IterationFault } from './faults.ts';
import { impliedChecks } from './implicit-check.ts';
import { judgeChecks, type RequestedCheck, type CheckResult } from './judge-checks.ts';
import { displayableValue } from '../quote.ts';
import { withUniqueIds, type ScoreResult } from '../assertions/score.ts';
import { liveVerdictOf, stepRecordOf, wasReached } from './step-records.ts';
import { hasToolFailed, wasMade } from '../assertions/tool-result.ts';

export interface StepOutcome {
  stepId: string;
  stepIndex: number;
  kind: string;
  status: TranscriptStep['status'];
  reason: string | null;
  /** The page after the step, where it was seen. */
  screenshotUrl?: string;
}

/** A call for display: secrets in its arguments are masked. */
export interface DisplayedCall {
  toolName: string;
  arguments: unknown;
  [key: string]: unknown;
}

/** The graded iteration. */
export interface GradingResult {
  result: 'passed' | 'failed';
  checks: CheckResult[];
  faults: IterationFault[];
  scores: ScoreResult[];
  stepOutcomes: StepOutcome[];
  expectedToolCalls: DisplayedCall[];
  actualToolCalls: DisplayedCall[];
  /** Absent where nothing is expected of the calls and nothing is wrong with them. */
  callComparison?: CallComparison;
  /**
   * A gating assertion has no verdict, or a step could not be executed here, so the failure says nothing about the
   * server.
   */
  evaluatorError: boolean;
}

/**
 * Grades one iteration by its transcript. It passes when it ran to its end, no tool failed (unless the case tolerates
 * that), the calls are the expected ones and every gating assertion passes; advisory assertions are only reported.
 */
export function gradeIteration(
  frozen: FrozenCase,
  suiteChecks: readonly EvalAssertion[],
  transcript: Transcript,
): GradingResult {
  const budget = new ComputeBudget();
  const faults = iterationFaultsOf(frozen, transcript, budget);
  const judged = judgeChecks(
    [
      ...askedBySteps(frozen, transcript),
      ...impliedChecks(frozen, transcript),
      ...askedOfTrial(frozen, suiteChecks, transcript),
    ],
    budget,
  );
  const checks = judged.map(({ check }) => check);
  const gating = checks.filter(({ role }) => role === 'gating');
  const holds = faults.length === 0 && gating.every(({ status }) => status !== 'failed' && status !== 'error');
  return {
    result: holds ? 'passed' : 'failed',
    checks,
    faults,
    scores: withUniqueIds(judged.map(({ score }) => score)),
    stepOutcomes: stepOutcomes(frozen, transcript, checks),
    expectedToolCalls: expectationsOf(frozen.steps).map(({ stepId, toolName, arguments: args }) => ({
      toolName,
      arguments: displayableValue(args),
      stepId,
    })),
    actualToolCalls: actualToolCalls(transcript),
    // With a budget of its own: what it costs must not change a verdict.
    ...given({ callComparison: compareCalls(frozen, transcript, checks, new ComputeBudget()) }),
    evaluatorError: gating.some(({ status }) => status === 'error') || faults.some((fault) => fault.evaluatorError),
  };
}

function askedBySteps(frozen: FrozenCase, transcript: Transcript): RequestedCheck[] {
  return frozen.steps.flatMap((step, index) => {
    if (step.kind !== 'assert') return [];
    const evidence = wasReached(step, transcript) ? stepEvidence(transcript, frozen, index) : undefined;
    return [
      {
        source: 'step' as const,
        stepId: step.id,
        assertion: step.assertion,
        evidence,
        ...('kind' in step.assertion && { live: liveVerdictOf(step, transcript) }),
      },
    ];
  });
}

function askedOfTrial(
  frozen: FrozenCase,
  suiteChecks: readonly EvalAssertion[],
  transcript: Transcript,
): RequestedCheck[] {
  const evidence = trialEvidence(transcript, frozen);
  return layeredChecks(frozen, suiteChecks).map((check) => ({ ...check, evidence }));
}

const OUTCOME = {
  passed: 'ok',
  failed: 'fail',
  error: 'fail',
  not_applicable: 'skipped',
} as const;

function stepOutcomes({ steps }: FrozenCase, transcript: Transcript, checks: CheckResult[]): StepOutcome[] {
  const verdicts = new Map(checks.filter(({ source }) => source === 'step').map((check) => [check.stepId, check]));
  const shown = (transcript.renderings ?? []).filter(({ screenshot }) => screenshot);
  return steps.map((step, stepIndex) => {
    const verdict = verdicts.get(step.id);
    const record = stepRecordOf(step, transcript);
    const { status, reason } = verdict
      ? { status: OUTCOME[verdict.status], reason: verdict.status === 'passed' ? null : verdict.reason }
      : { status: record?.status ?? 'skipped', reason: record?.reason ?? null };
    const seen = record?.screenshot ?? shown.find((each) => each.stepIndex === stepIndex)?.screenshot;
    return {
      stepId: step.id,
      stepIndex,
      kind: step.kind,
      status,
      reason,
      ...given({ screenshotUrl: seen?.url }),
    };
  });
}

/** The calls that were made; a malformed one is a fault of the model and no call. */
const actualToolCalls = ({ toolCalls }: Transcript): DisplayedCall[] =>
  toolCalls.filter(wasMade).map((call) => ({
    toolName: call.toolName,
    spanId: call.id,
    arguments: displayableValue(call.arguments),
    serverName: call.serverName,
    stepId: call.stepId,
    isError: hasToolFailed(call),
    ...given({
      findings: call.findings,
      origin: call.origin,
      promptIndex: call.promptIndex,
      latencyMs: call.latencyMs,
    }),
  }));
