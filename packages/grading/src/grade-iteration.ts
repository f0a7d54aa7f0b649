import type { EvalAssertion } from '@assay/contract/documents/assertion';
import type { FrozenCase } from '@assay/contract/documents/case';
import type { Transcript, TranscriptStep } from '@assay/contract/documents/transcript';
import { layeredChecks } from './checks.ts';
import { evaluate, rowOf } from './evaluate.ts';
import { stepEvidence, trialEvidence, type Evidence } from './evidence.ts';
import { expectationsOf } from './expected-calls.ts';
import { faultsOf, recordOf, wasReached, type Fault } from './faults.ts';
import { displayable } from './quote.ts';
import { numbered, roleOf, scoreOf, type ScoreResult } from './score.ts';
import { hasFailed } from './tool-result.ts';
import { notApplicable, type Verdict } from './verdict.ts';

/** One assertion's verdict on a trial. */
export interface CheckResult extends Verdict {
  source: 'step' | 'case' | 'suite';
  stepId?: string;
  type: string;
  role: 'gating' | 'advisory';
  stage: string;
}

export interface StepOutcome {
  stepId: string;
  stepIndex: number;
  kind: string;
  status: TranscriptStep['status'];
  reason: string | null;
}

/** A call as it may be shown: secrets in its arguments are masked. */
export interface ShownCall { toolName: string; arguments: unknown; [key: string]: unknown }

/** The graded trial. */
export interface Grade {
  result: 'passed' | 'failed';
  checks: CheckResult[];
  faults: Fault[];
  scores: ScoreResult[];
  stepOutcomes: StepOutcome[];
  expectedToolCalls: ShownCall[];
  actualToolCalls: ShownCall[];
  /** A gating assertion could not be judged, so the failure says nothing about the server. */
  evaluatorError: boolean;
}

interface Judged { check: CheckResult; score: ScoreResult }

/**
 * Grades one trial by its transcript. It passes when it ran to its end, no tool failed (unless the case tolerates that),
 * the calls are the expected ones and every gating assertion holds; advisory assertions are only reported.
 */
export function gradeIteration(frozen: FrozenCase, suiteChecks: readonly EvalAssertion[], transcript: Transcript): Grade {
  const inSteps = judgeSteps(frozen, transcript);
  const evidence = trialEvidence(transcript, frozen);
  const layered = layeredChecks(frozen, suiteChecks).map(({ source, assertion }) => judge(assertion, { source }, evidence));
  const judged = [...inSteps, ...layered];
  const gating = judged.map(({ check }) => check).filter(({ role }) => role === 'gating');
  const faults = faultsOf(frozen, transcript);
  const holds = faults.length === 0 && gating.every(({ status }) => status !== 'failed' && status !== 'error');
  return {
    result: holds ? 'passed' : 'failed',
    checks: judged.map(({ check }) => check),
    faults,
    scores: numbered(judged.map(({ score }) => score)),
    stepOutcomes: stepOutcomes(frozen, transcript, inSteps),
    expectedToolCalls: expectationsOf(frozen.steps).map(({ stepId, toolName, arguments: args }) => ({ toolName, arguments: displayable(args), stepId })),
    actualToolCalls: actualToolCalls(transcript),
    evaluatorError: gating.some(({ status }) => status === 'error'),
  };
}

function judgeSteps(frozen: FrozenCase, transcript: Transcript): Judged[] {
  return frozen.steps.flatMap((step, index) => {
    if (step.kind !== 'assert') return [];
    return [judge(step.assertion, { source: 'step', stepId: step.id }, wasReached(step, transcript) ? stepEvidence(transcript, frozen, index) : undefined)];
  });
}

/** Judges one assertion; without evidence its step was not reached. */
function judge(assertion: EvalAssertion, place: Pick<CheckResult, 'source' | 'stepId'>, evidence: Evidence | undefined): Judged {
  const verdict = evidence ? evaluate(assertion, evidence) : notApplicable('The trial ended before this step.');
  const stage = rowOf(assertion.type)?.stage ?? 'userValue';
  const scope = place.stepId === undefined ? { kind: 'trial' as const } : { kind: 'step' as const, stepId: place.stepId };
  return {
    check: { ...place, type: assertion.type, role: roleOf(assertion), stage, ...verdict },
    score: scoreOf(assertion, scope, verdict),
  };
}

const OUTCOME = { passed: 'ok', failed: 'fail', error: 'fail', not_applicable: 'skipped' } as const;

function stepOutcomes({ steps }: FrozenCase, transcript: Transcript, judged: Judged[]): StepOutcome[] {
  const verdicts = new Map(judged.map(({ check }) => [check.stepId, check]));
  return steps.map((step, stepIndex) => {
    const verdict = verdicts.get(step.id);
    const record = recordOf(step, transcript);
    const { status, reason } = verdict
      ? { status: OUTCOME[verdict.status], reason: verdict.status === 'passed' ? null : verdict.reason }
      : { status: record?.status ?? 'skipped', reason: record?.reason ?? null };
    return { stepId: step.id, stepIndex, kind: step.kind, status, reason };
  });
}

const actualToolCalls = ({ toolCalls }: Transcript): ShownCall[] =>
  toolCalls.map((call) => ({
    toolName: call.toolName,
    arguments: displayable(call.arguments),
    serverName: call.serverName,
    stepId: call.stepId,
    isError: hasFailed(call),
    ...(call.promptIndex !== undefined && { promptIndex: call.promptIndex }),
    ...(call.latencyMs !== undefined && { latencyMs: call.latencyMs }),
  }));
