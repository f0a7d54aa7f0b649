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
  summary: 'Change what somebody is in an organization.',
  description:
    'Owners alone make and unmake owners. An organization keeps an owner: the last one cannot become less (409). Whoever becomes less loses the open invitations that they made and those to them, ' +
    'and whoever becomes a viewer is no more than that in any project of the organization, also in those that they own: what somebody is in the organization goes before, so an admin decides this, too.',
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
  summary: 'List who belongs to an organization, in the order in which their accounts were made.',
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
  summary: 'List who may enter a project, and as what.',
  description: 'Everybody who may, also by their role in the organization alone.',
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
  summary: 'Remove somebody from an organization, or leave it.',
  description:
    'Admins remove others, owners alone owners, and anybody themselves. It takes their roles in its projects, revokes their API keys in it, the invitations they made and those to them, closes the tunnels they made, and moves their sessions to another organization of theirs. ' +
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
  summary: 'Take back the role that somebody was given in a project.',
  description:
    'What follows from their role in the organization stays. Somebody without a role in the project is a 404.',
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
  summary: 'Give somebody of the organization a role in a project.',
  description:
    'It adds to what the organization makes of them there, and never takes from it. Owners of the project alone make and unmake owners. Somebody who is not in the organization is a 404.',
  access: 'admin',
  personal: true,
  service,
  input: SetProjectMember,
  status: 200,
  reply: ProjectMember,
});
