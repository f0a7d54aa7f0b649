import type { SessionResult, SessionTurn, SessionUsage } from '@assay/contract/areas/journey-runs/session-work';
import type { FrozenRubric } from '../journeys/rubric.ts';
import { gradeByRules, type GradedSession } from './graded-session.ts';
import type { SessionEndReason, SessionLifecycle } from './session.ts';

/** How a try of a session ended. */
export interface SessionEnd extends GradedSession {
  lifecycle: Exclude<SessionLifecycle, 'pending' | 'running'>;
  endReason: SessionEndReason | null;
  error: { code: string; message: string } | null;
  /** The model that takes no more calls, when the session is `limited`. */
  limitedModel: string | null;
  /** The infrastructure failed, so that another try may succeed. */
  isRetryable: boolean;
  turns: SessionTurn[];
  usage: SessionUsage | null;
}

const UNGRADED: GradedSession = { criteria: [], grading: 'notRequested' };

/** The end that a runner's result says. */
export function endOfResult(rubric: FrozenRubric | null, result: SessionResult): SessionEnd {
  const { error, endReason, turns, usage } = result;
  if (!error)
    return {
      ...gradeByRules(rubric, result),
      lifecycle: 'ran',
      endReason: endReason ?? null,
      error: null,
      limitedModel: null,
      isRetryable: false,
      turns,
      usage,
    };
  const { code, message, ending, limitedModel = null, isRetryable } = error;
  return {
    ...UNGRADED,
    lifecycle: ending === 'limited' ? 'limited' : 'broke',
    endReason: ending,
    error: { code, message },
    limitedModel,
    isRetryable,
    turns,
    usage,
  };
}

/** The end of a try that no runner reports; one that no runner took says nothing about the target. */
export const endOfError = (error: { code: string; message: string }): SessionEnd => ({
  ...UNGRADED,
  lifecycle: error.code === 'QUEUE_TIMEOUT' ? 'withdrawn' : 'broke',
  endReason: error.code === 'QUEUE_TIMEOUT' ? null : 'broke',
  error: error.code === 'QUEUE_TIMEOUT' ? { ...error, code: 'run_timeout' } : error,
  limitedModel: null,
  isRetryable: error.code === 'INTERNAL_ERROR',
  turns: [],
  usage: null,
});

/** The text of the last answer of the assistant, or else of the persona, in one line. */
export function previewOf(turns: readonly SessionTurn[]): string {
  const texts = turns.flatMap(({ messages }) => messages.flatMap(({ role, text }) => (role === 'tool' ? [] : [text])));
  const line = (texts.findLast((text) => text.trim() !== '') ?? '').replaceAll(/\s+/g, ' ').trim();
  return line.length > PREVIEW_CHARS ? `${line.slice(0, PREVIEW_CHARS - 1).toWellFormed()}…` : line;
}
const PREVIEW_CHARS = 200;
