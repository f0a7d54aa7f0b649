import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, open, page, pageQuery } from '../../schema.ts';
import { Name } from '../../text.ts';

const ServerIds = Type.Array(Id, {
  minItems: 1,
  maxItems: 50,
  description: 'Saved servers of the project.',
});
const GroupName = Name({
  description: 'Unique among the server groups of the project; case and invisible characters do not count.',
});

export type ServerGroup = Static<typeof ServerGroup>;
export const ServerGroup = open(
  {
    id: { ...Id, description: 'An environment names it as `serverAttachmentId`.' },
    projectId: Id,
    name: Type.String(),
    serverIds: Type.Array(Id),
    revision: Type.Integer({ description: 'Rises by one with every change.' }),
    snapshotOf: Type.Optional({ ...Id, description: 'Of a snapshot: the server group whose `revision` it shows.' }),
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
  },
  { $id: 'ServerGroup' },
);
export const ServerGroupPage = page(ServerGroup, 'ServerGroupPage');
export const ListServerGroups = pageQuery('ListServerGroups', 200, 500);

export type CreateServerGroup = Static<typeof CreateServerGroup>;
export const CreateServerGroup = closed({ name: GroupName, serverIds: ServerIds }, { $id: 'ServerGroupCreateRequest' });

/** The body that changes a server group: absent leaves alone, a value replaces. */
export type UpdateServerGroup = Static<typeof UpdateServerGroup>;
export const UpdateServerGroup = closed(
  {
    expectedRevision: Type.Integer({
      minimum: 0,
      description: 'The `revision` that was read; a CONFLICT when the server group was changed since.',
    }),
    name: Type.Optional(GroupName),
    serverIds: Type.Optional(ServerIds),
  },
  { $id: 'ServerGroupUpdateRequest' },
);

export const ServerGroupDeleted = open({ id: Id, deleted: Type.Literal(true) }, { $id: 'ServerGroupDeleted' });
