import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, open, page, pageQuery } from '../../schema.ts';
import { RoleName } from '../account/documents.ts';
import { NewPassword } from '../passwords/password.ts';
import { Email, Name } from '../../text.ts';

export type CreateInvitation = Static<typeof CreateInvitation>;
export const CreateInvitation = closed(
  {
    email: Email(),
    role: RoleName,
    projectId: Type.Optional({
      ...Id,
      description:
        'Gives the role only in this project; in the organization the person becomes a `viewer`, unless they have a higher role already.',
    }),
  },
  { $id: 'InvitationCreateRequest' },
);

const fields = {
  id: Id,
  email: Type.String(),
  role: RoleName,
  projectId: Type.Optional(Id),
  invitedBy: Type.Optional({ ...Id, description: 'The person who invited.' }),
  createdAt: EpochMs(),
  expiresAt: EpochMs(),
};

export type Invitation = Static<typeof Invitation>;
export const Invitation = open(fields, { $id: 'Invitation' });
export const InvitationPage = page(Invitation, 'InvitationPage');
export const ListInvitations = pageQuery('ListInvitations', 50, 200);
export const InvitationCreated = open(
  {
    ...fields,
    url: Type.String({
      format: 'uri',
      description:
        'Only for the invited person: the first person who opens the link can accept it. The link is shown here and never again; Assay does not send it.',
    }),
  },
  { $id: 'InvitationCreated' },
);
export const InvitationRevoked = open({ id: Id, revoked: Type.Literal(true) }, { $id: 'InvitationRevoked' });

export type AcceptInvitation = Static<typeof AcceptInvitation>;
export const AcceptInvitation = closed(
  {
    name: Type.Optional(Name({ description: 'Of a new account.' })),
    password: Type.Optional(NewPassword),
  },
  {
    $id: 'InvitationAcceptRequest',
    description: 'Both are for a new account; leave them out when the person has an account and is signed in with it.',
  },
);

export const InvitationForm = Type.Unsafe<Uint8Array>({
  $id: 'InvitationForm',
  type: 'string',
  description: "The form of the invitation's page: `name` and `password`, or nothing.",
});
