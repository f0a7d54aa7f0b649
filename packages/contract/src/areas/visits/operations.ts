import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  BeginVisit,
  DecideVisitCalls,
  EndVisit,
  ListVisitMessages,
  SaveVisitFeedback,
  SendVisitMessage,
  StudyVisit,
  VisitEnded,
  VisitEvents,
  VisitFeedbackSaved,
  VisitMessagePage,
  VisitTurn,
  VisitTurnCancelled,
} from './documents.ts';

const open = {
  tag: 'Visits',
  access: 'public',
  beside: true,
  service: 'environments',
} as const;
const visiting = {
  tag: 'Visits',
  access: 'visitor',
  beside: true,
  service: 'environments',
} as const;
const VISIT = '/studies/{linkToken}/visit';

export const getVisit = operation({
  ...open,
  method: 'GET',
  path: VISIT,
  headers: ['visitorToken', 'sessionToken'],
  summary: 'Read what a person may know of a study whose link they have.',
  description:
    'A link that is forged, was rotated, or is not enough in the mode of the study is a 404, like one of a study that does not exist. A link that only lets in people who signed in is a 401.',
  input: NoQuery,
  status: 200,
  reply: StudyVisit,
  also: [401],
});

export const beginVisit = operation({
  ...open,
  method: 'POST',
  path: VISIT,
  headers: ['visitorToken', 'sessionToken'],
  summary: 'Visit a study, with consent.',
  description:
    'Sets the cookie `assay_visitor`, which other operations of the visit need and which opens nothing else. A browser that visits the study already goes on with its visit, under a new token.',
  input: BeginVisit,
  status: 200,
  reply: StudyVisit,
  also: [401],
  replyHeaders: { 'Set-Cookie': 'The cookie of the visitor.' },
});

export const endVisit = operation({
  ...visiting,
  method: 'DELETE',
  path: VISIT,
  headers: ['sessionToken'],
  summary: 'End the visit.',
  description:
    'What was said is kept for the study, unless `erase` is true: then the conversations of the visitor are deleted with their feedback. The counts of the study keep what they cost.',
  input: EndVisit,
  bodyOptional: true,
  status: 200,
  reply: VisitEnded,
});

export const listVisitMessages = operation({
  ...visiting,
  method: 'GET',
  path: `${VISIT}/messages`,
  headers: ['sessionToken'],
  summary: "List the messages of the visitor's conversation, newest first.",
  input: ListVisitMessages,
  status: 200,
  reply: VisitMessagePage,
});

export const saveVisitFeedback = operation({
  ...visiting,
  method: 'PUT',
  path: `${VISIT}/feedback`,
  headers: ['sessionToken'],
  summary: 'Rate an answer or the whole conversation.',
  description: 'Replaces an earlier rating of the same.',
  input: SaveVisitFeedback,
  status: 200,
  reply: VisitFeedbackSaved,
});

export const sendVisitMessage = operation({
  ...visiting,
  method: 'POST',
  path: `${VISIT}/messages`,
  headers: ['sessionToken', 'idempotencyKey'],
  requiredHeaders: ['idempotencyKey'],
  summary: 'Send a message to the study.',
  description:
    'Answers once the turn has begun; the stream of events tells what happens in it. Needs an `Idempotency-Key`: a repeated request is answered the turn of the first one. A limit of the study is a 429 with `details.limit` and `details.resetsAt`, and no call was made.',
  input: SendVisitMessage,
  status: 202,
  reply: VisitTurn,
});

export const decideVisitCalls = operation({
  ...visiting,
  method: 'POST',
  path: `${VISIT}/decisions`,
  headers: ['sessionToken'],
  summary: 'Approve or decline the pending calls of the turn.',
  input: DecideVisitCalls,
  status: 202,
  reply: VisitTurn,
});

export const cancelVisitTurn = operation({
  ...visiting,
  method: 'POST',
  path: `${VISIT}/cancel`,
  headers: ['sessionToken'],
  summary: 'Cancel the turn that is under way.',
  description: 'Without an open turn it changes nothing.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: VisitTurnCancelled,
});

export const streamVisitEvents = operation({
  ...visiting,
  method: 'GET',
  path: `${VISIT}/events`,
  headers: ['sessionToken', 'lastEventId', 'waitMs'],
  summary: 'Follow the turns of the visit while they go on.',
  description: 'Server-sent events, from the beginning of the latest turn, or after `Last-Event-ID`.',
  input: NoQuery,
  status: 200,
  reply: VisitEvents,
  stream: true,
  produces: 'text/event-stream',
});
