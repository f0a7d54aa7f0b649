import { Type, type Static } from 'typebox';
import { closed, EpochMs, Id, nullable, oneOf, open, page, pageQuery } from '../../schema.ts';
import { Name, Prose } from '../../text.ts';
import { GuestExecution } from './guest-execution.ts';

/** Who may visit a study, from the fewest people to the most; each mode admits everybody whom an earlier one admits. */
export const studyModes = ['project_members', 'invited_only', 'anyone_with_link'] as const;
export type StudyMode = (typeof studyModes)[number];
const Mode = oneOf<StudyMode[]>([...studyModes], {
  description:
    '`project_members`: people with a role in the project. `invited_only`: they, and the invited members of the study. `anyone_with_link`: everybody who has the link.',
});

const StudyName = Name({ description: 'Visitors see it.' });
const Description = Prose(2_000, { description: 'Visitors see it.' });
const LinkUrl = Type.String({ description: 'The address that visitors open. Whoever may visit the study needs it.' });

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
