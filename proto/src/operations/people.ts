import { Page } from '../areas/server-connections/documents.ts';
import { NoInput, NoQuery } from '../none.ts';
import {
  ChangePassword,
  CurrentSession,
  ListOwnSessions,
  PasswordChanged,
  SessionEnded,
  SessionPage,
  SignedOut,
  SignIn,
  SignInForm,
  SignInMethods,
  SignInPage,
  SwitchOrganization,
} from '../areas/sessions/documents.ts';
import { PeopleService } from '../gen/assay/v1/people.ts';
import { operation } from '../operation.ts';

const anybody = {
  tag: 'Sign-in',
  access: 'public',
  beside: true,
  service: 'catalog',
} as const;
const somebody = {
  tag: 'Sign-in',
  access: 'person',
  beside: true,
  service: 'catalog',
} as const;
const html = 'text/html; charset=utf-8';

export const getSignInMethods = operation({
  ...anybody,
  method: 'GET',
  path: '/auth/methods',
  summary: 'Read how people can sign in.',
  rpc: PeopleService.getSignInMethods,
  input: NoQuery,
  status: 200,
  reply: SignInMethods,
});

export const openSignIn = operation({
  ...anybody,
  method: 'GET',
  path: '/auth/sign-in',
  summary: 'The page on which a person signs in.',
  description:
    'For a browser; it works without JavaScript. It leads to `returnTo` afterwards when that is a path of this origin, and to `/` otherwise.',
  rpc: PeopleService.openSignIn,
  input: SignInPage,
  status: 200,
  reply: Page,
  produces: html,
});

export const signIn = operation({
  ...anybody,
  method: 'POST',
  path: '/auth/sign-in',
  summary: 'Sign in with a password.',
  description:
    'Sets the cookie `assay_session`, with a new token each time; the session that the browser had ends. An account that does not exist, one without a password and a wrong password are the same 401, after the same time. ' +
    'Refused, with 429 and `Retry-After`, are attempts beyond 30 a minute from an address, 10 in a quarter of an hour on an account from an address, and 100 on an account from wherever ' +
    '(of IPv6, an address is a /64; of a /48 it is 120 and 30). What succeeds does not count. No account is locked for good, and nobody locks it for its owner from elsewhere with a few wrong passwords.',
  rpc: PeopleService.signIn,
  input: SignIn,
  status: 200,
  reply: CurrentSession,
  also: [401],
});

export const submitSignIn = operation({
  ...anybody,
  method: 'POST',
  path: '/auth/sign-in/form',
  summary: 'Sign in with the form of the page.',
  description: 'As `POST /auth/sign-in`; leads on, or shows the page again with what was wrong.',
  rpc: PeopleService.submitSignIn,
  input: SignInForm,
  consumes: 'application/x-www-form-urlencoded',
  status: 303,
  reply: Page,
  produces: html,
  also: [401],
});

export const signOut = operation({
  ...somebody,
  method: 'POST',
  path: '/auth/sign-out',
  summary: 'Sign out.',
  description: 'The session is refused within a second, wherever its token is.',
  rpc: PeopleService.signOut,
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: SignedOut,
});

export const getSession = operation({
  ...somebody,
  method: 'GET',
  path: '/auth/session',
  summary: 'Read who is signed in, where they act and where they could.',
  description: '401 when nobody is.',
  rpc: PeopleService.getSession,
  input: NoQuery,
  status: 200,
  reply: CurrentSession,
});

export const switchOrganization = operation({
  ...somebody,
  method: 'PATCH',
  path: '/auth/session',
  summary: 'Act in another organization from now on.',
  description: 'An organization that the person does not belong to is a 404.',
  rpc: PeopleService.switchOrganization,
  input: SwitchOrganization,
  status: 200,
  reply: CurrentSession,
});

export const listOwnSessions = operation({
  ...somebody,
  method: 'GET',
  path: '/auth/sessions',
  summary: 'List where the person is signed in, newest first.',
  description: 'Sessions that came to their end are not in it.',
  rpc: PeopleService.listOwnSessions,
  input: ListOwnSessions,
  status: 200,
  reply: SessionPage,
});

export const endSession = operation({
  ...somebody,
  method: 'DELETE',
  path: '/auth/sessions/{sessionId}',
  summary: "End a session of one's own.",
  description: 'It is refused within a second.',
  rpc: PeopleService.endSession,
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: SessionEnded,
});

export const changePassword = operation({
  ...somebody,
  method: 'PUT',
  path: '/auth/password',
  summary: 'Choose another password.',
  description:
    'Ends every other session of the person, and gives this one a new cookie and `csrfToken`. A wrong `current` password is a 403, and after 10 of them in a quarter of an hour a 429; somebody who signs in elsewhere and has no password gets 409.',
  rpc: PeopleService.changePassword,
  input: ChangePassword,
  status: 200,
  reply: PasswordChanged,
});
