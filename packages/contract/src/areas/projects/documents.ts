import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, page, pageQuery } from '../../schema.ts';
import { RoleName } from '../account/documents.ts';
import { Name, Prose } from '../../text.ts';

const visibility = oneOf(['public', 'private'], {
  description:
    '`public`: every member of the organization sees the project. `private`: only its own members and the owners and admins of the organization.',
});
const description = Prose(2_000);
const icon = Prose(200, { description: 'An emoji or the address of a picture.' });

export type Project = Static<typeof Project>;
export const Project = open(
  {
    id: Id,
    organizationId: Id,
    name: Type.String(),
    description: Type.Optional(Type.String()),
    icon: Type.Optional(Type.String()),
    visibility,
    role: RoleName,
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
  },
  { $id: 'Project' },
);

export const ProjectPage = page(Project, 'ProjectPage');

export const ListProjects = open({
  ...pageQuery('', 200, 500).properties,
  organizationId: Type.Optional(
    Type.String({
      description:
        'Only projects of this organization, that the caller acts in when absent. A person who signed in may ask for any of their organizations; a key sees the projects of its own organization alone.',
    }),
  ),
});

export type CreateProject = Static<typeof CreateProject>;
export const CreateProject = closed(
  {
    name: Name(),
    description: Type.Optional(description),
    icon: Type.Optional(icon),
    visibility: Type.Optional(visibility),
    organizationId: Type.Optional(
      Type.String({
        description:
          'The organization that the caller acts in when absent. A person who signed in may name any in which they are a member; no other than its own is reachable with a key.',
      }),
    ),
  },
  { $id: 'ProjectCreateRequest' },
);

export type UpdateProject = Static<typeof UpdateProject>;
export const UpdateProject = closed(
  {
    name: Type.Optional(Name()),
    description: Type.Optional(nullable(description)),
    icon: Type.Optional(nullable(icon)),
    visibility: Type.Optional(visibility),
  },
  { $id: 'ProjectUpdateRequest', minProperties: 1 },
);

export const ProjectDeleted = open({ id: Id, deleted: Type.Literal(true) }, { $id: 'ProjectDeleted' });
