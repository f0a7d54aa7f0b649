import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id } from '../../schema.ts';
import { NameReference, Prose } from '../../text.ts';
import { WantedBrowser } from '../browsers/policy.ts';
import { ToolMode } from './turn.ts';

/** The longest message, in bytes of UTF-8. */
export const MAX_MESSAGE_BYTES = 65_536;

export const IdempotencyKey = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[ -~]+$',
  description:
    'Printable ASCII. A repeated request with it waits for the turn of the first one, and returns its reply.',
});

export type SendChatMessage = Static<typeof SendChatMessage>;
export const SendChatMessage = closed(
  {
    idempotencyKey: IdempotencyKey,
    message: Prose(32_000, { minLength: 1, description: 'At most 65,536 bytes of UTF-8.' }),
    projectId: Type.Optional({ ...Id, description: "The caller's oldest project when absent; of a session, its own." }),
    sessionId: Type.Optional({ ...Id, description: 'Continues this session; begins one when absent.' }),
    expectedVersion: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Refused if the session has another version now.' }),
    ),
    modelId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'As `provider/name`. First message only.' }),
    ),
    hostId: Type.Optional(
      NameReference({ maxLength: 200, description: 'The id or the name of a client, for this turn.' }),
    ),
    environmentId: Type.Optional({ ...Id, description: 'Not with `serverIds`. First message only.' }),
    serverIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 20, description: 'First message only.' })),
    systemPrompt: Type.Optional(Prose(8_000, { description: 'First message only.' })),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2, description: 'First message only.' })),
    toolMode: Type.Optional(ToolMode),
    maxSteps: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Calls of the model in this turn; 20 at most and by default.' }),
    ),
    allowedServerIds: Type.Optional(Type.Array(Id, { maxItems: 20, description: 'Only their tools, in this turn.' })),
    allowedTools: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 100,
        description: 'Only these tools, by the names that their servers give them, in this turn.',
      }),
    ),
    maxToolCalls: Type.Optional(Type.Integer({ minimum: 0, description: 'Calls of tools in this turn.' })),
    browser: Type.Optional(WantedBrowser),
  },
  { $id: 'ChatMessageRequest' },
);

/** The fields that the first message of a session pins. */
export const PINNED_FIELDS = [
  'modelId',
  'environmentId',
  'serverIds',
  'systemPrompt',
  'temperature',
  'toolMode',
] as const satisfies readonly (keyof SendChatMessage)[];

export type DecideChatCalls = Static<typeof DecideChatCalls>;
export const DecideChatCalls = closed(
  {
    decisions: Type.Array(
      closed({ toolCallId: Type.String({ minLength: 1, maxLength: 500 }), approved: Type.Boolean() }),
      { minItems: 1, maxItems: 100, description: 'One for each pending call of the turn.' },
    ),
  },
  { $id: 'ChatCallDecisions' },
);
