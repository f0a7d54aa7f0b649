import type { SessionResult, SessionTask, SessionTurn } from '@assay/contract/areas/journey-runs/session-work';
import { reasons } from '@assay/contract/problem';
import { MODEL_ID } from '../models/scripted-rules.ts';

/**
 * Why a conversation says nothing about its target: `scripted/rules` played both sides, and its rules found no tool in any
 * message, as with a goal in prose. Undefined for any other conversation.
 */
export function misunderstanding(
  { spec, persona }: Pick<SessionTask, 'spec' | 'persona'>,
  turns: readonly Pick<SessionTurn, 'toolCalls'>[],
): SessionResult['error'] {
  if (spec.model !== MODEL_ID || persona.model !== MODEL_ID || turns.some(({ toolCalls }) => toolCalls.length > 0))
    return undefined;
  return {
    code: reasons.GOAL_NOT_UNDERSTOOD,
    message:
      'No line of the goal names a tool of the target. scripted/rules understands no other goals: write lines such as `get-sum {"a": 2, "b": 3}`, or give the client a language model.',
    ending: 'broke',
    isRetryable: false,
  };
}
