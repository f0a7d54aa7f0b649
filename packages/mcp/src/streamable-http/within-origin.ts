import type { EgressAnswer } from '@assay/egress/request';
import { REDIRECTS } from '@assay/egress/redirects';

/** Redirects that keep the method and the body (RFC 9110 section 15.4). */
const KEEPING = new Set([307, 308]);

/**
 * The address that a redirect of a request to `from` leads to, if a session may follow it: the redirect keeps method and
 * body, and leads to the same origin, or from http to https where both have the standard port.
 */
export function redirectWithinOrigin(
  from: URL,
  method: string,
  { status, headers }: Pick<EgressAnswer, 'status' | 'headers'>,
): URL | undefined {
  if (!REDIRECTS.has(status) || (method !== 'GET' && !KEEPING.has(status))) return undefined;
  const to = headers['location'] === undefined ? undefined : URL.parse(headers['location'], from.href);
  if (!to || to.username !== from.username || to.password !== from.password) return undefined;
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.host === to.host && from.port === '';
  return from.origin === to.origin || isUpgrade ? to : undefined;
}
