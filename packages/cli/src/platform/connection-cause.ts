/** Why a connection failed, in words, and what to do where that is known. */
export interface ConnectionCause {
  words: string;
  hint?: string;
}

const CAUSES: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'there is no such host',
  ECONNRESET: 'connection reset',
  EAI_AGAIN: 'no name server answers',
  ETIMEDOUT: 'the connection took too long',
  UND_ERR_CONNECT_TIMEOUT: 'the connection took too long',
  EHOSTUNREACH: 'no way to the host',
  ENETUNREACH: 'no network',
  UND_ERR_SOCKET: 'the connection was closed',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS: is the address http?',
};

/** OpenSSL's codes of a certificate whose issuer is not known here. */
const UNKNOWN_ISSUER = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/** The cause of a failed connection: the innermost error that has a code. */
export function connectionCause(error: unknown): ConnectionCause {
  let found: { code?: string; message?: string } = {};
  for (
    let at = error as (typeof found & { cause?: unknown; errors?: unknown[] }) | undefined, depth = 0;
    at && depth < 8;
    depth++
  ) {
    if (at.code !== undefined || found.code === undefined) found = at;
    at = (at.cause ?? at.errors?.[0]) as typeof at;
  }
  const { code, message } = found;
  if (code !== undefined && UNKNOWN_ISSUER.has(code))
    return {
      words: 'the issuer of its certificate is unknown',
      hint: 'If it is your own:  NODE_EXTRA_CA_CERTS=<file with the issuer, as PEM> assay …',
    };
  return { words: (code && CAUSES[code]) ?? code ?? message ?? 'the connection failed' };
}
