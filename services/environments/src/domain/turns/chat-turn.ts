import type { SessionBrowser } from '@assay/contract/areas/browsers/session-browser';
import type { StoredScreenshot } from '@assay/contract/areas/browsers/snapshot';
import type { ChatToolCall, ChatTurn } from '@assay/contract/areas/chat-sessions/turn';
import type { TurnMessage, TurnResult } from '@assay/contract/areas/chat-sessions/turn-work';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import type { StoredSession } from '../chat-sessions/chat-session.ts';
import type { Turn } from './turn.ts';

/** The longest result of a tool that a ChatTurn holds, in characters of JSON; the transcript holds all of it. */
const OUTPUT_CHARS = 16_000;

export const chatToolCallOf = (call: TranscriptToolCall, screenshots?: StoredScreenshot[]): ChatToolCall => {
  const { id, toolName, serverId, serverName, arguments: input, result, error, isError } = call;
  const text = result === undefined ? '' : JSON.stringify(result);
  const isLong = text.length > OUTPUT_CHARS;
  return {
    toolCallId: id,
    toolName,
    ...(serverId !== '' && { serverId, serverName }),
    input,
    status: isError ? 'error' : 'ok',
    ...(result !== undefined && { output: isLong ? text.slice(0, OUTPUT_CHARS).toWellFormed() : result }),
    ...given({ errorMessage: error?.message }),
    ...((isLong || (result === undefined && !error)) && { truncated: true }),
    ...given({ screenshots }),
  };
};

/** The browser that a turn used, as it is afterwards, and the images of its calls by their ids. */
export interface UsedBrowser {
  browser: SessionBrowser | undefined;
  screenshots: Map<string, StoredScreenshot[]>;
}

/** How a turn stands once a runner has reported it, or nothing will report it. */
export interface TurnEnd {
  status: ChatTurn['status'];
  finishReason: string;
  messages: TurnMessage[];
  toolCalls: TranscriptToolCall[];
  pending: TurnResult['pending'];
  usage?: TurnResult['usage'];
  offeredTools?: number;
  excludedTools?: number;
  error?: { code: string; message: string };
}

/** The end that a runner's result says. */
export const endOfResult = ({ error, pending, ...result }: TurnResult): TurnEnd => ({
  ...result,
  pending: error ? [] : pending,
  status: error ? 'failed' : pending.length > 0 ? 'waiting' : 'completed',
  ...given({ error }),
});

/** The end of a turn that no runner reports. */
export const endWithout = (status: 'failed' | 'cancelled', error?: TurnEnd['error']): TurnEnd => ({
  status,
  finishReason: status === 'cancelled' ? 'cancelled' : 'error',
  messages: [],
  toolCalls: [],
  pending: [],
  ...given({ error }),
});

/** The end of a turn that was cancelled: what it did until then stays. */
export function cancelledEnd({ messages, toolCalls, usage, offeredTools, excludedTools }: TurnEnd): TurnEnd {
  return {
    ...endWithout('cancelled'),
    messages,
    toolCalls,
    ...given({ usage, offeredTools, excludedTools }),
  };
}

const CANCELLED = 'The turn was cancelled. Calls that it had made may have had effects.';

/** The answer to the caller of a turn; a turn that waited for approvals keeps what it did before. */
export function chatTurnOf(
  session: StoredSession,
  turn: Turn,
  end: TurnEnd,
  version: number,
  used?: UsedBrowser,
): ChatTurn {
  const { settings, origin, projectId, id: sessionId } = session;
  const text = end.messages.findLast((message) => message.role === 'assistant' && message.text !== '')?.text;
  const reply = text ?? turn.reply?.reply;
  const [inputTokens, outputTokens] = [
    turn.inputTokens + (end.usage?.inputTokens ?? 0),
    turn.outputTokens + (end.usage?.outputTokens ?? 0),
  ];
  const message = end.error?.message ?? (end.status === 'cancelled' ? CANCELLED : undefined);
  return {
    sessionId,
    chatSessionId: sessionId,
    turnId: turn.id,
    promptIndex: turn.promptIndex,
    projectId,
    status: end.status,
    ...given({ reply }),
    finishReason: end.finishReason,
    toolCalls: [
      ...(turn.reply?.toolCalls ?? []),
      ...end.toolCalls.map((call) => chatToolCallOf(call, used?.screenshots.get(call.id))),
    ],
    ...(end.pending.length > 0 && { pendingCalls: end.pending }),
    ...given({ error: end.error }),
    ...(isUsageKnown(turn, end) &&
      inputTokens + outputTokens > 0 && {
        usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
      }),
    model: { id: settings.modelId, provider: settings.modelId.split('/', 1)[0]! },
    toolMode: settings.toolMode,
    engine: 'emulated',
    ...hostOf(turn.settings.hostId ?? settings.hostId),
    ...(used?.browser && { browser: used.browser }),
    ...given({ advertisedToolCount: end.offeredTools, excludedToolCount: end.excludedTools }),
    persisted: { outcome: 'saved', version },
    origin,
    ...given({ message }),
  };
}

/** Whether every answer of the turn told its tokens, also those before it waited. */
const isUsageKnown = ({ reply }: Turn, { usage }: TurnEnd): boolean =>
  !usage?.isUnreported && (reply === null || reply.usage !== undefined || usage === undefined);

const hostOf = (hostId: string | undefined) => (hostId === undefined ? {} : { hostId });
