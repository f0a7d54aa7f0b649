import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, open } from '../../schema.ts';
import { TranscriptToolCall } from '../transcripts/documents.ts';
import { SessionOrigin } from './turn.ts';

/** The longest conversation that other services get, in turns. */
export const MAX_CONVERSATION_TURNS = 100;

/** The words and calls of a chat session's ended turns, for other services; secrets are masked. */
export type Conversation = Static<typeof Conversation>;
export const Conversation = open({
  sessionId: Id,
  origin: SessionOrigin,
  title: Type.String(),
  /** `provider/name`, of the whole session. */
  modelId: Type.String(),
  /** In order; at most MAX_CONVERSATION_TURNS. */
  turns: Type.Array(
    open({
      turnId: Id,
      status: Type.String({ description: '`completed`, `failed` or `cancelled`.' }),
      prompt: Type.String(),
      /** The last text of the model; empty when there is none. */
      reply: Type.String(),
      toolCalls: Type.Array(TranscriptToolCall),
    }),
  ),
  /** There are further ended turns. */
  isCut: Type.Boolean(),
});
