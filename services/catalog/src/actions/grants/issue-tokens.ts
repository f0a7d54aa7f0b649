import type { Tokens } from '@assay/contract/areas/grants/documents';
import { ACCESS_TOKEN_PREFIX } from '@assay/contract/areas/grants/resources';
import type { Tx } from '@assay/kit/postgres/db';
import { hashOfSecret, newSecret } from '@assay/kit/security/secret';
import { LIVES_S } from '../../domain/grants/grant.ts';
import { useApplication } from '../../store/grants/applications.ts';
import { insertTokens } from '../../store/grants/grant-tokens.ts';
import type { StoredGrant } from '../../store/grants/grants.ts';

/** Makes an access token and a refresh token of a grant. They are in plain text here, and nowhere else. */
export async function issueTokens(tx: Tx, { id, application, scopes }: StoredGrant): Promise<Tokens> {
  const [access, refresh] = [newSecret(ACCESS_TOKEN_PREFIX), newSecret('ort_')];
  await insertTokens(tx, id, { access: hashOfSecret(access), refresh: hashOfSecret(refresh) });
  await useApplication(tx, application.id);
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: LIVES_S.access,
    refresh_token: refresh,
    scope: scopes.join(' '),
  };
}
