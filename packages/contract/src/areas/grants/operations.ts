import { NoInput } from '../../none.ts';
import { operation } from '../../operation.ts';
import { Page } from '../server-connections/documents.ts';
import {
  Application,
  ApplicationGrantPage,
  AuthorizationQuery,
  ConsentForm,
  DeviceAuthorization,
  DeviceAuthorizationForm,
  DeviceForm,
  DeviceQuery,
  GrantRevoked,
  ListOwnGrants,
  RegisterApplication,
  RevocationForm,
  TokenForm,
  TokenRevoked,
  Tokens,
} from './documents.ts';

const own = { tag: 'Applications', access: 'person', service: 'catalog' } as const;
const endpoint = { tag: 'Applications', access: 'public', beside: true, service: 'catalog' } as const;
const form = 'application/x-www-form-urlencoded';
const browserPage = {
  ...endpoint,
  reply: Page,
  produces: 'text/html; charset=utf-8',
} as const;

export const openAuthorization = operation({
  ...browserPage,
  method: 'GET',
  path: '/oauth/authorize',
  headers: ['sessionToken'],
  summary: 'The page on which a person lets an application act for them.',
  description:
    'The authorization endpoint (OAuth 2.1): authorization code with PKCE, `S256` alone. A person who is not signed in signs in first. ' +
    'An unknown application or redirect address is told on the page; every other error goes to the redirect address. Answers carry `iss` (RFC 9207).',
  input: AuthorizationQuery,
  status: 200,
});

export const submitAuthorization = operation({
  ...browserPage,
  method: 'POST',
  path: '/oauth/authorize',
  headers: ['sessionToken'],
  summary: 'Allow or deny with the form of the consent page.',
  description:
    'Leads to the redirect address with `code`, or with `error`. A code is good for one use within a minute.',
  input: ConsentForm,
  consumes: form,
  status: 303,
});

export const issueTokens = operation({
  ...endpoint,
  method: 'POST',
  path: '/oauth/token',
  summary: 'Exchange a code or a refresh token for tokens.',
  description:
    'The token endpoint. Its errors have the form of RFC 6749, section 5.2: `error` and `error_description`. ' +
    'An access token is good for an hour. A refresh token is good for one use within 30 days: a second use ends the grant, and so does a second use of a code.',
  input: TokenForm,
  consumes: form,
  polled: true,
  status: 200,
  reply: Tokens,
  also: [401],
});

export const beginDeviceAuthorization = operation({
  ...endpoint,
  method: 'POST',
  path: '/oauth/device-authorization',
  headers: ['clientAddress'],
  summary: 'Begin a sign-in on another device (RFC 8628).',
  description:
    'The person opens `verification_uri` and enters `user_code`, while the application asks `/oauth/token` every `interval` seconds. ' +
    'At most 60 sign-ins begin in a quarter of an hour from an address.',
  input: DeviceAuthorizationForm,
  consumes: form,
  status: 200,
  reply: DeviceAuthorization,
  also: [401],
});

export const openDevice = operation({
  ...browserPage,
  method: 'GET',
  path: '/device',
  headers: ['sessionToken', 'clientAddress'],
  summary: 'The page on which a person enters the code of a device.',
  description:
    'Without a code it asks for one; with a code it asks whether to allow the application. 20 wrong codes in a quarter of an hour are accepted from a person.',
  input: DeviceQuery,
  status: 200,
});

export const submitDevice = operation({
  ...browserPage,
  method: 'POST',
  path: '/device',
  headers: ['sessionToken', 'clientAddress'],
  summary: 'Enter the code of a device, or allow or deny its application, with the forms of the page.',
  input: DeviceForm,
  consumes: form,
  status: 303,
});

export const revokeToken = operation({
  ...endpoint,
  method: 'POST',
  path: '/oauth/revoke',
  summary: 'End the grant of a token (RFC 7009).',
  description: 'All tokens of the grant are refused within a second. An unknown token is answered in the same way.',
  input: RevocationForm,
  consumes: form,
  status: 200,
  reply: TokenRevoked,
});

export const registerApplication = operation({
  ...endpoint,
  method: 'POST',
  path: '/oauth/register',
  headers: ['clientAddress'],
  summary: 'Register an application (RFC 7591).',
  description:
    'At most 20 an hour from an address, and 10,000 without a grant in an installation. A registration without a grant is deleted after a day, and one whose last grant was renewed 90 days ago. ' +
    'Errors have the form of RFC 7591, section 3.2.2.',
  input: RegisterApplication,
  consumes: 'application/json',
  status: 201,
  reply: Application,
});

export const listOwnGrants = operation({
  ...own,
  method: 'GET',
  path: '/grants',
  summary: 'List the applications that act for the person who is signed in, newest grant first.',
  input: ListOwnGrants,
  status: 200,
  reply: ApplicationGrantPage,
});

export const revokeGrant = operation({
  ...own,
  method: 'DELETE',
  path: '/grants/{grantId}',
  summary: 'End what an application may do.',
  description: 'Its tokens are refused within a second.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: GrantRevoked,
});
