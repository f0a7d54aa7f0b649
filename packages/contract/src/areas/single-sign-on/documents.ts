import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { anyText, closed, open } from '../../schema.ts';
import { RoleName } from '../account/documents.ts';

/** The query of a page. A browser sees the answer, so any query is accepted; an invalid one is ignored. */
export const StartSingleSignOn = open(
  {
    returnTo: Type.Optional(
      anyText({ description: 'The path, on this origin, to lead to afterwards; `/` when it is anything else.' }),
    ),
  },
  { $id: 'SingleSignOnStart' },
);

/** The query of a provider's redirect. Any query is accepted here, too. */
export const SingleSignOnAnswer = open(
  {
    code: Type.Optional(anyText()),
    state: Type.Optional(anyText()),
    iss: Type.Optional(anyText()),
    error: Type.Optional(anyText()),
  },
  { $id: 'SingleSignOnAnswer' },
);

const place = Type.Optional(Type.String({ minLength: 1 }));

/**
 * The roles that the operator gives to the provider's groups, by group name. An organization or project is given by id
 * or by name; only an id is sure to stay unique, and a name that several organizations have gives no role. Without
 * `organization` the oldest organization of the installation is meant.
 */
export type GroupRoles = Static<typeof GroupRoles>;
export const GroupRoles = Type.Unsafe<Record<string, { role: RoleName; organization?: string; project?: string }>>({
  type: 'object',
  additionalProperties: closed({ role: RoleName, organization: place, project: place }),
});
