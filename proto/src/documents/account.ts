import { Type, type Static } from 'typebox';
import { EpochMs, Id, oneOf, open } from '../schema.ts';

export type Me = Static<typeof Me>;
export const Me = open({
  id: Id,
  email: Type.String(),
  name: Type.String(),
  createdAt: EpochMs(),
  updatedAt: EpochMs(),
}, { $id: 'Me' });

export type OrganizationRole = Static<typeof OrganizationRole>;
export const OrganizationRole = oneOf(['owner', 'admin', 'member'], {
  description: 'Owners and admins administer every project of the organization.',
});

export type Organization = Static<typeof Organization>;
export const Organization = open({
  id: Id,
  name: Type.String(),
  myRole: OrganizationRole,
  isCreator: Type.Boolean({ description: 'Whether the caller founded the organization.' }),
  createdAt: EpochMs(),
}, { $id: 'Organization' });

export const OrganizationPage = open({ items: Type.Array(Organization) }, { $id: 'OrganizationPage' });
