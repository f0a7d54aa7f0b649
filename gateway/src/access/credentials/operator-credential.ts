import { Problem } from '@assay/contract/problem';
import { clientNetwork } from '../../addresses/client-address.ts';
import type { ApiRequest } from '../../http/handler.ts';
import { type LocalBuckets, localBuckets } from '../../limits/local-buckets.ts';
import type { OperatorKeys } from '../operator-keys.ts';
import type { RequestCredential } from '../request-credential.ts';

interface OperatorOptions {
  /** Undefined where the installation has none. */
  operatorKeys: OperatorKeys | undefined;
  /** Counts bad keys, and requests are limited, too; undefined when neither is. */
  guesses: LocalBuckets | undefined;
}

/** Requests with a key of the operator at one gateway. A bundle for support takes about thirty. */
const LIMIT = { perMinute: 600, burst: 200 };

/** Authenticates the keys of the operator. */
export function operatorCredentials({ operatorKeys, guesses }: OperatorOptions) {
  // Counted by each gateway alone: the operator has to see how things are while catalog and Postgres are away.
  const requests = guesses && localBuckets(LIMIT, "with the operator's key");
  return (req: ApiRequest, key: string): RequestCredential => {
    const network = clientNetwork(req);
    guesses?.hold(network);
    const keyId = operatorKeys?.find(key);
    if (keyId === undefined) {
      guesses?.take(network);
      throw new Problem(
        'UNAUTHORIZED',
        "The operator's key is not valid, or this installation has none (OPERATOR_KEY).",
      );
    }
    requests?.take(keyId);
    return { by: 'operator', hash: keyId, who: { holder: { keyId, isOperator: true } } };
  };
}
