import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, open, page, pageQuery } from '../../schema.ts';
import { RoleName } from '../account/documents.ts';

const person = { userId: Id, email: Type.String(), name: Type.String() };

export type Member = Static<typeof Member>;
export const Member = open({ ...person, role: RoleName, joinedAt: EpochMs() }, { $id: 'Member' });
export const MemberPage = page(Member, 'MemberPage');
export const ListMembers = pageQuery('ListMembers', 50, 200);

export type ChangeMember = Static<typeof ChangeMember>;
export const ChangeMember = closed({ role: RoleName }, { $id: 'MemberUpdateRequest' });
export const MemberRemoved = open(
  {
    userId: Id,
    removed: Type.Literal(true),
    runnerTokenIds: Type.Array(Id, {
      description:
        'The runner tokens that the member made in the organization and that are still valid: a holder of such a token can go on as a runner.',
    }),
  },
  { $id: 'MemberRemoved' },
);

export type ProjectMember = Static<typeof ProjectMember>;
export const ProjectMember = open(
  {
    ...person,
    role: { ...RoleName, description: 'The effective role of the person in the project.' },
    projectRole: Type.Optional({
      ...RoleName,
      description:
        'The role that was given to them in this project. Absent where everything follows from their role in the organization.',
    }),
  },
  { $id: 'ProjectMember' },
);
export const ProjectMemberPage = page(ProjectMember, 'ProjectMemberPage');

export const SetProjectMember = closed({ role: RoleName }, { $id: 'ProjectMemberSetRequest' });
export const ProjectMemberRemoved = open({ userId: Id, removed: Type.Literal(true) }, { $id: 'ProjectMemberRemoved' });
