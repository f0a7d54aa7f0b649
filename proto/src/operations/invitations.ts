import { Page } from '../areas/server-connections/documents.ts';
import {
  AcceptInvitation,
  CreateInvitation,
  InvitationCreated,
  InvitationForm,
  InvitationPage,
  InvitationRevoked,
  ListInvitations,
} from '../areas/invitations/documents.ts';
import { NoInput, NoQuery } from '../none.ts';
import { CurrentSession } from '../areas/sessions/documents.ts';
import { PeopleService } from '../gen/assay/v1/people.ts';
import { operation } from '../operation.ts';

const admins = {
  tag: 'Invitations',
  access: 'admin',
  personal: true,
  service: 'catalog',
} as const;
const anybody = {
  tag: 'Invitations',
  access: 'public',
  beside: true,
  service: 'catalog',
} as const;
const html = 'text/html; charset=utf-8';

export const createInvitation = operation({
  ...admins,
  method: 'POST',
  path: '/organizations/{organizationId}/invitations',
  summary: 'Invite somebody with a link.',
  description:
    'The link is for handing on; no mail is sent. It holds for 7 days, once, for the account of that e-mail address. Another invitation of the same address replaces the first. ' +
    'Nobody invites above their own role, or replaces an invitation above it (403). Somebody who belongs to the organization already is a 409.',
  rpc: PeopleService.createInvitation,
  input: CreateInvitation,
  status: 201,
  reply: InvitationCreated,
});

export const listInvitations = operation({
  ...admins,
  method: 'GET',
  path: '/organizations/{organizationId}/invitations',
  summary: 'List the invitations that are open, newest first.',
  rpc: PeopleService.listInvitations,
  input: ListInvitations,
  status: 200,
  reply: InvitationPage,
});

export const revokeInvitation = operation({
  ...admins,
  method: 'DELETE',
  path: '/organizations/{organizationId}/invitations/{invitationId}',
  summary: 'Take an invitation back.',
  description: 'Nobody takes back what is above their own role (403).',
  rpc: PeopleService.revokeInvitation,
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: InvitationRevoked,
});

export const openInvitation = operation({
  ...anybody,
  method: 'GET',
  path: '/auth/invitations/{token}',
  summary: 'The page on which a person accepts an invitation.',
  description: 'For a browser; it works without JavaScript, and shows and changes nothing before it is sent.',
  rpc: PeopleService.openInvitation,
  input: NoQuery,
  status: 200,
  reply: Page,
  produces: html,
});

export const submitInvitation = operation({
  ...anybody,
  method: 'POST',
  path: '/auth/invitations/{token}',
  summary: 'Accept an invitation with the form of its page.',
  description: 'As `POST /auth/invitations/{token}/accept`; leads on, or shows the page again with what was wrong.',
  rpc: PeopleService.submitInvitation,
  input: InvitationForm,
  consumes: 'application/x-www-form-urlencoded',
  status: 303,
  reply: Page,
  produces: html,
  also: [401],
});

export const acceptInvitation = operation({
  ...anybody,
  method: 'POST',
  path: '/auth/invitations/{token}/accept',
  summary: 'Accept an invitation.',
  description:
    'Makes an account for the e-mail address of the invitation and signs in with it. Where that address has an account already, whoever accepts must be signed in with it: 401 when they are not, 403 when they are somebody else. ' +
    'Of two who accept at once one does; an invitation that was used, revoked or replaced, or is too old, is a 404.',
  rpc: PeopleService.acceptInvitation,
  input: AcceptInvitation,
  status: 200,
  reply: CurrentSession,
  bodyOptional: true,
  also: [401],
});
