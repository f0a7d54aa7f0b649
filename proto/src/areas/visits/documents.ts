import { Type, type Static } from 'typebox';
import { closed, Id, oneOf, open, page, pageQuery, record } from '../../schema.ts';

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
    comment: Type.Optional(Type.String({ maxLength: 2_000, default: '' })),
  },
  { $id: 'VisitFeedback' },
);
export const VisitFeedbackSaved = open({ saved: Type.Literal(true) }, { $id: 'VisitFeedbackSaved' });
