import { Problem, reasons } from '@assay/contract/problem';
import { isMistyped } from '@assay/kit/security/api-key';
import { clientNetwork } from '../../addresses/client-address.ts';
import type { ApiRequest } from '../../http/handler.ts';
import { isOrphaned } from '../credential-lookup.ts';
import type { RequestCredential } from '../request-credential.ts';
import type { PrincipalLookup } from './principal-lookup.ts';

/** Authenticates API keys. */
export function apiKeyCredentials({ bySecret }: PrincipalLookup) {
  const find = bySecret((keyHash) => ({ keyHash }));
  return async (req: ApiRequest, key: string): Promise<RequestCredential> => {
    const found = await find(key, () => clientNetwork(req));
    if (found.refusal && !isOrphaned(found.refusal))
      throw found.refusal.details === undefined && isMistyped(key) ? mistypedProblem() : found.refusal;
    return { by: 'key', ...found };
  };
}

const mistypedProblem = () =>
  new Problem('UNAUTHORIZED', 'The API key is mistyped: its last characters do not fit those before.', {
    reason: reasons.MISTYPED_KEY,
  });
