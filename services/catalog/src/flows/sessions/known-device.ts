import { randomBytes } from 'node:crypto';
import { cookieHeader } from '@assay/kit/security/cookie';
import { expiringToken, idOfToken, type TokenScope } from '@assay/kit/security/signed-token';
import type { Deps } from '../../deps.ts';

const NAME = 'assay_device';
const KEPT_S = 180 * 86_400;
const ID_BYTES = 16;

/** A token is for one account, so that a stolen one does not help against another. */
const scopeOf = (email: string): TokenScope => ({ purpose: 'devices', subject: email });

/** The id of a browser in which this account signed in before; undefined for any other browser. */
export const knownDevice = ({ meshSecret, now }: Deps, email: string, token: string): string | undefined =>
  idOfToken(meshSecret, scopeOf(email), token, now?.().getTime() ?? Date.now());

/** The `Set-Cookie` header that makes the browser a known device of the account. */
export function deviceCookie({ meshSecret, publicUrl, now }: Deps, email: string, device: string | undefined): string {
  const expiresAt = (now?.().getTime() ?? Date.now()) + KEPT_S * 1_000;
  const id = device ?? randomBytes(ID_BYTES).toString('base64url');
  return cookieHeader(NAME, expiringToken(meshSecret, scopeOf(email), id, expiresAt), `Max-Age=${KEPT_S}`, publicUrl);
}
