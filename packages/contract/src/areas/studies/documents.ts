import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, page, pageQuery } from '../../schema.ts';
import { Insights } from '../analysis/insights.ts';
import { Name, Prose } from '../../text.ts';
import { GuestExecution } from './guest-execution.ts';

/** The modes of a study, from the fewest people to the most; each one also admits the people of the modes before it. */
export const studyModes = ['project_members', 'invited_only', 'anyone_with_link'] as const;
export type StudyMode = (typeof studyModes)[number];
const Mode = oneOf<StudyMode[]>([...studyModes], {
  description:
    '`project_members`: people with a role in the project. `invited_only`: they, and the invited members of the study. `anyone_with_link`: every person who has the link.',
});

const StudyName = Name({ description: 'Visitors see it.' });
const Description = Prose(2_000, { description: 'Visitors see it.' });
const LinkUrl = Type.String({ description: 'The address that visitors open. A visitor needs it in every mode.' });

/** A study as the operations that publish it answer it. */
export type Study = Static<typeof Study>;
export const Study = open(
  {
    id: Id,
    environmentId: Id,
    name: Type.String(),
    mode: Mode,
    accessVersion: Type.Integer({
      description: 'Rises when visitors may have lost access: visits that began before are over.',
    }),
    link: nullable(LinkUrl),
    created: Type.Optional(Type.Boolean({ description: 'False when the environment had a study before.' })),
    overridesIgnored: Type.Optional(
      Type.Literal(true, {
        description:
          'The environment had a study before, and the settings of the request were not applied: change the study.',
      }),
    ),
  },
  { $id: 'Study' },
);

export type PublishStudy = Static<typeof PublishStudy>;
export const PublishStudy = closed(
  {
    name: Type.Optional(Name({ description: "Visitors see it; the environment's name by default." })),
    description: Type.Optional(Description),
    mode: Type.Optional(oneOf<StudyMode[]>([...studyModes], { default: 'invited_only' })),
  },
  { $id: 'StudyPublishRequest' },
);

export const UnpublishStudy = open(
  {
    studyId: Type.Optional({ ...Id, description: 'The study to unpublish, of an environment that has several.' }),
    scenarioId: Type.Optional({ ...Id, description: 'The former name of `studyId`, which wins.' }),
  },
  { $id: 'UnpublishStudy' },
);
export type StudyDeleted = Static<typeof StudyDeleted>;
export const StudyDeleted = open(
  {
    environmentId: Id,
    deleted: Type.Boolean({ description: 'False when the environment has no study.' }),
    id: Type.Optional(Id),
  },
  { $id: 'StudyDeleted' },
);

export const StudyLink = open(
  { path: Type.String({ description: 'The path of `url`.' }), url: LinkUrl },
  { $id: 'StudyLink' },
);

const summary = {
  id: Id,
  projectId: Id,
  name: Type.String(),
  description: Type.String(),
  mode: Mode,
  hostStyle: Type.String(),
  hostId: nullable(Id),
  hostName: nullable(Type.String()),
  serverCount: Type.Integer(),
  serverNames: Type.Array(Type.String()),
  link: nullable(StudyLink),
  createdAt: EpochMs(),
  updatedAt: EpochMs(),
};

/** A study as lists have it. */
export type StudySummary = Static<typeof StudySummary>;
export const StudySummary = open(summary, { $id: 'StudySummary' });
export const StudyPage = page(StudySummary, 'StudyPage');
export const ListStudies = pageQuery('ListStudies', 200, 500);

export type StudyServer = Static<typeof StudyServer>;
export const StudyServer = open(
  {
    id: Id,
    name: Type.String(),
    url: nullable(Type.String({ description: 'Null for a server that is a command.' })),
    useOAuth: Type.Boolean(),
  },
  { $id: 'StudyServer' },
);

/** A study with what its visitors talk to, resolved now. */
export type StudyDetail = Static<typeof StudyDetail>;
export const StudyDetail = open(
  {
    ...summary,
    modelId: nullable(Type.String()),
    systemPrompt: nullable(Type.String()),
    temperature: nullable(Type.Number()),
    requireToolApproval: Type.Boolean(),
    servers: Type.Array(StudyServer),
    environmentId: Type.Optional({ ...Id, description: 'Absent for a caller without a role in the project.' }),
    guestExecution: Type.Optional(GuestExecution),
    insights: Type.Optional(Insights),
  },
  { $id: 'StudyDetail' },
);

export type UpdateStudy = Static<typeof UpdateStudy>;
export const UpdateStudy = closed(
  { name: Type.Optional(StudyName), description: Type.Optional(Description), mode: Type.Optional(Mode) },
  { $id: 'StudyUpdateRequest', minProperties: 1 },
);
export type StudyUpdated = Static<typeof StudyUpdated>;
export const StudyUpdated = open(
  { id: Id, projectId: Id, name: Type.String(), description: Type.String(), mode: Mode },
  { $id: 'StudyUpdated' },
);

export const StudyLinkRotated = open(
  { id: Id, projectId: Id, rotated: Type.Literal(true), link: nullable(LinkUrl) },
  { $id: 'StudyLinkRotated' },
);

