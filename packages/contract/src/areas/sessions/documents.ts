import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { anyText, closed, EpochMs, Id, oneOf, open, page, pageQuery } from '../../schema.ts';
import { Me, RoleName } from '../account/documents.ts';
import { NewPassword, Password } from '../passwords/password.ts';
import { Email } from '../../text.ts';

export type SignInMethods = Static<typeof SignInMethods>;
export const SignInMethods = open(
  {
    password: Type.Boolean(),
    oidc: Type.Optional(
      open(
        { name: Type.String({ description: 'What the identity provider is called.' }) },
        { description: 'Absent where there is no single sign-on. It begins at `/auth/oidc/start`.' },
      ),
    ),
  },
  { $id: 'SignInMethods' },
);

/** The query of a sign-in page. A browser sees the answer, so any query is accepted; an invalid one is ignored. */
export const SignInPage = open(
  { returnTo: Type.Optional(anyText({ description: 'The path, on this origin, to lead to afterwards.' })) },
  { $id: 'SignInPage' },
);

export const SignInForm = Type.Unsafe<Uint8Array>({
  $id: 'SignInForm',
  type: 'string',
  description: 'The form of the sign-in page: `email`, `password` and `returnTo`.',
});

export type SignIn = Static<typeof SignIn>;
export const SignIn = closed(
  { email: Email({ description: 'In upper or lower case.' }), password: Password },
  { $id: 'SignInRequest' },
);

export type CurrentSession = Static<typeof CurrentSession>;
export const CurrentSession = open(
  {
    id: Id,
    user: Me,
    organizationId: Type.Optional({
      ...Id,
      description: 'The organization that the session acts in; absent while its user belongs to none.',
    }),
    organizations: Type.Array(open({ id: Id, name: Type.String(), role: RoleName }), {
      description: 'Where it could.',
    }),
    csrfToken: Type.String({
      description: 'Goes into the header `X-CSRF-Token` of every request of the session that is not a GET.',
    }),
    expiresAt: EpochMs('It ends earlier when it is not used for 7 days.'),
  },
  { $id: 'CurrentSession' },
);

/** The form on which a person with several organizations chooses one. */
export const OrganizationForm = Type.Unsafe<Uint8Array>({
  $id: 'OrganizationForm',
  type: 'string',
  description: 'The form of the page: `organizationId` and `returnTo`.',
});

export type SwitchOrganization = Static<typeof SwitchOrganization>;
export const SwitchOrganization = closed({ organizationId: Id }, { $id: 'SessionUpdateRequest' });

export const SignedOut = open({ signedOut: Type.Literal(true) }, { $id: 'SignedOut' });

export type Session = Static<typeof Session>;
export const Session = open(
  {
    id: Id,
    method: oneOf(['password', 'oidc', 'invitation'], { description: 'How its user came in.' }),
    userAgent: Type.String({ description: 'What the browser calls itself; empty when it says nothing.' }),
    current: Type.Boolean({ description: "Whether it is the caller's own session." }),
    createdAt: EpochMs(),
    lastUsedAt: EpochMs('Exact to a minute.'),
    expiresAt: EpochMs(),
  },
  { $id: 'Session' },
);

export const SessionPage = page(Session, 'SessionPage');
export const ListOwnSessions = pageQuery('ListOwnSessions', 50, 200);
export const SessionEnded = open({ id: Id, ended: Type.Literal(true) }, { $id: 'SessionEnded' });

export type ChangePassword = Static<typeof ChangePassword>;
export const ChangePassword = closed({ current: Password, next: NewPassword }, { $id: 'PasswordChangeRequest' });
export type PasswordChanged = Static<typeof PasswordChanged>;
export const PasswordChanged = open(
  {
    changed: Type.Literal(true),
    endedSessions: Type.Integer({ description: 'How many other sessions ended with the old password.' }),
    csrfToken: Type.String({ description: 'The CSRF token of the session from now on.' }),
  },
  { $id: 'PasswordChanged' },
);
