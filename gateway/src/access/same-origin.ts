import { forbidden } from '@assay/contract/problem';
import type { ApiHandler } from '../http/handler.ts';
import { assertOwnHost } from '../addresses/own-host.ts';

/**
 * Refuses requests that a page of another site sends from a browser. Programs send no Origin header. A caller that uses
 * another name of this machine still uses the same scheme.
 */
export function sameOrigin(publicUrl: string): ApiHandler {
  const own = new URL(publicUrl);
  const assertHost = assertOwnHost(publicUrl);
  return ({ headers: { origin, host } }, _res, next) => {
    assertHost(host);
    const isOwn = origin === undefined || origin === own.origin || origin === `${own.protocol}//${host}`;
    if (!isOwn) throw forbidden('This can only be sent by a page of this installation.');
    next();
  };
}
