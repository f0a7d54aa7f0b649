import { HOP_BY_HOP_HEADERS } from '@assay/kit/requests/hop-by-hop';

export type TunnelHeaders = Record<string, string | string[]>;

/** Headers of one connection, and headers that both ends write themselves. */
const OWN = new Set([...HOP_BY_HOP_HEADERS, 'http2-settings', 'host', 'expect']);
/** The prefix of the platform's internal headers. */
export const PLATFORM_HEADER_PREFIX = 'assay-';

/** The headers that are forwarded through a tunnel, without the pseudo-headers of HTTP/2. */
export function endToEndHeaders(headers: Record<string, string | string[] | undefined>): TunnelHeaders {
  const named = new Set(
    String(headers.connection ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string | string[]] => {
      const name = entry[0].toLowerCase();
      return (
        entry[1] !== undefined &&
        !OWN.has(name) &&
        !named.has(name) &&
        !name.startsWith(':') &&
        !name.startsWith(PLATFORM_HEADER_PREFIX)
      );
    }),
  );
}

/**
 * The forwarded headers without the ones that frame the body: the sender on this side writes them itself. A false
 * length from the other side would make the rest of the body a second message.
 */
export const withoutFramingHeaders = (headers: Record<string, string | string[] | undefined>): TunnelHeaders =>
  Object.fromEntries(
    Object.entries(endToEndHeaders(headers)).filter(([name]) => name.toLowerCase() !== 'content-length'),
  );
