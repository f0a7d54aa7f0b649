import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { Page } from '../server-connections/documents.ts';
import {
  CurrentSession,
  ListOwnSessions,
  OrganizationForm,
  SessionEnded,
  SessionPage,
  SignedOut,
  SignIn,
  SignInForm,
  SignInMethods,
  SignInPage,
  SwitchOrganization,
} from './documents.ts';

const publicPage = {
  tag: 'Sign-in',
  access: 'public',
  beside: true,
  service: 'catalog',
} as const;
const html = 'text/html; charset=utf-8';
const signedIn = {
  tag: 'Sign-in',
  access: 'person',
  beside: true,
  service: 'catalog',
} as const;

export const signIn = operation({
  ...publicPage,
  method: 'POST',
  path: '/auth/sign-in',
  headers: ['sessionToken', 'deviceToken', 'clientAddress', 'userAgent'],
  summary: 'Sign in with a password.',
  description:
    'Sets the cookie `assay_session`, with a new token each time; the session that the browser had ends. An account that does not exist, one without a password and a wrong password are the same 401, after the same time. ' +
    'Refused, with 429 and `Retry-After`, are attempts beyond 30 a minute from an address, 10 in a quarter of an hour on an account from an address, and 100 on an account from any address ' +
    '(of IPv6, an address is a /64; of a /48 it is 120 and 30). Successful sign-ins do not count. No account is locked for good, and a few wrong passwords from elsewhere do not lock out its owner. ' +
    'A sign-in leaves the cookie `assay_device` for 180 days: further sign-ins of the same account from that browser have 10 attempts in a quarter of an hour of their own, however many attempts others make. ' +
    'When more passwords wait for their check than the installation can check soon, attempts are refused with 503 and `Retry-After`.',
  input: SignIn,
  status: 200,
  reply: CurrentSession,
  also: [401],
  replyHeaders: { 'Set-Cookie': 'The cookie of the session.' },
});

export const signOut = operation({
  ...signedIn,
  method: 'POST',
  path: '/auth/sign-out',
  headers: ['sessionToken'],
  summary: 'Sign out.',
  description: 'The session is refused within a second, wherever its token is used.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: SignedOut,
  replyHeaders: { 'Set-Cookie': 'Removes the cookie of the session.' },
});

export const submitSignIn = operation({
  ...publicPage,
  method: 'POST',
  path: '/auth/sign-in/form',
  headers: ['sessionToken', 'deviceToken', 'clientAddress', 'userAgent'],
  summary: 'Sign in with the form of the page.',
  description: 'As `POST /auth/sign-in`; leads on, or shows the page again with what was wrong.',
  input: SignInForm,
  consumes: 'application/x-www-form-urlencoded',
  status: 303,
  reply: Page,
  produces: html,
  also: [401],
});

export const openSignIn = operation({
  ...publicPage,
  method: 'GET',
  path: '/auth/sign-in',
  summary: 'The page on which a person signs in.',
  description:
    'For a browser; it works without JavaScript. It leads to `returnTo` afterwards when that is a path of this origin, and to `/` otherwise.',
  input: SignInPage,
  status: 200,
  reply: Page,
  produces: html,
});

export const getSession = operation({
  ...signedIn,
  method: 'GET',
  path: '/auth/session',
  headers: ['sessionToken'],
  summary: 'Read who is signed in, in which organization, and in which others they could act.',
  description: '401 when no person is signed in.',
  input: NoQuery,
  status: 200,
  reply: CurrentSession,
});

export const switchOrganization = operation({
  ...signedIn,
  method: 'PATCH',
  path: '/auth/session',
  headers: ['sessionToken'],
  summary: 'Act in another organization from now on.',
  description: 'An organization that the person does not belong to is a 404.',
  input: SwitchOrganization,
  status: 200,
  reply: CurrentSession,
});

export const openOrganizationChoice = operation({
  ...publicPage,
  method: 'GET',
  path: '/auth/organization',
  headers: ['sessionToken'],
  summary: 'The page on which a person chooses the organization to act in.',
  description:
    'For a browser; it works without JavaScript. A person with one organization is led on to `returnTo`, and one without a session to the sign-in page.',
  input: SignInPage,
  status: 200,
  reply: Page,
  produces: html,
});

export const submitOrganizationChoice = operation({
  ...publicPage,
  method: 'POST',
  path: '/auth/organization',
  headers: ['sessionToken'],
  summary: 'Act in another organization with the form of the page.',
  description: 'As `PATCH /auth/session`; leads on, or shows the page again with what was wrong.',
  input: OrganizationForm,
  consumes: 'application/x-www-form-urlencoded',
  status: 303,
  reply: Page,
  produces: html,
});

export const listOwnSessions = operation({
  ...signedIn,
  method: 'GET',
  path: '/auth/sessions',
  summary: 'List the sessions of the person who is signed in, newest first.',
  description: 'Sessions that ended are not listed.',
  input: ListOwnSessions,
  status: 200,
  reply: SessionPage,
});

export const endSession = operation({
  ...signedIn,
  method: 'DELETE',
  path: '/auth/sessions/{sessionId}',
  summary: "End a session of one's own.",
  description: 'It is refused within a second.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: SessionEnded,
});

export const getSignInMethods = operation({
  ...publicPage,
  method: 'GET',
  path: '/auth/methods',
  summary: 'Read how people can sign in.',
  input: NoQuery,
  status: 200,
  reply: SignInMethods,
});
