import { OauthGrantsService, TokensService } from '@assay/contract/gen/assay/v1/grants';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { deleteOauthGrant } from '../rpc/delete-oauth-grant.ts';
import { getAccessToken } from '../rpc/get-access-token.ts';
import { getOauthGrant } from '../rpc/get-oauth-grant.ts';
import { importOauthTokens } from '../rpc/import-oauth-tokens.ts';

/** Keeps what authorization servers have granted us, and gives out access tokens. */
export const grants = (deps: Deps): Implementation[] => [
  implement(OauthGrantsService, {
    importOauthTokens: importOauthTokens(deps),
    getOauthGrant: getOauthGrant(deps),
    deleteOauthGrant: deleteOauthGrant(deps),
  }),
  implement(TokensService, { getAccessToken: getAccessToken(deps) }),
];