export const RebindStudy = closed(
  { environmentId: { ...Id, description: 'An environment of the same project.' } },
  { $id: 'StudyRebindRequest' },
);
export const StudyRebound = open(
  { id: Id, projectId: Id, environmentId: Id, accessVersion: Type.Integer() },
  { $id: 'StudyRebound' },
);

export const StudyGuestExecutionSet = open(
  { id: Id, projectId: Id, guestExecution: GuestExecution },
  { $id: 'StudyGuestExecutionSet' },
);

export type InviteStudyMember = Static<typeof InviteStudyMember>;
export const InviteStudyMember = closed(
  {
    email: Type.String({
      maxLength: 320,
      description:
        'The address of a mailbox, 3 to 320 characters; blanks around it do not count, and neither does case.',
    }),
    sendInviteEmail: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Mails the link to the address, where the operator has configured a mail host. The reply tells in `emailSent` whether that worked; if not, hand `link` over yourself.',
      }),
    ),
  },
  { $id: 'StudyMemberRequest' },
);

/** An invited member of a study. */
export type StudyMember = Static<typeof StudyMember>;
export const StudyMember = open(
  {
    studyId: Id,
    projectId: Id,
    email: Type.String(),
    memberId: Id,
    invited: Type.Boolean({
      description:
        'True when no account of the organization has this address: the person visits the study by `link`. False for an account, whose owner can also sign in.',
    }),
    link: Type.String({
      description: 'The personal link of the member, to copy. It works without an account until the member is removed.',
    }),
    emailSent: Type.Boolean({
      description:
        'Whether the mail host took a mail with the link. False without `sendInviteEmail`, without a mail host, and when the mail host failed.',
    }),
  },
  { $id: 'StudyMember' },
);

export const StudyMemberRemoved = open(
  { studyId: Id, projectId: Id, removed: Type.String({ description: 'The id of the member.' }) },
  { $id: 'StudyMemberRemoved' },
);

export const StudyMemberPage = page(
  open({
    id: Id,
    email: Type.String(),
    hasAccount: Type.Boolean({ description: 'Whether an account of the organization has the address.' }),
    link: Type.String({ description: 'The personal link of the member.' }),
    createdAt: EpochMs(),
  }),
  'StudyMemberPage',
);
export const ListStudyMembers = pageQuery('ListStudyMembers', 50, 200);

/** A session of a visitor, as lists have it. */
export type StudySession = Static<typeof StudySession>;
export const StudySession = open(
  {
    id: Id,
    chatSessionId: { ...Id, description: 'The same as `id`.' },
    messageCount: Type.Integer({ minimum: 0 }),
    preview: Type.String({ description: 'The beginning of the first message.' }),
    modelId: Type.Optional(Type.String()),
    toolCallCount: Type.Integer({ minimum: 0 }),
    visitor: open({
      displayName: Type.Optional(Type.String({ description: 'The address of an invited member; absent for others.' })),
      authType: oneOf(['signedIn', 'guest']),
      recency: oneOf(['new', 'returning'], { description: 'Whether the visitor had an earlier session.' }),
    }),
    feedback: open({
      rating: nullable(Type.Number({ description: 'The mean of the ratings, of which each is 1 (up) or -1 (down).' })),
      comment: nullable(Type.String({ description: 'The last comment.' })),
      count: Type.Integer({ minimum: 0 }),
    }),
    startedAt: EpochMs(),
    lastActivityAt: EpochMs(),
    endedAt: Type.Optional(EpochMs()),
    endReason: Type.Optional(
      Type.String({
        description:
          'Why nothing more can be said: `visitor`, `idle`, `unpublished`, `narrowed`, `rebound`, `linkRotated`, `memberRemoved`.',
      }),
    ),
  },
  { $id: 'StudySession' },
);
export const StudySessionPage = page(StudySession, 'StudySessionPage');
export const ListStudySessions = pageQuery('ListStudySessions', 50, 200);

export const StudyMessage = open(
  {
    index: Type.Integer({ minimum: 0, description: 'The place in the session.' }),
    role: oneOf(['user', 'assistant', 'tool']),
    text: Type.String({ description: 'Text of people, models and servers: never show it as HTML.' }),
    toolName: Type.Optional(Type.String({ description: 'The tool whose result the message is.' })),
    createdAt: EpochMs('When its turn began, in milliseconds since the epoch.'),
  },
  { $id: 'StudyMessage' },
);

/** A session of a visitor with a page of its messages. */
export type StudySessionDetail = Static<typeof StudySessionDetail>;
export const StudySessionDetail = open(
  {
    id: Id,
    studyId: Id,
    chatSessionId: nullable(Id),
    modelId: nullable(Type.String()),
    startedAt: nullable(EpochMs()),
    lastActivityAt: nullable(EpochMs()),
    messageCount: nullable(Type.Integer({ minimum: 0 })),
    transcriptUnavailable: Type.Optional(
      Type.Literal(true, { description: 'The messages were lost; `messageCount` is null then.' }),
    ),
    messages: Type.Array(StudyMessage),
    nextCursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
  },
  { $id: 'StudySessionDetail' },
);
export const ReadStudySession = pageQuery('ReadStudySession', 50, 200);
