import { operation } from '../../operation.ts';
import { open } from '../../schema.ts';
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
