import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { roles } from '../../access.ts';
import { EpochMs, Id, oneOf, open } from '../../schema.ts';

export type Me = Static<typeof Me>;
export const Me = open(
  {
    id: Id,
    email: Type.String(),
    name: Type.String(),
    plan: Type.String({ description: 'Always `self-hosted`: nothing is withheld.' }),
    imageUrl: Type.Null({ description: 'No pictures of people are kept.' }),
    profilePictureUrl: Type.Null({ description: 'As `imageUrl`.' }),
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
  },
  { $id: 'Me' },
);

export type RoleName = Static<typeof RoleName>;
export const RoleName = oneOf([...roles], {
  description:
    '`viewer` reads data; `member` also connects, runs and writes; `admin` also administers; `owner` also decides who owns. Owners and admins of an organization have that role in every project of it, too.',
});
