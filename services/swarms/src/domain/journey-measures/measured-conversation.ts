import type { SessionTurn } from '@assay/contract/areas/journey-runs/session-work';
import { measureSession, type SessionMeasures } from '@assay/grading/measures/session-measures';
import { measureTurn, type MeasuredTurn } from '@assay/grading/measures/turn-measures';

/**
 * The measures of a conversation of a persona that came to its end, by the rules of people's conversations. A persona does
 * not leave, so nothing is abandoned.
 */
export const measuredConversation = (turns: readonly SessionTurn[]): SessionMeasures =>
  measureSession({
    turns: turns.map((turn) => measureTurn(measuredTurn(turn))),
    feedback: [],
    isFirstVisit: true,
    end: 'closed',
  });

const measuredTurn = ({
  promptIndex,
  status,
  finishReason,
  messages,
  toolCalls,
  ...turn
}: SessionTurn): MeasuredTurn => ({
  promptIndex,
  status,
  finishReason,
  question: messages[0]?.role === 'user' ? messages[0].text : '',
  // As a person's turn is answered: with the last text that the model said, also when it called tools after it.
  answer: messages.findLast(({ role, text }) => role === 'assistant' && text !== '')?.text ?? '',
  toolCalls,
  approvals: [],
  askedAt: turn.askedAtMs,
  endedAt: turn.endedAtMs,
  inputTokens: turn.usage?.inputTokens ?? 0,
  outputTokens: turn.usage?.outputTokens ?? 0,
});
