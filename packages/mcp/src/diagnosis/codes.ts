import { SdkErrorCode } from '@modelcontextprotocol/client';
import type { Cause } from '@assay/contract/areas/diagnosis/cause';

/** The JSON-RPC code for a method that the server does not know. */
export const METHOD_NOT_FOUND = -32601;

/** The JSON-RPC code for parameters that the server does not take: an unknown tool or prompt, a missing argument. */
export const INVALID_PARAMS = -32602;

/** The code of MCP for a resource that does not exist (2025-11-25, Resources, Error Handling). */
export const RESOURCE_NOT_FOUND = -32002;

/** The JSON-RPC code for a revision that the server does not speak. */
export const UNSUPPORTED_VERSION = -32022;

/** Error codes of timeouts. */
export const TIMEOUT_CODES = [
  SdkErrorCode.RequestTimeout,
  'ETIMEDOUT',
  'ETIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
];

/** Codes of errors that mean that the connection, or the stream on it, is gone. */
export const CONNECTION_LOST =
  /^(ECONN\w+|EPIPE|UND_ERR_SOCKET|UND_ERR_CLOSED|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|CONNECTION_CLOSED|HPE_\w+)$/;

/** Error codes of zlib for a body that is not in the encoding that its header names. */
export const NOT_DECODED = /^(Z_|ERR__ERROR_|ZSTD_error_)\w+$/;

/** Error codes of answers that are larger than a limit. */
export const TOO_LARGE = ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW'];

/** The code of Node for bytes that are not UTF-8. */
export const NOT_UTF8 = 'ERR_ENCODING_INVALID_ENCODED_DATA';

/** The client's message when the older transport names an endpoint at another origin. */
export const OTHER_ORIGIN = /Endpoint origin does not match/;

/** OpenSSL's errors for an answer that is not TLS. */
export const NO_TLS = [
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_UNEXPECTED_MESSAGE',
];

/** The cause for each certificate error of OpenSSL. */
export const CERTIFICATE_CAUSES: Record<string, Cause> = {
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_not_yet_valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_wrong_host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_unknown_issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_unknown_issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_unknown_issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_unknown_issuer',
  CERT_UNTRUSTED: 'certificate_unknown_issuer',
};
