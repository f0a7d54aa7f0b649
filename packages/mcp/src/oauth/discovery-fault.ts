import { given } from '@assay/contract/given';
import { IssuerMismatchError } from '@modelcontextprotocol/client';
import { Problem } from '@assay/contract/problem';
import { shownAddress } from './shown-address.ts';
import type { DocumentFetch } from './document-fetch.ts';

/** A fault in what a server or its authorization server publishes about OAuth. */
export interface DiscoveryFault {
  code: string;
  message: string;
  url?: string;
  /** The two addresses that had to be equal: the one that a client was given, and the one in the metadata. */
  differs?: { given: string; found: string };
}

const PARSE_ERRORS = new Set(['SyntaxError', 'ZodError', '$ZodError', 'RangeError']);
const NAMES = {
  'resource-metadata': 'The metadata of the protected resource',
  'authorization-server': 'The metadata of the authorization server',
};

/** The fault of unreadable metadata. Quotes nothing that a server wrote but the issuer. */
export function metadataReadFault(what: keyof typeof NAMES, error: unknown, { latest }: DocumentFetch): DiscoveryFault {
  const { url, status } = latest() ?? {};
  const at = { ...given({ url }) };
  const { name, message } = error as Error;
  const unreachable = (why: string) => ({
    code: `${what}-unreachable`,
    message: `${NAMES[what]} cannot be read: ${why}`,
    ...at,
  });
  if (IssuerMismatchError.isInstance(error))
    return {
      code: 'issuer-mismatch',
      message:
        'The authorization server calls itself by another issuer than the address that its metadata were found under, so they are not trusted (RFC 8414 section 3.3).',
      differs: { given: shownAddress(error.expected ?? ''), found: shownAddress(error.received ?? '') },
      ...at,
    };
  if (PARSE_ERRORS.has(name))
    return { code: `${what}-invalid`, message: `${NAMES[what]} are not a document of the expected shape.`, ...at };
  if (error instanceof Problem) return unreachable(message);
  if (name === 'TimeoutError' || name === 'AbortError') return unreachable('there was no answer in time.');
  if (status === undefined) return unreachable('there is no connection.');
  if (status >= 300 && status < 400)
    return {
      code: `${what}-redirected`,
      message: `${NAMES[what]} cannot be read: their address redirects to another origin, where we do not follow.`,
      ...at,
    };
  return unreachable(`it is answered with HTTP status ${status}.`);
}
