import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, oneOf, open, record } from '../../schema.ts';
import { BundleServer, BundleSkill } from '../environments/bundle.ts';
import { ClientConfig } from '../clients/config.ts';
import { RunServer } from '../eval-runs/run-spec.ts';
import { EffectivePolicy } from '../browsers/policy.ts';
import { TranscriptToolCall } from '../transcripts/documents.ts';

/**
 * The tool calls of a turn that are made without asking: `auto` makes all, `readOnly` those of tools whose annotations say
 * `readOnlyHint` and refuses the others, `ask` makes these too and ends the turn with the others pending, until a person
 * approves or declines them.
 */
export const TurnApproval = oneOf(['auto', 'readOnly', 'ask']);

/** A tool call as the model asks for it. */
const WantedCall = open({
  /** The provider's id of the call; unique within the session. */
  id: Type.String(),
  name: Type.String(),
  /** The arguments, JSON as the model wrote it. */
  input: Type.String(),
});

/** One message of a conversation, as the model is given it. */
export type TurnMessage = Static<typeof TurnMessage>;
export const TurnMessage = Type.Union([
  open({ role: Type.Literal('user'), text: Type.String() }),
  open({
    role: Type.Literal('assistant'),
    text: Type.String(),
    calls: Type.Array(WantedCall),
    /** The message in the form that its provider wants back. */
    native: Type.Optional(Type.Unknown()),
  }),
  open({ role: Type.Literal('tool'), call: WantedCall, text: Type.String(), isError: Type.Boolean() }),
]);

/** The decision of a person about a pending call. */
export type CallDecision = Static<typeof CallDecision>;
export const CallDecision = open({ toolCallId: Type.String(), isApproved: Type.Boolean() });

/** Everything that each turn of a session uses, frozen with the first one. It is never shown: the access to models is sealed in it. */
export type SessionSpec = Static<typeof SessionSpec>;
export const SessionSpec = open({
  /** `provider/name`. */
  model: Type.String(),
  /** Base64 of the envelope around a ModelAccess document, and its context; absent when the runner's own settings suffice. */
  access: Type.Optional(open({ sealed: Type.String(), context: Type.String() })),
  servers: Type.Array(RunServer),
  /** How to connect to the servers that plugins bring, which are not saved. */
  declaredServers: Type.Array(Type.Pick(BundleServer, ['id', 'declaration'])),
  /** How the session's client connects and speaks; without it the engine's own way. */
  clientConfig: Type.Optional(ClientConfig),
  skills: Type.Array(BundleSkill),
  systemPrompt: Type.Optional(Type.String()),
  temperature: Type.Optional(Type.Number()),
  approval: TurnApproval,
});

/** The input of a work item of kind `turn`: one turn of a chat session. Its id is the turn's id. */
export type TurnTask = Static<typeof TurnTask>;
export const TurnTask = open({
  version: Type.Literal(1),
  sessionId: Id,
  /** From 0: how many turns of the session came before. */
  promptIndex: Type.Integer({ minimum: 0 }),
  /** The account that pays for the calls of the model. */
  account: open({ organizationId: Type.String(), projectId: Type.String(), keyId: Type.String() }),
  spec: SessionSpec,
  /** Only these servers' tools are offered; all servers' when absent. */
  allowedServerIds: Type.Optional(Type.Array(Type.String())),
  /** Only these tools are offered, by the servers' own names of them; all when absent. */
  allowedTools: Type.Optional(Type.Array(Type.String())),
  /** Calls of the model at most. */
  maxSteps: Type.Integer({ minimum: 1 }),
  /** Calls of servers at most; a further one is refused, and the model told so. */
  maxToolCalls: Type.Optional(Type.Integer({ minimum: 0 })),
  /**
   * The conversation so far, its last message the person's; as much of its end as a model can read. When `decisions` are
   * there, it ends with an answer of the model whose calls they decide, and the results of calls that were made before.
   */
  messages: Type.Array(TurnMessage),
  decisions: Type.Array(CallDecision),
  /** The live browser of the session, which this turn's runner holds, and what the turn may do with it. */
  browser: Type.Optional(open({ liveId: Id, policy: EffectivePolicy })),
});

/** A call that waits for approval. */
export type PendingCall = Static<typeof PendingCall>;
export const PendingCall = open({
  toolCallId: Type.String(),
  toolName: Type.String(),
  serverId: Type.String(),
  serverName: Type.String(),
  input: record(),
});

/** How a turn ended: what TurnOutput carries. */
export type TurnResult = Static<typeof TurnResult>;
export const TurnResult = open({
  version: Type.Literal(1),
  /** `stop`, `length`, `content-filter`, `maxSteps`, `approval` with pending calls, `error`, … */
  finishReason: Type.String(),
  /** The messages that the turn added, without the person's. */
  messages: Type.Array(TurnMessage),
  /** In the order in which they were made; ids as in the messages. */
  toolCalls: Type.Array(TranscriptToolCall),
  pending: Type.Array(PendingCall),
  /** Absent when the model was not called or its usage is not known. */
  usage: Type.Optional(
    open({
      inputTokens: Type.Integer({ minimum: 0 }),
      outputTokens: Type.Integer({ minimum: 0 }),
      cachedInputTokens: Type.Integer({ minimum: 0 }),
      calls: Type.Integer({ minimum: 0 }),
      /** In millionths of a US dollar; absent when a price or the usage of an answer is unknown. */
      costMicros: Type.Optional(Type.Integer({ minimum: 0 })),
      /** The usage of an answer was not reported: the tokens count the other answers alone. */
      isUnreported: Type.Optional(Type.Literal(true)),
    }),
  ),
  /** How many tools the model was told of, and how many were withheld by the turn's own limits. */
  offeredTools: Type.Integer({ minimum: 0 }),
  excludedTools: Type.Integer({ minimum: 0 }),
  startedAtMs: Type.Integer(),
  durationMs: Type.Integer({ minimum: 0 }),
  /** Why the turn ended before its last answer; what it did until then is in the other fields. */
  error: Type.Optional(open({ code: Type.String(), message: Type.String() })),
});

/** News of a turn for people who watch it: the body of a LiveEvent. */
export type TurnEvent = Static<typeof TurnEvent>;
export const TurnEvent = Type.Union([
  /** A piece of the model's text. */
  open({ type: oneOf(['text']), text: Type.String() }),
  /** The provider broke its answer off and is asked again: the text since the last tool call counts no longer. */
  open({ type: oneOf(['restart']) }),
  open({
    type: oneOf(['toolCall']),
    toolCallId: Type.String(),
    toolName: Type.String(),
    serverName: Type.String(),
    input: record(),
  }),
  open({
    type: oneOf(['toolResult']),
    toolCallId: Type.String(),
    status: oneOf(['ok', 'error']),
    /** The text of the result, clipped to 4,000 characters. */
    text: Type.String(),
  }),
  open({ type: oneOf(['approvalNeeded']), call: PendingCall }),
]);
