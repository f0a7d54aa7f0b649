import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { Page } from '../server-connections/documents.ts';
import { ChangePassword, PasswordChanged } from '../sessions/documents.ts';
import { PasswordReset, PasswordResetCreated, PasswordResetForm, ResetPassword } from './documents.ts';

const anybody = {
  tag: 'Sign-in',
  access: 'public',
  beside: true,
  service: 'catalog',
} as const;
const html = 'text/html; charset=utf-8';
const somebody = {
  tag: 'Sign-in',
  access: 'person',
  beside: true,
  service: 'catalog',
} as const;

export const createPasswordReset = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/members/{userId}/password-reset',
  tag: 'Members',
  summary: 'Make a link with which somebody chooses another password.',
  description:
    'For whoever forgot theirs. The link is for handing on; no mail is sent. It holds for 24 hours, once, for as long as whoever made it owns every organization that the person belongs to, and until the password changes. Another link replaces it. ' +
    'Somebody who belongs to an organization that the caller does not own, who has no password because they sign in elsewhere, or who is the caller, is a 409.',
  access: 'owner',
  personal: true,
  service: 'catalog',
  input: NoInput,
  bodyOptional: true,
  status: 201,
  reply: PasswordResetCreated,
});

export const openPasswordReset = operation({
  ...anybody,
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
  ...anybody,
  method: 'POST',
  path: '/auth/password-resets/{token}/accept',
  summary: 'Choose another password with a link.',
  description:
    'Ends every session of the person and signs nobody in; their API keys stay. A link that was used or replaced, or is too old, is a 404.',
  input: ResetPassword,
  status: 200,
  reply: PasswordReset,
});

export const submitPasswordReset = operation({
  ...anybody,
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
  ...somebody,
  method: 'PUT',
  path: '/auth/password',
  summary: 'Choose another password.',
  description:
    'Ends every other session of the person, and gives this one a new cookie and `csrfToken`. A wrong `current` password is a 403, and after 10 of them in a quarter of an hour a 429; somebody who signs in elsewhere and has no password gets 409.',
  input: ChangePassword,
  status: 200,
  reply: PasswordChanged,
});
