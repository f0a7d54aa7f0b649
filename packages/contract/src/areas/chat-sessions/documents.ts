import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, oneOf, open, page, pageQuery } from '../../schema.ts';

const status = oneOf(['active', 'archived']);

export type ChatSession = Static<typeof ChatSession>;
export const ChatSession = open(
  {
    id: Id,
    title: Type.Optional(Type.String({ description: 'Absent until the session has one.' })),
    status,
    projectId: Id,
    visibility: oneOf(['private', 'project'], {
      description: '`private`: only its owner sees it. `project`: every member who sees the project sees it too.',
    }),
    lastActivityAt: EpochMs(),
    createdAt: EpochMs(),
    isPinned: Type.Boolean({ description: 'By its owner; false for other callers.' }),
    isUnread: Type.Boolean({ description: 'By its owner; false for other callers.' }),
  },
  { $id: 'ChatSession' },
);

export const ChatSessionPage = page(ChatSession, 'ChatSessionPage');

export const ListChatSessions = open(
  {
    ...pageQuery('', 50, 200).properties,
    before: Type.Optional(
      Type.String({ description: 'The `nextCursor` of the page before; another name of `cursor`, and wins over it.' }),
    ),
    projectId: Type.Optional(Id),
    status: Type.Optional({ ...status, default: 'active' }),
  },
  { $id: 'ListChatSessions' },
);
