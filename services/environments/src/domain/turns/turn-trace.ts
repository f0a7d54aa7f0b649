import type { ChatTraceTurn } from '@assay/contract/areas/chat-sessions/reading';
import type { TracePartContent } from '@assay/contract/areas/transcripts/trace';
import type { Turn } from './turn.ts';

/** The largest number of spans of a turn that is shown. */
const MAX_SPANS = 2_000;

/** A turn as a trace shows it; `contents` are the parts of its own trace. */
export function traceTurnOf(turn: Turn, contents: TracePartContent[], includeSpans: boolean): ChatTraceTurn {
  const { id: turnId, promptIndex, status, createdAt, begunAt, endedAt, reply } = turn;
  const screenshots = reply?.toolCalls.flatMap((call) => call.screenshots ?? []) ?? [];
  const spans = contents.flatMap((content) => content.spans);
  return {
    turnId,
    promptIndex,
    status,
    startedAt: (begunAt ?? createdAt).getTime(),
    endedAt: endedAt?.getTime() ?? null,
    ...(reply?.finishReason !== undefined && { finishReason: reply.finishReason }),
    ...(reply?.model && { modelId: reply.model.id }),
    ...(reply?.usage && { usage: reply.usage }),
    spanCount: spans.length,
    ...(includeSpans && { spans: spans.slice(0, MAX_SPANS) }),
    ...(contents.some(({ cut }) => cut) && { spansUnavailable: true }),
    ...(includeSpans && spans.length > MAX_SPANS && { spansTruncated: true }),
    ...(reply?.browser && { browser: reply.browser }),
    ...(screenshots.length > 0 && { screenshots }),
  };
}
