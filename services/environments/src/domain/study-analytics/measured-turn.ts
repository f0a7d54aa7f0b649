import type { CallDecision, PendingCall, TurnMessage } from '@assay/contract/areas/chat-sessions/turn-work';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import type { AskedApproval, MeasuredStatus, MeasuredTurn } from '@assay/grading/measures/turn-measures';

/** A stored turn, as its measures need it. */
export interface TurnFacts {
  sessionId: string;
  promptIndex: number;
  status: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';
  /** It was refused before a model was asked. */
  isRefused: boolean;
  /** Null for a refused turn. */
  question: TurnMessage | null;
  /** The ChatTurn document. */
  reply: { reply?: string; finishReason?: string; pendingCalls?: PendingCall[] } | null;
  /** The settings of the turn. */
  request: { decisions?: CallDecision[]; earlierDecisions?: CallDecision[] };
  toolCalls: TranscriptToolCall[];
  inputTokens: number;
  outputTokens: number;
  costMicros: number | null;
  askedAt: Date;
  endedAt: Date | null;
}

const STATUSES: Record<TurnFacts['status'], MeasuredStatus> = {
  queued: 'underWay',
  running: 'underWay',
  waiting: 'waiting',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** A stored turn as it is measured. */
export const measuredTurnOf = (turn: TurnFacts): MeasuredTurn => ({
  promptIndex: turn.promptIndex,
  status: STATUSES[turn.status],
  isRefused: turn.isRefused,
  finishReason: turn.reply?.finishReason,
  question: turn.question?.role === 'user' ? turn.question.text : '',
  answer: turn.reply?.reply ?? '',
  toolCalls: turn.toolCalls,
  approvals: approvalsOf(turn.reply?.pendingCalls ?? [], decisionsOf(turn), turn.toolCalls),
  askedAt: turn.askedAt.getTime(),
  endedAt: turn.endedAt?.getTime(),
  inputTokens: turn.inputTokens,
  outputTokens: turn.outputTokens,
  costMicros: turn.costMicros ?? undefined,
});

const decisionsOf = ({ request: { decisions = [], earlierDecisions = [] } }: TurnFacts): CallDecision[] => [
  ...earlierDecisions,
  ...decisions,
];

/** Decided calls are in the transcript, also the declined ones. */
function approvalsOf(
  pending: readonly PendingCall[],
  decisions: readonly CallDecision[],
  calls: readonly TranscriptToolCall[],
): AskedApproval[] {
  const decided = decisions.flatMap(({ toolCallId, isApproved }) => {
    const call = calls.find(({ id }) => id === toolCallId);
    return call ? [{ ...toolOf(call), isApproved }] : [];
  });
  return [...decided, ...pending.map(toolOf)];
}

const toolOf = ({ serverId, serverName, toolName }: AskedApproval): AskedApproval => ({
  serverId,
  serverName,
  toolName,
});
