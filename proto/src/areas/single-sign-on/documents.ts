import { Type, type Static } from 'typebox';
import { closed, open } from '../../schema.ts';
import { RoleName } from '../account/documents.ts';

/** A browser sees the answer, so anything is taken, and what makes no sense leads nowhere. */
export const StartSingleSignOn = open(
  {
    returnTo: Type.Optional(
      Type.Unknown({ description: 'The path, on this origin, to lead to afterwards; `/` when it is anything else.' }),
    ),
  },
  { $id: 'SingleSignOnStart' },
);

/** What a provider's redirect brings; anything is taken here, too. */
export const SingleSignOnAnswer = open(
  {
    code: Type.Optional(Type.Unknown()),
    state: Type.Optional(Type.Unknown()),
    iss: Type.Optional(Type.Unknown()),
    error: Type.Optional(Type.Unknown()),
  },
  { $id: 'SingleSignOnAnswer' },
);

const place = Type.Optional(Type.String({ minLength: 1 }));

/** What the operator makes of the provider's groups, by their names. Places are ids or names, of which only ids are sure to stay one's own: what several organizations are called gives nothing. Without `organization` it is the first one that there ever was. */
export type GroupRoles = Static<typeof GroupRoles>;
export const GroupRoles = Type.Unsafe<Record<string, { role: RoleName; organization?: string; project?: string }>>({
  type: 'object',
  additionalProperties: closed({ role: RoleName, organization: place, project: place }),
});
