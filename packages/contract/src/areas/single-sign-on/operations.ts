import { operation } from '../../operation.ts';
import { Page } from '../server-connections/documents.ts';
import { SingleSignOnAnswer, StartSingleSignOn } from './documents.ts';

const tag = 'Sign-in';
const html = 'text/html; charset=utf-8';

export const startSingleSignOn = operation({
  method: 'GET',
  path: '/auth/oidc/start',
  headers: ['signInToken', 'clientAddress'],
  tag,
  summary: 'Lead a browser to the OpenID provider that people sign in with.',
  description:
    'The way back is tied to this browser by a cookie and open for ten minutes. If the person cannot be led there, a page says why: 404 where the operator has set no provider up, 429 for too many attempts, 502 or 504 where the provider cannot be asked.',
  access: 'public',
  beside: true,
  reachesOut: true,
  service: 'catalog',
  timeoutMs: 15_000,
  input: StartSingleSignOn,
  status: 302,
  reply: Page,
  produces: html,
  also: [404],
});

export const finishSingleSignOn = operation({
  method: 'GET',
  path: '/auth/oidc/callback',
  headers: ['signInToken', 'sessionToken', 'userAgent'],
  tag,
  summary: 'Where the OpenID provider sends browsers back to.',
  description:
    'Good once. Signs in the person whom the provider vouches for, makes their account at the first time, and gives them the roles that their groups have here. If the person is refused, a page says why: 400 for a sign-in that is over, 403 for a person without access, 404 where there is no provider, 502 or 504 where the provider failed.',
  access: 'public',
  beside: true,
  reachesOut: true,
  service: 'catalog',
  timeoutMs: 15_000,
  input: SingleSignOnAnswer,
  status: 302,
  reply: Page,
  produces: html,
  also: [403, 404],
});
