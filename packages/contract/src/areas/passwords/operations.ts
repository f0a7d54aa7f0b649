import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { Page } from '../server-connections/documents.ts';
import { ChangePassword, PasswordChanged } from '../sessions/documents.ts';
import { PasswordReset, PasswordResetCreated, PasswordResetForm, ResetPassword } from './documents.ts';

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

export const createPasswordReset = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/members/{userId}/password-reset',
  tag: 'Members',
  summary: 'Make a link with which a member chooses another password.',
  description:
    'For a member who forgot the password. The link is handed on by hand; no mail is sent. It holds for 24 hours, once, for as long as its maker owns every organization that the member belongs to, and until the password changes. Another link replaces it. ' +
    'A member who belongs to an organization that the caller does not own, who has no password because they sign in elsewhere, or who is the caller, is a 409.',
  access: 'owner',
  personal: true,
  service: 'catalog',
  input: NoInput,
  bodyOptional: true,
  status: 201,
  reply: PasswordResetCreated,
});

export const openPasswordReset = operation({
  ...publicPage,
  method: 'GET',
  path: '/auth/password-resets/{token}',
  summary: 'The page on which a person chooses another password.',
  description: 'For a browser; it works without JavaScript, and shows and changes nothing before it is sent.',
  input: NoQuery,
  status: 200,
  reply: Page,
  produces: html,
});

export const resetPassword = operation({
  ...publicPage,
  method: 'POST',
  path: '/auth/password-resets/{token}/accept',
  summary: 'Choose another password with a link.',
  description:
    'Ends every session of the person and starts no new session; their API keys stay. A link that was used or replaced, or is too old, is a 404.',
  input: ResetPassword,
  status: 200,
  reply: PasswordReset,
});

export const submitPasswordReset = operation({
  ...publicPage,
  method: 'POST',
  path: '/auth/password-resets/{token}',
  summary: 'Choose another password with the form of the page.',
  description:
    'As `POST /auth/password-resets/{token}/accept`; leads to the page on which the person signs in, or shows this one again with what was wrong.',
  input: PasswordResetForm,
  consumes: 'application/x-www-form-urlencoded',
  status: 303,
  reply: Page,
  produces: html,
});

export const changePassword = operation({
  ...signedIn,
  method: 'PUT',
  path: '/auth/password',
  summary: 'Choose another password.',
  description:
    'Ends every other session of the person, and gives this one a new cookie and `csrfToken`. A wrong `current` password is a 403, and after 10 of them in a quarter of an hour a 429; a person who signs in elsewhere and has no password gets 409.',
  input: ChangePassword,
  status: 200,
  reply: PasswordChanged,
  replyHeaders: { 'Set-Cookie': 'The cookie of the session.' },
});
