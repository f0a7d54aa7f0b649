import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { Page } from '../server-connections/documents.ts';
import { CurrentSession } from '../sessions/documents.ts';
import {
  AcceptInvitation,
  CreateInvitation,
  InvitationCreated,
  InvitationForm,
  InvitationPage,
  InvitationRevoked,
  ListInvitations,
} from './documents.ts';

const admins = {
  tag: 'Invitations',
  access: 'admin',
  personal: true,
  service: 'catalog',
} as const;
const publicPage = {
  tag: 'Invitations',
  access: 'public',
  beside: true,
  service: 'catalog',
} as const;
const html = 'text/html; charset=utf-8';

export const acceptInvitation = operation({
  ...publicPage,
  method: 'POST',
  path: '/auth/invitations/{token}/accept',
  headers: ['sessionToken', 'userAgent'],
  summary: 'Accept an invitation.',
  description:
    'Makes an account for the e-mail address of the invitation and signs in with it. If that address has an account already, the caller must be signed in with it: 401 without a session, 403 with another account. ' +
    'If two accept at once, one succeeds; an invitation that was used, revoked or replaced, or is too old, is a 404.',
  input: AcceptInvitation,
  status: 200,
  reply: CurrentSession,
  bodyOptional: true,
  also: [401],
  replyHeaders: { 'Set-Cookie': 'The cookie of the session.' },
});

export const createInvitation = operation({
  ...admins,
  method: 'POST',
  path: '/organizations/{organizationId}/invitations',
  summary: 'Invite a person with a link.',
  description:
    'The link is handed on by hand; no mail is sent. It holds for 7 days, once, for the account of that e-mail address. Another invitation of the same address replaces the first. ' +
    'A member cannot invite above their own role, or replace an invitation above it (403). A person who belongs to the organization already is a 409.',
  input: CreateInvitation,
  status: 201,
  reply: InvitationCreated,
});

export const listInvitations = operation({
  ...admins,
  method: 'GET',
  path: '/organizations/{organizationId}/invitations',
  summary: 'List the invitations that are open, newest first.',
  input: ListInvitations,
  status: 200,
  reply: InvitationPage,
});

export const openInvitation = operation({
  ...publicPage,
  method: 'GET',
  path: '/auth/invitations/{token}',
  headers: ['sessionToken', 'userAgent'],
  summary: 'The page on which a person accepts an invitation.',
  description: 'For a browser; it works without JavaScript, and shows and changes nothing before it is sent.',
  input: NoQuery,
  status: 200,
  reply: Page,
  produces: html,
});

export const revokeInvitation = operation({
  ...admins,
  method: 'DELETE',
  path: '/organizations/{organizationId}/invitations/{invitationId}',
  summary: 'Take an invitation back.',
  description: 'A member cannot take back an invitation above their own role (403).',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: InvitationRevoked,
});

export const submitInvitation = operation({
  ...publicPage,
  method: 'POST',
  path: '/auth/invitations/{token}',
  headers: ['sessionToken', 'userAgent'],
  summary: 'Accept an invitation with the form of its page.',
  description: 'As `POST /auth/invitations/{token}/accept`; leads on, or shows the page again with what was wrong.',
  input: InvitationForm,
  consumes: 'application/x-www-form-urlencoded',
  status: 303,
  reply: Page,
  produces: html,
  also: [401],
});
