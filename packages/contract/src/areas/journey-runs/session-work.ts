import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, oneOf, open } from '../../schema.ts';
import { SessionSpec, TurnMessage, TurnResult } from '../chat-sessions/turn-work.ts';
import { ServerInventory } from '../servers/inventory.ts';
import { TranscriptToolCall } from '../transcripts/documents.ts';

const Usage = TurnResult.properties.usage;

/** The character who talks in a session, and the model that plays it. */
export type SessionPersona = Static<typeof SessionPersona>;
export const SessionPersona = open({
  name: Type.String(),
  role: Type.String(),
  notes: Type.Optional(Type.String()),
  /** `provider/name`. */
  model: Type.String(),
});

/**
 * The input of a work item of kind `session`: one conversation of a persona with a target, from its first message until
 * the goal is reached, given up, or a limit holds.
 */
export type SessionTask = Static<typeof SessionTask>;
export const SessionTask = open({
  version: Type.Literal(1),
  sessionId: Id,
  runId: Id,
  /** The place of its target in the run: sessions with one target share the servers and their tools. */
  targetIndex: Type.Integer({ minimum: 0 }),
  /** The account that pays for the calls of both models. */
  account: open({ organizationId: Type.String(), projectId: Type.String(), keyId: Type.String() }),
  /** The assistant's side. The access to models is for the persona's model, too. */
  spec: SessionSpec,
  persona: SessionPersona,
  /** For the persona's model, where its provider takes one. */
  seed: Type.Integer({ minimum: 0 }),
  goal: Type.String(),
  /** Messages of the persona at most. */
  maxTurns: Type.Integer({ minimum: 1 }),
  /** Calls of the assistant's model in a turn at most. */
  maxSteps: Type.Integer({ minimum: 1 }),
  /** Grading needs the declarations of all tools. */
  needsInventory: Type.Boolean(),
});

/** One message of the persona with everything that the assistant did until its answer. */
export type SessionTurn = Static<typeof SessionTurn>;
export const SessionTurn = open({
  promptIndex: Type.Integer({ minimum: 0 }),
  status: oneOf(['completed', 'failed', 'cancelled']),
  /** `stop`, `length`, `content-filter`, `maxSteps`, `error`, … */
  finishReason: Type.String(),
  /** The persona's message first. */
  messages: Type.Array(TurnMessage),
  /** In the order in which they were made; ids as in the messages. */
  toolCalls: Type.Array(TranscriptToolCall),
  askedAtMs: Type.Integer(),
  endedAtMs: Type.Integer(),
  /** Tokens of the assistant's model; absent when its usage is not known. */
  usage: Type.Optional(open({ inputTokens: Type.Integer({ minimum: 0 }), outputTokens: Type.Integer({ minimum: 0 }) })),
});

/** The usage of both models of a session, apart. */
export type SessionUsage = Static<typeof SessionUsage>;
export const SessionUsage = open({ assistant: Usage, persona: Usage });

/** How a session ended: what SessionOutput carries. */
export type SessionResult = Static<typeof SessionResult>;
export const SessionResult = open({
  version: Type.Literal(1),
  /** Why the conversation ended; absent when it broke off. */
  endReason: Type.Optional(oneOf(['goalReached', 'gaveUp', 'turnLimit'])),
  /** The persona's own words about the end; empty when it said none. */
  endNote: Type.String(),
  turns: Type.Array(SessionTurn),
  usage: SessionUsage,
  /** The tools of all servers, when grading needs them and each list was read to its end. */
  inventory: Type.Optional(Type.Array(ServerInventory)),
  startedAtMs: Type.Integer(),
  durationMs: Type.Integer({ minimum: 0 }),
  /** Why the conversation broke off. */
  error: Type.Optional(
    open({
      code: Type.String(),
      message: Type.String(),
      /**
       * `limited`: a budget or the provider takes no more calls, for other sessions with the model neither. `timedOut`:
       * the session's own time was over. `setupFailed`: no server could be reached. `broke`: anything else.
       */
      ending: oneOf(['limited', 'timedOut', 'setupFailed', 'broke']),
      /** The model that takes no more calls, `provider/name`, when the ending is `limited`. */
      limitedModel: Type.Optional(Type.String()),
      /** The provider or this installation failed, so that another try may succeed. */
      isRetryable: Type.Boolean(),
    }),
  ),
});
