import type { Static, TProperties } from 'typebox';
import { Type } from '../../type.ts';
import { Prose } from '../../text.ts';
import { closed, Id, oneOf, open, page, pageQuery, record, variants } from '../../schema.ts';

const PromptIndex = Type.Integer({ minimum: 0, description: 'From 0: the place of the turn in the conversation.' });

/** The error of a turn, in words for its visitor. */
const TurnFault = open({ code: Type.String(), message: Type.String() });

const turnStatus = oneOf(['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'], {
  description: '`waiting`: for the visitor, who approves or declines the pending calls.',
});

/** A pending call, as a visitor sees it. */
export type VisitCall = Static<typeof VisitCall>;
export const VisitCall = open({ toolCallId: Type.String(), toolName: Type.String(), input: record() });

/** One turn of a visit. */
export type VisitTurn = Static<typeof VisitTurn>;
export const VisitTurn = open(
  {
    turnId: Id,
    promptIndex: PromptIndex,
    status: turnStatus,
    pendingCalls: Type.Optional(Type.Array(VisitCall, { description: 'Only while the turn waits.' })),
    error: Type.Optional(TurnFault),
  },
  { $id: 'VisitTurn' },
);

/** The part of a study that a person with its link may know. */
export type StudyVisit = Static<typeof StudyVisit>;
export const StudyVisit = open(
  {
    study: open({ name: Type.String(), description: Type.String() }),
    isEnabled: Type.Boolean({ description: 'False while the study takes no messages.' }),
    hasConsented: Type.Boolean({ description: 'Whether this browser visits the study already.' }),
    openTurn: Type.Optional(VisitTurn),
    endReason: Type.Optional(
      Type.String({
        description: 'Why the last conversation of the visitor ended; a further message begins a new one.',
      }),
    ),
  },
  { $id: 'StudyVisit' },
);

/** A message of a visitor. */
export const SendVisitMessage = closed(
  { text: Prose(8_000, { minLength: 1, pattern: '^\\s*[^\\s\\u0000][^\\u0000]*$' }) },
  { $id: 'SendVisitMessage' },
);

export const DecideVisitCalls = closed(
  {
    decisions: Type.Array(
      closed({ toolCallId: Type.String({ minLength: 1, maxLength: 500 }), isApproved: Type.Boolean() }),
      {
        minItems: 1,
        maxItems: 100,
        description: 'One for each pending call of the turn.',
      },
    ),
  },
  { $id: 'VisitCallDecisions' },
);

export const VisitTurnCancelled = open({ cancelled: Type.Boolean() }, { $id: 'VisitTurnCancelled' });

const event = <Name extends string, P extends TProperties>(type: Name, data: P) =>
  open({ id: Type.String(), type: Type.Literal(type), data: open(data) });

/** One event in the stream of a visit. */
export type VisitEvent = Static<typeof VisitEvent>;
export const VisitEvent = variants(
  'type',
  [
    event('turnStarted', { turnId: Id, message: Type.String() }),
    event('text', { text: Type.String({ description: "A piece of the model's text." }) }),
    event('toolCall', VisitCall.properties),
    event('toolResult', {
      toolCallId: Type.String(),
      status: oneOf(['ok', 'error']),
      text: Type.String({ description: 'The text of the result, clipped to 4,000 characters.' }),
    }),
    event('turnEnded', { turn: VisitTurn }),
    event('ended', { reason: Type.String({ description: 'Why the conversation ended, as `endReason`.' }) }),
  ],
  { $id: 'VisitEvent' },
);
export type VisitEvents = Static<typeof VisitEvents>;
export const VisitEvents = open(
  { events: Type.Array(VisitEvent), done: Type.Boolean({ description: 'Always false: a visit may go on.' }) },
  { $id: 'VisitEvents' },
);

export const BeginVisit = closed(
  { consent: Type.Literal(true, { description: 'The person agrees that the conversation is kept for the study.' }) },
  { $id: 'BeginVisit' },
);

export type EndVisit = Static<typeof EndVisit>;
export const EndVisit = closed(
  {
    erase: Type.Optional(
      Type.Boolean({ default: false, description: 'Deletes what was said, instead of keeping it for the study.' }),
    ),
  },
  { $id: 'EndVisit' },
);

export const VisitEnded = open({ ended: Type.Boolean(), erased: Type.Boolean() }, { $id: 'VisitEnded' });

/** One message of a visit, as the visitor sees it. */
export type VisitMessage = Static<typeof VisitMessage>;
export const VisitMessage = open(
  {
    index: Type.Integer({ minimum: 0 }),
    turnId: Id,
    promptIndex: PromptIndex,
    role: oneOf(['visitor', 'assistant', 'tool']),
    text: Type.String({ description: 'Of a tool, what it answered, at most 4,000 characters.' }),
    call: Type.Optional(VisitCall),
    isError: Type.Optional(Type.Boolean({ description: 'Of a tool: whether the call failed.' })),
    rating: Type.Optional(oneOf(['up', 'down'], { description: "Of an answer: the visitor's rating of its turn." })),
  },
  { $id: 'VisitMessage' },
);
export const VisitMessagePage = page(VisitMessage, 'VisitMessagePage');
export const ListVisitMessages = pageQuery('ListVisitMessages', 50, 200);

export type SaveVisitFeedback = Static<typeof SaveVisitFeedback>;
export const SaveVisitFeedback = closed(
  {
    turnId: Type.Optional({ ...Id, description: 'The turn that it is about; absent for the whole conversation.' }),
    rating: oneOf(['up', 'down']),
    comment: Type.Optional(Prose(2_000, { default: '' })),
  },
  { $id: 'VisitFeedback' },
);
export const VisitFeedbackSaved = open({ saved: Type.Literal(true) }, { $id: 'VisitFeedbackSaved' });
