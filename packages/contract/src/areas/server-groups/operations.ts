import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  CreateServerGroup,
  ListServerGroups,
  ServerGroup,
  ServerGroupDeleted,
  ServerGroupPage,
  UpdateServerGroup,
} from './documents.ts';

const read = { tag: 'Server groups', access: 'viewer', service: 'environments' } as const;
const write = { ...read, access: 'admin' } as const;
const GROUPS = '/projects/{projectId}/server-groups';
const GROUP = '/projects/{projectId}/server-groups/{serverGroupId}';

export const listServerGroups = operation({
  ...read,
  method: 'GET',
  path: GROUPS,
  summary: 'List the server groups of a project, newest first.',
  description: 'Snapshots are not listed.',
  input: ListServerGroups,
  status: 200,
  reply: ServerGroupPage,
});

export const createServerGroup = operation({
  ...write,
  method: 'POST',
  path: GROUPS,
  headers: ['idempotencyKey'],
  summary: 'Create a server group: a named set of servers that environments share.',
  input: CreateServerGroup,
  status: 201,
  reply: ServerGroup,
});

export const getServerGroup = operation({
  ...read,
  method: 'GET',
  path: GROUP,
  summary: 'Read a server group, or a snapshot of one.',
  description:
    'A server that was deleted stays in `serverIds`, so that a launch is refused (`ENV_SERVER_DELETED`) and never uses fewer servers than were meant.',
  input: NoQuery,
  status: 200,
  reply: ServerGroup,
});

export const updateServerGroup = operation({
  ...write,
  method: 'PATCH',
  path: GROUP,
  summary: 'Change a server group, unless it was changed since `expectedRevision`.',
  description:
    'A CONFLICT has the present revision in `details.currentRevision`. It names something to change. An edit without an effect keeps the revision. A snapshot never changes.',
  input: UpdateServerGroup,
  status: 200,
  reply: ServerGroup,
});

export const deleteServerGroup = operation({
  ...write,
  method: 'DELETE',
  path: GROUP,
  summary: 'Delete a server group, or a snapshot of one.',
  description:
    'Refused while an environment uses it that has a name and is not archived; `details.environments` names such environments. Snapshots of a deleted group stay.',
  input: NoInput,
  status: 200,
  reply: ServerGroupDeleted,
  bodyOptional: true,
});

export const snapshotServerGroup = operation({
  ...write,
  method: 'POST',
  path: `${GROUP}/snapshot`,
  summary: 'Freeze a server group: make a copy that never changes.',
  description:
    'The `id` of the snapshot can be the `serverAttachmentId` of an environment, which a later edit of the group then leaves as it is. A revision of a group has one snapshot: asking again answers it with 200.',
  input: NoInput,
  status: 201,
  reply: ServerGroup,
  otherwise: { status: 200, reply: ServerGroup },
  bodyOptional: true,
});
