import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { repeatsCall } from '../assertions/call.ts';
import { hasCallFailed } from '../assertions/tool-result.ts';
import { callFailure } from '../stages/call-failure.ts';
import {
  CONVERSATION,
  excerptOf,
  mergedSignals,
  toolSubject,
  type SessionSignal,
  type SignalDimension,
} from './session-signal.ts';

/** How a turn stands: `waiting` for a person's approval of a call. */
export type MeasuredStatus = 'underWay' | 'waiting' | 'completed' | 'failed' | 'cancelled';

/** A call for which an approval was asked; `isApproved` is undefined before the decision. */
export interface AskedApproval {
  serverId: string;
  serverName: string;
  toolName: string;
  isApproved?: boolean | undefined;
}

/** The facts of a turn that its measures are computed from. */
export interface MeasuredTurn {
  promptIndex: number;
  status: MeasuredStatus;
  /** It was refused before a model was asked. */
  isRefused?: boolean;
  /** Why the model stopped: `stop`, `maxSteps`, `length`, `content-filter`, … */
  finishReason?: string | undefined;
  /** The person's question. */
  question: string;
  /** The last text that the model said; it may have called tools after it. */
  answer: string;
  /** In the order in which they were made. */
  toolCalls: TranscriptToolCall[];
  approvals: AskedApproval[];
  /** When the person asked, and when the turn was over, in milliseconds since the epoch. */
  askedAt: number;
  endedAt?: number | undefined;
  /** Tokens and cost of the model's calls; the cost is undefined when a price is unknown. */
  inputTokens: number;
  outputTokens: number;
  costMicros?: number | undefined;
}

/** Why a turn ended without a useful answer. */
export type DeadEnd = 'error' | 'cutShort' | 'noAnswer' | 'toolError';

/** The measures of one turn. */
export interface TurnMeasures {
  status: MeasuredStatus;
  deadEnd?: DeadEnd;
  /** Calls of tools, without calls that were not approved. */
  toolCalls: number;
  toolErrors: number;
  repeatedCalls: number;
  approvals: { asked: number; approved: number; declined: number };
  askedAt: number;
  endedAt?: number;
  /** From the question to the end; absent before the end, and for turns in which a person was waited for. */
  durationMs?: number;
  inputTokens: number;
  outputTokens: number;
  costMicros?: number;
  signals: SessionSignal[];
}

/** Reasons of a model's stop that leave its answer incomplete. */
const CUT_SHORT = new Set(['maxSteps', 'length', 'content-filter']);
/** The error code of a call that was not made because it was not approved. */
const NOT_APPROVED = 'NOT_APPROVED';

/** Measures a turn. The rules stand in docs/study-measures.md. */
export function measureTurn(turn: MeasuredTurn): TurnMeasures {
  const calls = turn.toolCalls.filter(({ error }) => error?.code !== NOT_APPROVED);
  const failed = calls.filter(hasCallFailed);
  const repeated = calls.filter((call, i) => repeatsCall(call, calls[i - 1]));
  const declined = turn.approvals.filter(({ isApproved }) => isApproved === false);
  const deadEnd = deadEndOf(turn, calls);
  return {
    status: turn.status,
    ...given({ deadEnd }),
    toolCalls: calls.length,
    toolErrors: failed.length,
    repeatedCalls: repeated.length,
    approvals: {
      asked: turn.approvals.length,
      approved: turn.approvals.filter(({ isApproved }) => isApproved === true).length,
      declined: declined.length,
    },
    askedAt: turn.askedAt,
    ...(turn.endedAt !== undefined && {
      endedAt: turn.endedAt,
      ...(turn.approvals.length === 0 && { durationMs: Math.max(0, turn.endedAt - turn.askedAt) }),
    }),
    inputTokens: turn.inputTokens,
    outputTokens: turn.outputTokens,
    ...given({ costMicros: turn.costMicros }),
    signals: mergedSignals([
      ...calls.map((call) => about(turn, 'toolUsed', call)),
      ...failed.map((call) => {
        const { category, reason } = callFailure(call);
        return { ...about(turn, 'toolError', call), detail: category, excerpt: excerptOf(reason) };
      }),
      ...repeated.map((call) => ({ ...about(turn, 'repeatedCall', call), excerpt: excerptOf(turn.question) })),
      ...declined.map((call) => ({ ...about(turn, 'declinedApproval', call), excerpt: excerptOf(turn.question) })),
      ...(deadEnd ? [deadEndSignal(turn, deadEnd, calls)] : []),
    ]),
  };
}

/** The first rule that holds; undefined for a turn that is not over, was refused or cancelled, or has an answer. */
function deadEndOf(
  { status, isRefused = false, finishReason = '', answer }: MeasuredTurn,
  calls: TranscriptToolCall[],
): DeadEnd | undefined {
  if (status === 'failed') return isRefused ? undefined : 'error';
  if (status !== 'completed') return undefined;
  if (CUT_SHORT.has(finishReason)) return 'cutShort';
  if (answer.trim() === '') return 'noAnswer';
  const last = calls.at(-1);
  return last && hasCallFailed(last) ? 'toolError' : undefined;
}

const about = (
  { promptIndex }: MeasuredTurn,
  dimension: SignalDimension,
  tool: Parameters<typeof toolSubject>[0],
): SessionSignal => ({
  dimension,
  detail: '',
  subject: toolSubject(tool),
  occurrences: 1,
  promptIndex,
  excerpt: '',
});

const deadEndSignal = (turn: MeasuredTurn, detail: DeadEnd, calls: TranscriptToolCall[]): SessionSignal => ({
  dimension: 'deadEnd',
  detail,
  subject: detail === 'toolError' ? toolSubject(calls.at(-1)!) : CONVERSATION,
  occurrences: 1,
  promptIndex: turn.promptIndex,
  excerpt: excerptOf(turn.question),
});
