import type { SessionSummary } from '@assay/contract/areas/chat-sessions/summary';
import { given } from '@assay/contract/given';
import type { StoredSession } from './chat-session.ts';

/** A session as a list of the project shows it. */
export interface SummarizedSession extends Pick<
  StoredSession,
  | 'id'
  | 'projectId'
  | 'origin'
  | 'status'
  | 'title'
  | 'preview'
  | 'visibility'
  | 'ownerId'
  | 'studyId'
  | 'turnCount'
  | 'messageCount'
  | 'createdAt'
  | 'lastActivityAt'
  | 'endReason'
> {
  studyName: string | null;
  modelId: string | null;
  toolCallCount: number;
  inputTokens: number;
  outputTokens: number;
}

/** A summary for `userId`; `match` is the text of a message in which the query was found. */
export function summaryOf(
  session: SummarizedSession,
  { userId, publicUrl }: { userId: string; publicUrl: string },
  matchPreview?: string,
): SessionSummary {
  const path = `/api/v1/chat-sessions/${session.id}`;
  return {
    id: session.id,
    chatSessionId: session.id,
    projectId: session.projectId,
    sourceType: session.origin === 'study' ? 'scenario' : 'direct',
    origin: session.origin,
    status: session.status,
    synthetic: false,
    lockReason: session.endReason,
    title: session.title || null,
    firstMessagePreview: session.preview,
    visibility: session.visibility,
    ownedByViewer: session.ownerId === userId,
    startedAt: session.createdAt.getTime(),
    lastActivityAt: session.lastActivityAt.getTime(),
    modelId: session.modelId,
    messageCount: session.messageCount,
    cumulativeUserMessageCount: session.turnCount,
    cumulativeToolCallCount: session.toolCallCount,
    cumulativeInputTokens: session.inputTokens,
    cumulativeOutputTokens: session.outputTokens,
    parentRef:
      session.studyId === null ? null : { kind: 'scenario', label: session.studyName, scenarioId: session.studyId },
    link: { path, url: `${publicUrl}${path}` },
    ...given({ matchPreview }),
  };
}

/** How much of a message is shown before and behind a match, in characters. */
const AROUND = 60;

/** The text around the first place where `q` is found. */
export function textAround(text: string, q: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(q.toLowerCase()));
  const [from, to] = [Math.max(0, at - AROUND), Math.min(text.length, at + q.length + AROUND)];
  const shown = text.slice(from, to).toWellFormed().replaceAll(/\s+/g, ' ');
  return `${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}`;
}
