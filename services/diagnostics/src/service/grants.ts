import { OauthGrantsService, TokensService } from '@assay/contract/gen/assay/v1/grants';
import { notYet } from '@assay/kit/not-yet';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';

/** Keeps what authorization servers have granted us, and gives out access tokens. */
export const grants = (_deps: Deps): Implementation[] => [
  implement(OauthGrantsService, { importOauthTokens: notYet, getOauthGrant: notYet, deleteOauthGrant: notYet }),
  implement(TokensService, { getAccessToken: notYet }),
];
