import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  ListStudies,
  PublishStudy,
  RebindStudy,
  Study,
  StudyDeleted,
  StudyDetail,
  StudyGuestExecutionSet,
  StudyLinkRotated,
  StudyPage,
  StudyRebound,
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
  access: 'viewer',
  method: 'POST',
  path: `${STUDY}/rotate-link`,
  summary: 'Replace the link of a study.',
  description: `For admins of the project; anybody else gets NOT_FOUND. Every earlier link is dead at once, those of invitations too. ${ENDS_VISITS}`,
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
