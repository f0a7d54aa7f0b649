import * as invitations from '@assay/contract/areas/invitations/operations';
import * as members from '@assay/contract/areas/members/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofMember = commandsOf(members);
const ofInvitation = commandsOf(invitations);

export const memberCommands = [
  ofMember('listMembers', {
    words: 'member list',
    columns: { EMAIL: 'email', NAME: 'name', ROLE: 'role', SINCE: 'joinedAt', ID: 'userId' },
    examples: ['assay member list'],
    see: ['project members'],
  }),
  ofMember('changeMember', {
    words: 'member set',
    argument: 'role',
    done: '{member} has the role {role}.',
    examples: ['assay member set ann@example.org admin'],
  }),
  ofMember('removeMember', {
    words: 'member rm',
    confirms: 'Remove {member} from the organization?',
    done: '{member} is removed.',
    examples: ['assay member rm ann@example.org --yes'],
  }),
  ofInvitation('createInvitation', {
    words: 'member invite',
    argument: 'email',
    examples: ['assay member invite ann@example.org --role member'],
  }),
  ofInvitation('listInvitations', {
    words: 'member invitations',
    columns: { EMAIL: 'email', ROLE: 'role', INVITED: 'createdAt', EXPIRES: 'expiresAt', ID: 'id' },
    examples: ['assay member invitations'],
  }),
  ofInvitation('revokeInvitation', {
    words: 'member uninvite',
    confirms: 'Withdraw the invitation {invitation}?',
    done: 'invitation {invitation} is withdrawn.',
    examples: ['assay member uninvite invite_01kb2v7k9q2n5w8x4m6t0r1abc --yes'],
  }),
];
