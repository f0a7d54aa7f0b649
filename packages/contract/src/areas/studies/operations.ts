import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  InviteStudyMember,
  ListStudies,
  ListStudyMembers,
  ListStudySessions,
  PublishStudy,
  ReadStudySession,
  RebindStudy,
  Study,
  StudyDeleted,
  StudyDetail,
  StudyGuestExecutionSet,
  StudyLinkRotated,
  StudyMember,
  StudyMemberPage,
  StudyMemberRemoved,
  StudyPage,
  StudyRebound,
  StudySessionDetail,
  StudySessionPage,
  StudyUpdated,
  UnpublishStudy,
  UpdateStudy,
} from './documents.ts';
import { GuestExecution } from './guest-execution.ts';

const common = { tag: 'Studies', service: 'environments' } as const;
const read = { ...common, access: 'viewer', gate: 'userTesting' } as const;
const write = { ...common, access: 'admin', gate: 'userTesting' } as const;
const STUDY = '/projects/{projectId}/studies/{studyId}';
const OF_ENVIRONMENT = '/projects/{projectId}/environments/{environmentId}/study';
const ENDS_VISITS =
  'Every visit ends at once: turns under way are cancelled, and visitors who are still admitted begin a new conversation.';

export const listStudies = operation({
  ...read,
  method: 'GET',
  path: '/projects/{projectId}/studies',
  summary: 'List the studies of a project, newest first.',
  input: ListStudies,
  status: 200,
  reply: StudyPage,
});

export const publishStudy = operation({
  ...write,
  method: 'PUT',
  path: OF_ENVIRONMENT,
  summary: 'Publish an environment as a study, to which people talk by a link.',
  description:
    'An environment has one study: publishing it again answers that study unchanged. The environment must have a name and must be launchable (`resolve` tells why it is not). A study follows its environment: visitors who come later meet the environment as it is then.',
  input: PublishStudy,
  bodyOptional: true,
  status: 201,
  reply: Study,
  otherwise: { status: 200, reply: Study },
  also: [409],
});

export const unpublishStudy = operation({
  ...common,
  access: 'admin',
  method: 'DELETE',
  path: OF_ENVIRONMENT,
  inputIn: 'query',
  summary: 'Unpublish a study.',
  description:
    "Possible while the organization's user testing is switched off, too. The link is dead and every visit ends at once. The transcripts of its sessions stay readable under the id of the study, until their retention ends. An environment that has several studies needs `studyId`; the CONFLICT without it names them in `details.studies`.",
  input: UnpublishStudy,
  status: 200,
  reply: StudyDeleted,
  also: [409],
});

export const getStudy = operation({
  ...read,
  access: 'key',
  method: 'GET',
  path: STUDY,
  summary: 'Read a study, with what its visitors talk to.',
  description:
    'Also for invited members of the study with an account but without a role in the project, who get it without `environmentId` and `guestExecution`.',
  input: NoQuery,
  status: 200,
  reply: StudyDetail,
});

export const updateStudy = operation({
  ...write,
  access: 'member',
  method: 'PATCH',
  path: STUDY,
  summary: "Change a study's name and description, or its mode.",
  description: `\`mode\` travels alone. A mode that admits more people needs the admin role in the project. A mode that admits fewer people raises \`accessVersion\`. ${ENDS_VISITS}`,
  input: UpdateStudy,
  status: 200,
  reply: StudyUpdated,
});

export const rotateStudyLink = operation({
  ...write,
  hides: 'study',
  method: 'POST',
  path: `${STUDY}/rotate-link`,
  summary: 'Replace the link of a study.',
  description: `For admins of the project; other callers get NOT_FOUND. Every earlier link is dead at once, those of invitations too. ${ENDS_VISITS}`,
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: StudyLinkRotated,
});

export const rebindStudy = operation({
  ...write,
  method: 'POST',
  path: `${STUDY}/rebind`,
  summary: 'Let a study use another environment of the project.',
  description: `The environment must be launchable. The link stays as it is. ${ENDS_VISITS}`,
  input: RebindStudy,
  status: 200,
  reply: StudyRebound,
  also: [409],
});

export const setGuestExecution = operation({
  ...write,
  method: 'PUT',
  path: `${STUDY}/guest-execution`,
  summary: 'Set what the visitors of a study may do and spend.',
  description:
    'Replaces all limits: a limit that the body does not name is off, or refused where it is required. A message beyond a limit is refused before a model is called. Computers and harnesses are for other installations of this API: their fields are kept and answered, without an effect.',
  input: GuestExecution,
  status: 200,
  reply: StudyGuestExecutionSet,
});

export const listStudyMembers = operation({
  ...write,
  method: 'GET',
  path: `${STUDY}/members`,
  summary: 'List the invited members of a study, newest first.',
  description: 'For admins of the project, because the personal links are in it.',
  input: ListStudyMembers,
  status: 200,
  reply: StudyMemberPage,
});

export const upsertStudyMember = operation({
  ...write,
  method: 'PUT',
  path: `${STUDY}/members`,
  summary: 'Invite a person to a study by e-mail.',
  description:
    'Inviting a person again changes nothing and answers the same member; with `sendInviteEmail` it mails the link again. Members visit the study while its mode is `invited_only` or wider. A study has at most 1,000 members.',
  brake: 'invitations',
  input: InviteStudyMember,
  status: 200,
  reply: StudyMember,
  also: [409],
});

export const removeStudyMember = operation({
  ...write,
  method: 'DELETE',
  path: `${STUDY}/members/{memberIdOrEmail}`,
  summary: 'Remove an invited member from a study.',
  description:
    'By id or e-mail. The personal link is dead and the visits of the member end at once; the transcripts stay. A person with a role in the project can still visit the study, and so can any person with its link while the mode is `anyone_with_link`.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: StudyMemberRemoved,
});

export const listStudySessions = operation({
  ...read,
  method: 'GET',
  path: `${STUDY}/sessions`,
  summary: "List the sessions of a study's visitors, newest first.",
  description: 'Also of an unpublished study, until the retention of its sessions ends.',
  input: ListStudySessions,
  status: 200,
  reply: StudySessionPage,
});

export const getStudySession = operation({
  ...read,
  method: 'GET',
  path: `${STUDY}/sessions/{sessionId}`,
  summary: "Read a session of a study's visitor, with its messages by page.",
  description: 'Secrets in the messages are masked. The calls and times of its turns are in its trace.',
  input: ReadStudySession,
  status: 200,
  reply: StudySessionDetail,
});
