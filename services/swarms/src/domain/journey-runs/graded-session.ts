import type { SessionResult, SessionTurn } from '@assay/contract/areas/journey-runs/session-work';
import type { JudgeOpinion } from '@assay/contract/areas/judges/work';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { evaluateAssertion } from '@assay/grading/assertions/evaluate';
import { trialEvidence } from '@assay/grading/evidence/evidence';
import { ComputeBudget } from '@assay/grading/compute-budget';
import type { FrozenRubric } from '../journeys/rubric.ts';
import type { SessionCriterion, SessionGrading } from './session.ts';

/** A conversation as assertions and judges see it. */
export function transcriptOf(
  turns: readonly SessionTurn[],
  more: Pick<Transcript, 'inventory' | 'usage'> = {},
): Transcript {
  return {
    version: 1,
    steps: [],
    messages: turns.flatMap(({ promptIndex, messages }) =>
      messages.flatMap((message) =>
        message.role === 'tool' ? [] : [{ role: message.role, content: message.text, promptIndex }],
      ),
    ),
    toolCalls: turns.flatMap(({ toolCalls }) => toolCalls),
    userMessages: turns.length,
    ...more,
  };
}

/** The criteria of a conversation after its rules; goals wait for a judge. */
export interface GradedSession {
  criteria: SessionCriterion[];
  grading: SessionGrading;
}

/** Grades a conversation that came to its end by the rules of a rubric. */
export function gradeByRules(rubric: FrozenRubric | null, result: SessionResult): GradedSession {
  if (!rubric) return { criteria: [], grading: 'notRequested' };
  const { inputTokens, outputTokens, isUnreported } = result.usage.assistant ?? {};
  const evidence = trialEvidence(
    transcriptOf(result.turns, {
      ...given({ inventory: result.inventory }),
      ...(!isUnreported &&
        inputTokens !== undefined &&
        outputTokens !== undefined && {
          usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
        }),
    }),
    {},
  );
  const budget = new ComputeBudget();
  const criteria = rubric.criteria.map((criterion): SessionCriterion => {
    const { id, kind, role } = criterion;
    if (criterion.kind === 'goal') return { id, kind, role, status: 'pending', reason: '' };
    // The other words of a verdict quote the transcript, and retention erases only the reason.
    const { status, reason } = evaluateAssertion(criterion.assertion, evidence, budget);
    return { id, kind, role, status, reason };
  });
  return { criteria, grading: criteria.some(({ status }) => status === 'pending') ? 'queued' : 'settled' };
}

/** The criteria after a judge's opinion; undefined stands for a judge that gave none. */
export const gradeByOpinion = (
  criteria: readonly SessionCriterion[],
  opinion: Pick<JudgeOpinion, 'criteria'> | undefined,
  why: string,
): SessionCriterion[] =>
  criteria.map((criterion) => {
    if (criterion.status !== 'pending') return criterion;
    const said = opinion?.criteria.find(({ id }) => id === criterion.id);
    if (!said) return { ...criterion, status: 'error', reason: why };
    return { ...criterion, status: said.met ? 'passed' : 'failed', reason: said.reason };
  });
