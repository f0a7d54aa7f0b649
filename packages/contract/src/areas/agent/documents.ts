import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, oneOf, open, record } from '../../schema.ts';

/** The longest agent turn, in milliseconds. */
export const AGENT_TURN_MS = 90_000;
/** The limits of a request: messages, characters of one message, bytes of one message, bytes of all messages. */
const AGENT_MESSAGES = 50;
const MESSAGE_CHARS = 8_000;
export const MESSAGE_BYTES = 8_192;
export const CONVERSATION_BYTES = 98_304;

export type AgentMessage = Static<typeof AgentMessage>;
export const AgentMessage = closed({
  role: oneOf(['user', 'assistant']),
  content: Type.String({
    minLength: 1,
    maxLength: MESSAGE_CHARS,
    description: `At most ${MESSAGE_BYTES} bytes of UTF-8; all messages together at most ${CONVERSATION_BYTES}.`,
  }),
});

export type AgentTurnRequest = Static<typeof AgentTurnRequest>;
export const AgentTurnRequest = closed(
  {
    messages: Type.Array(AgentMessage, {
      minItems: 1,
      maxItems: AGENT_MESSAGES,
      description: 'The conversation so far; the last message is of the `user`.',
    }),
    idempotencyKey: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: '^[ -~]+$',
        description: 'Same as the Idempotency-Key header, which wins: 1 to 200 printable ASCII characters.',
      }),
    ),
    conversationId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          "The caller's own name of the conversation. It changes nothing: each request carries its messages.",
      }),
    ),
    slackChannelId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "The caller's channel. It changes nothing." }),
    ),
  },
  { $id: 'AgentTurnRequest' },
);

export type AgentResource = Static<typeof AgentResource>;
export const AgentResource = open(
  {
    type: Type.String({ description: '`evalSuite` or `evalCase`.' }),
    id: Id,
    name: Type.Optional(Type.String()),
    url: Type.String({ format: 'uri', description: 'The address at which the API shows it.' }),
  },
  { $id: 'AgentResource' },
);

export type ProposedAction = Static<typeof ProposedAction>;
export const ProposedAction = open(
  {
    actionId: Type.String({ description: 'Unique within the answer.' }),
    operation: Type.String({ description: 'The id of the operation that a person would call.' }),
    description: Type.String(),
    buttonLabel: Type.String(),
    kind: oneOf(['start', 'cancel', 'generate', 'schedule', 'external']),
    confirmSeverity: Type.Optional(
      oneOf(['spend', 'external', 'none'], { description: '`spend`: the action spends money.' }),
    ),
    target: Type.Optional(open({ type: Type.String(), selector: Type.String() })),
    arguments: Type.Optional(
      record({ description: 'The parameters and the fields of the body, as the model gave them.' }),
    ),
  },
  { $id: 'ProposedAction' },
);

export type AgentTurnResponse = Static<typeof AgentTurnResponse>;
export const AgentTurnResponse = open(
  {
    reply: Type.String({ description: "The model's last text; empty when it ended without one." }),
    toolCalls: Type.Array(open({ operation: Type.String() }), {
      description: 'The operations that were called, in their order, refused ones too.',
    }),
    createdResources: Type.Array(AgentResource),
    proposedActions: Type.Array(ProposedAction, {
      description: 'The calls that only a person may decide about, such as starting a run. They were not made.',
    }),
    usage: open({ inputTokens: Type.Integer({ minimum: 0 }), outputTokens: Type.Integer({ minimum: 0 }) }),
  },
  { $id: 'AgentTurnResponse' },
);
