import { OauthGrantsService, TokensService } from '@assay/contract/gen/assay/v1/grants';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { deleteOauthGrant } from '../rpc/oauth-grants/delete-oauth-grant.ts';
import { getAccessToken } from '../rpc/oauth-grants/get-access-token.ts';
import { getOauthGrant } from '../rpc/oauth-grants/get-oauth-grant.ts';
import { importOauthTokens } from '../rpc/oauth-grants/import-oauth-tokens.ts';

/** Keeps what authorization servers have granted us, and gives out access tokens. */
export const grants = (deps: Deps): Implementation[] => [
  implement(OauthGrantsService, {
    importOauthTokens: importOauthTokens(deps),
    getOauthGrant: getOauthGrant(deps),
    deleteOauthGrant: deleteOauthGrant(deps),
  }),
  implement(TokensService, { getAccessToken: getAccessToken(deps) }),
];
