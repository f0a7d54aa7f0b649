import { createPrivateKey, type KeyObject } from 'node:crypto';
import {
  createPrivateKeyJwtAuth,
  type AddClientAuthentication,
  type OAuthClientInformationMixed,
} from '@modelcontextprotocol/client';
import { Problem } from '@assay/contract/problem';

/** The OAuth client as which we appear to an authorization server. */
export type OAuthClient = OAuthClientInformationMixed;

/** Signature algorithms by the type or curve of a key. */
const ALGORITHMS: Record<string, string> = {
  rsa: 'RS256',
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};

/**
 * Client authentication with a PKCS #8 private key in the place of the secret: the key is never sent, it signs an
 * assertion (private_key_jwt, RFC 7523). Undefined for other secrets.
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
