import { operation } from '../../operation.ts';
import { open } from '../../schema.ts';
import { OAuthWalk, WalkOAuth } from './walk.ts';
import { ImportTokens, ImportTokensResult, OAuthGrant, OAuthGrantDeleted } from './documents.ts';

export const deleteOAuthGrant = operation({
  method: 'DELETE',
  path: '/projects/{projectId}/servers/{serverId}/oauth/grant',
  tag: 'OAuth',
  summary: "Forget a server's OAuth grant.",
  description:
    'The authorization server is told to revoke it where it supports that; the answer says whether it worked. The grant is deleted here either way.',
  access: 'member',
  service: 'diagnostics',
  input: open({}),
  bodyOptional: true,
  status: 200,
  reply: OAuthGrantDeleted,
});

export const getOAuthGrant = operation({
  method: 'GET',
  path: '/projects/{projectId}/servers/{serverId}/oauth/grant',
  tag: 'OAuth',
  summary: "Read the facts about a server's OAuth grant.",
  description: 'NOT_FOUND when there is none. The tokens are never returned.',
  access: 'viewer',
  service: 'diagnostics',
  input: open({}),
  status: 200,
  reply: OAuthGrant,
});

export const renewOAuthGrant = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/oauth/grant/renew',
  tag: 'OAuth',
  summary: "Renew the access token of a server's OAuth grant now.",
  description:
    'Tokens are renewed by themselves before they expire; this shows whether that works. Answers the grant: `lastError` says why a renewal failed. A grant without a refresh token is a CONFLICT.',
  access: 'member',
  service: 'diagnostics',
  input: open({}),
  bodyOptional: true,
  status: 200,
  reply: OAuthGrant,
  timeoutMs: 20_000,
});

export const walkOAuth = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/oauth/walk',
  safe: true,
  tag: 'OAuth',
  summary: 'Walk the way of a client to its first call with a token, step by step.',
  description:
    'Asks for everything that a client asks for before a person signs in, and judges each step by its rule. Two addresses that have to be equal and differ stand side by side, and `clients` tells who connects nevertheless. With a grant the server is called with its token; no client is registered and no token is requested. A server that only a runner reaches is refused with FEATURE_NOT_SUPPORTED.',
  access: 'member',
  service: 'diagnostics',
  input: WalkOAuth,
  bodyOptional: true,
  status: 200,
  reply: OAuthWalk,
  timeoutMs: 45_000,
});

export const importOAuthTokens = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/oauth/import-tokens',
  tag: 'OAuth',
  summary: 'Hand over the tokens of an OAuth grant that was made elsewhere.',
  description:
    'From then on requests to the server carry the access token, which is renewed with the refresh token for as long as the authorization server agrees; the server is saved with `useOAuth` and `authMethod: oauth`. Replaces an earlier grant.',
  access: 'member',
  service: 'diagnostics',
  input: ImportTokens,
  status: 200,
  reply: ImportTokensResult,
  timeoutMs: 15_000,
});
