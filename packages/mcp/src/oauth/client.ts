import { createPrivateKey, type KeyObject } from 'node:crypto';
import {
  createPrivateKeyJwtAuth,
  type AddClientAuthentication,
  type OAuthClientInformationMixed,
} from '@modelcontextprotocol/client';
import { Problem } from '@assay/contract/problem';

/** Who we are to an authorization server. */
export type OAuthClient = OAuthClientInformationMixed;

/** Signature algorithms of keys, by their kind or curve. */
const ALGORITHMS: Record<string, string> = {
  rsa: 'RS256',
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};

/**
 * How a client shows that it is itself where a secret in the request is not the way: a PKCS #8 private key in the place of
 * the secret never leaves, it signs (private_key_jwt, RFC 7523).
 */
export function clientAuthentication({ client_id: id, client_secret: secret }: OAuthClient): {
  addClientAuthentication?: AddClientAuthentication;
} {
  if (!secret?.trimStart().startsWith('-----BEGIN PRIVATE KEY-----')) return {};
  const key = opened(secret);
  const alg = ALGORITHMS[key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType ?? ''] ?? 'EdDSA';
  return {
    addClientAuthentication: createPrivateKeyJwtAuth({
      issuer: id,
      subject: id,
      privateKey: { ...key.export({ format: 'jwk' }) },
      alg,
    }),
  };
}

function opened(secret: string): KeyObject {
  try {
    return createPrivateKey(secret);
  } catch {
    throw new Problem('OAUTH_REQUIRED', 'The private key that is saved for the client cannot be read.');
  }
}
