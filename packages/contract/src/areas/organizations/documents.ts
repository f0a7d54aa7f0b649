import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, open, page, pageQuery } from '../../schema.ts';
import { RoleName } from '../account/documents.ts';
import { Name } from '../../text.ts';

export type Organization = Static<typeof Organization>;
export const Organization = open(
  {
    id: Id,
    name: Type.String(),
    plan: Type.String({ description: 'Always `self-hosted`: nothing is withheld.' }),
    logoUrl: Type.Null({ description: 'No logos are kept.' }),
    myRole: RoleName,
    isCreator: Type.Boolean({ description: 'Whether the caller founded the organization.' }),
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
  },
  { $id: 'Organization' },
);

export const OrganizationPage = page(Organization, 'OrganizationPage');
export const ListOrganizations = pageQuery('ListOrganizations', 200, 500);

export type CreateOrganization = Static<typeof CreateOrganization>;
export const CreateOrganization = closed({ name: Name() }, { $id: 'OrganizationCreateRequest' });

export type UpdateOrganization = Static<typeof UpdateOrganization>;
export const UpdateOrganization = closed({ name: Name() }, { $id: 'OrganizationUpdateRequest' });

export const OrganizationDeleted = open({ id: Id, deleted: Type.Literal(true) }, { $id: 'OrganizationDeleted' });
