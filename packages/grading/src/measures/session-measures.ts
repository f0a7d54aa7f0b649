import { latencyBucket, type LatencyHistogram } from './latency-histogram.ts';
import { CONVERSATION, excerptOf, mergedSignals, type SessionSignal } from './session-signal.ts';
import type { TurnMeasures } from './turn-measures.ts';

/** The opinion of a person about a turn, or without `promptIndex` about the whole session. */
export interface SessionFeedback {
  promptIndex?: number | undefined;
  rating: 'up' | 'down';
  comment: string;
}

/** The facts of a session that its measures are computed from. */
export interface MeasuredSession {
  /** In their order. */
  turns: TurnMeasures[];
  feedback: SessionFeedback[];
  /** The visitor had no session of this study before. */
  isFirstVisit: boolean;
  /** `left`: the visitor went away; `closed`: the study ended the session. Undefined while it goes on. */
  end?: 'left' | 'closed' | undefined;
}

/** The measures of one session. */
export interface SessionMeasures {
  isFirstVisit: boolean;
  isEnded: boolean;
  /** The visitor went away, after at least one question. */
  hasLeft: boolean;
  /** The visitor went away during a turn, or right after one without a useful answer. */
  isAbandoned: boolean;
  turns: number;
  completedTurns: number;
  failedTurns: number;
  cancelledTurns: number;
  deadEnds: number;
  toolCalls: number;
  toolErrors: number;
  repeatedCalls: number;
  approvalsAsked: number;
  approvalsApproved: number;
  approvalsDeclined: number;
  feedbackUp: number;
  feedbackDown: number;
  inputTokens: number;
  outputTokens: number;
  /** Of the turns whose price is known; `unpricedTurns` counts the others that used tokens. */
  costMicros: number;
  unpricedTurns: number;
  /** The durations of the turns. */
  turnMs: LatencyHistogram;
  /** From the first question to the end of the first turn with an answer, in milliseconds; absent when there was none. */
  firstAnswerMs?: number;
  signals: SessionSignal[];
}

/** Measures a session. The rules stand in docs/study-measures.md. */
export function measureSession({ turns, feedback, isFirstVisit, end }: MeasuredSession): SessionMeasures {
  const sum = (of: (turn: TurnMeasures) => number): number => turns.reduce((total, turn) => total + of(turn), 0);
  const count = (is: (turn: TurnMeasures) => boolean): number => turns.filter(is).length;
  const [first, last] = [turns[0], turns.at(-1)];
  const answered = turns.find(({ status, deadEnd }) => status === 'completed' && deadEnd === undefined);
  const hasLeft = end === 'left' && last !== undefined;
  const isAbandoned = hasLeft && (last.status !== 'completed' || last.deadEnd !== undefined);
  return {
    isFirstVisit,
    isEnded: end !== undefined,
    hasLeft,
    isAbandoned,
    turns: turns.length,
    completedTurns: count(({ status }) => status === 'completed'),
    failedTurns: count(({ status }) => status === 'failed'),
    cancelledTurns: count(({ status }) => status === 'cancelled'),
    deadEnds: count(({ deadEnd }) => deadEnd !== undefined),
    toolCalls: sum(({ toolCalls }) => toolCalls),
    toolErrors: sum(({ toolErrors }) => toolErrors),
    repeatedCalls: sum(({ repeatedCalls }) => repeatedCalls),
    approvalsAsked: sum(({ approvals }) => approvals.asked),
    approvalsApproved: sum(({ approvals }) => approvals.approved),
    approvalsDeclined: sum(({ approvals }) => approvals.declined),
    feedbackUp: feedback.filter(({ rating }) => rating === 'up').length,
    feedbackDown: feedback.filter(({ rating }) => rating === 'down').length,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    costMicros: sum(({ costMicros = 0 }) => costMicros),
    unpricedTurns: count(
      ({ costMicros, inputTokens, outputTokens }) => costMicros === undefined && inputTokens + outputTokens > 0,
    ),
    turnMs: histogramOf(turns),
    ...(answered?.endedAt !== undefined && { firstAnswerMs: Math.max(0, answered.endedAt - first!.askedAt) }),
    signals: mergedSignals([
      ...turns.flatMap(({ signals }) => signals),
      ...feedback.filter(({ rating }) => rating === 'down').flatMap((said) => dislikesOf(said, turns)),
      ...(isAbandoned ? [abandonmentOf(last, turns.length - 1)] : []),
    ]),
  };
}

function histogramOf(turns: readonly TurnMeasures[]): LatencyHistogram {
  const histogram: LatencyHistogram = {};
  for (const { durationMs } of turns) {
    if (durationMs === undefined) continue;
    const bucket = latencyBucket(durationMs);
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
  }
  return histogram;
}

/** A bad word about a turn is about each tool that it called; any other is about the conversation. */
function dislikesOf({ promptIndex, comment }: SessionFeedback, turns: readonly TurnMeasures[]): SessionSignal[] {
  const tools = turns
    .flatMap(({ signals }) => signals)
    .filter((signal) => signal.dimension === 'toolUsed' && signal.promptIndex === promptIndex)
    .map(({ subject }) => subject);
  return (tools.length > 0 ? tools : [CONVERSATION]).map((subject) => ({
    dimension: 'negativeFeedback',
    detail: '',
    subject,
    occurrences: 1,
    promptIndex: promptIndex ?? Math.max(0, turns.length - 1),
    excerpt: excerptOf(comment),
  }));
}

/** A visitor who left after a dead end left because of its subject. */
function abandonmentOf({ status, deadEnd, signals }: TurnMeasures, promptIndex: number): SessionSignal {
  const ending = signals.find(({ dimension }) => dimension === 'deadEnd');
  return {
    dimension: 'abandonment',
    detail: deadEnd ?? status,
    subject: ending?.subject ?? CONVERSATION,
    occurrences: 1,
    promptIndex,
    excerpt: ending?.excerpt ?? '',
  };
}
