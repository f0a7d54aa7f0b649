export type TunnelHeaders = Record<string, string | string[]>;

/** Headers that belong to one connection (RFC 9110, section 7.6.1), or that the two ends write themselves. */
const OWN = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'host',
  'expect',
]);
/** What the platform says to itself. */
export const PLATFORM_HEADER_PREFIX = 'assay-';

/** The headers that travel through a tunnel, without the pseudo-headers of HTTP/2. */
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
 * Those of them that do not say where the body ends, which whoever hands it on says: a length that the other side announces
 * and does not keep to would have what follows read as another message.
 */
export const withoutFramingHeaders = (headers: Record<string, string | string[] | undefined>): TunnelHeaders =>
  Object.fromEntries(
    Object.entries(endToEndHeaders(headers)).filter(([name]) => name.toLowerCase() !== 'content-length'),
  );
