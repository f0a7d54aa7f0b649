import { forbidden } from '@assay/contract/problem';
import type { Handler } from '../http/handler.ts';

/** Refuses what a page of another site has a browser send. Programs, which are no browser, name no origin; and whoever knows us by another host comes by the same scheme. */
export function sameOrigin(publicUrl: string): Handler {
  const own = new URL(publicUrl);
  return ({ headers: { origin, host } }, _res, next) => {
    const isOwn = origin === undefined || origin === own.origin || origin === `${own.protocol}//${host}`;
    if (!isOwn) throw forbidden('This can only be sent by a page of this installation.');
    next();
  };
}
