import { given } from '@assay/contract/given';
import type { Static } from 'typebox';
import type { TurnMessage } from '@assay/contract/areas/chat-sessions/turn-work';
import type { StudyMessage, StudySession } from '@assay/contract/areas/studies/documents';

/** A session of a visitor with what lists show of it. */
export interface StudySessionRow {
  id: string;
  messageCount: number;
  preview: string;
  modelId: string | undefined;
  toolCallCount: number;
  memberEmail: string | undefined;
  isSignedIn: boolean;
  isReturning: boolean;
  feedback: StudySession['feedback'];
  createdAt: Date;
  lastActivityAt: Date;
  endedAt: Date | undefined;
  endReason: string | undefined;
}

export const toStudySession = (row: StudySessionRow): StudySession => ({
  id: row.id,
  chatSessionId: row.id,
  messageCount: row.messageCount,
  preview: row.preview,
  ...given({ modelId: row.modelId }),
  toolCallCount: row.toolCallCount,
  visitor: {
    ...given({ displayName: row.memberEmail }),
    authType: row.isSignedIn ? 'signedIn' : 'guest',
    recency: row.isReturning ? 'returning' : 'new',
  },
  feedback: row.feedback,
  startedAt: row.createdAt.getTime(),
  lastActivityAt: row.lastActivityAt.getTime(),
  ...given({ endedAt: row.endedAt?.getTime(), endReason: row.endReason }),
});

/** A message of a session as readers of the study get it. */
export const toStudyMessage = (index: number, body: TurnMessage, createdAt: Date): Static<typeof StudyMessage> => ({
  index,
  role: body.role,
  text: body.text,
  ...(body.role === 'tool' && { toolName: body.call.name }),
  createdAt: createdAt.getTime(),
});
