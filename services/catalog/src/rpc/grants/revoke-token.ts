import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { hashOfSecret } from '@assay/kit/security/secret';
import { revokeToken as revoke } from '../../actions/grants/end-grant.ts';
import type { Deps } from '../../deps.ts';
import { parametersOf, valueOf } from '../../domain/grants/authorization-request.ts';
import { missing } from '../../flows/grants/exchange.ts';
import { oauthAnswer } from '../../flows/grants/oauth-answer.ts';

export const revokeToken = ({ pool }: Deps) =>
  handle(operations.revokeToken, async (_caller, _target, form) => {
    const token = valueOf(parametersOf(form), 'token');
    if (token === undefined) return oauthAnswer(missing('token'));
    await revoke(pool, hashOfSecret(token));
    return oauthAnswer({});
  });
