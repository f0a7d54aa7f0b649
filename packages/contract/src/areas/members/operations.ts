import { NoInput } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  ChangeMember,
  ListMembers,
  Member,
  MemberPage,
  MemberRemoved,
  ProjectMember,
  ProjectMemberPage,
  ProjectMemberRemoved,
  SetProjectMember,
} from './documents.ts';

const tag = 'Members';
const service = 'catalog';

export const changeMember = operation({
  method: 'PATCH',
  path: '/organizations/{organizationId}/members/{userId}',
  tag,
  summary: 'Change the role of a member in an organization.',
  description:
    'Only owners make and unmake owners. An organization keeps an owner: the last one cannot become less (409). A member who becomes less loses the open invitations that they made and those to them, ' +
    'and a member who becomes a viewer is only a viewer in every project of the organization, also in projects that they own: the role in the organization limits the roles in its projects, so an admin decides this, too.',
  access: 'admin',
  personal: true,
  service,
  input: ChangeMember,
  status: 200,
  reply: Member,
});

export const listMembers = operation({
  method: 'GET',
  path: '/organizations/{organizationId}/members',
  tag,
  summary: 'List the members of an organization, in the order in which their accounts were made.',
  access: 'viewer',
  service,
  input: ListMembers,
  status: 200,
  reply: MemberPage,
});

export const listProjectMembers = operation({
  method: 'GET',
  path: '/projects/{projectId}/members',
  tag,
  summary: 'List who may enter a project, and with which role.',
  description: 'Lists every person with access, including access by the role in the organization.',
  access: 'viewer',
  service,
  input: ListMembers,
  status: 200,
  reply: ProjectMemberPage,
});

export const removeMember = operation({
  method: 'DELETE',
  path: '/organizations/{organizationId}/members/{userId}',
  tag,
  summary: 'Remove a member from an organization, or leave it.',
  description:
    'Admins remove others, only owners remove owners, and every member can remove themselves. The removal takes their roles in its projects, revokes their API keys in it, the invitations they made and the invitations to them, closes the tunnels they made, and moves their sessions to another one of their organizations. ' +
    'Runner tokens stay, since runners do not belong to a person: the answer names theirs. The last owner cannot go (409).',
  access: 'viewer',
  personal: true,
  service,
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: MemberRemoved,
});

export const removeProjectMember = operation({
  method: 'DELETE',
  path: '/projects/{projectId}/members/{userId}',
  tag,
  summary: 'Take back the role that a person was given in a project.',
  description:
    'The access that follows from their role in the organization stays. A person without a role in the project is a 404.',
  access: 'admin',
  personal: true,
  service,
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: ProjectMemberRemoved,
});

export const setProjectMember = operation({
  method: 'PUT',
  path: '/projects/{projectId}/members/{userId}',
  tag,
  summary: 'Give a member of the organization a role in a project.',
  description:
    'The role adds to the access from the organization, and never takes from it. Only owners of the project make and unmake owners. A person who is not in the organization is a 404.',
  access: 'admin',
  personal: true,
  service,
  input: SetProjectMember,
  status: 200,
  reply: ProjectMember,
});
