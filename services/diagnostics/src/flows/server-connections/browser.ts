import { createHmac, timingSafeEqual } from 'node:crypto';
import { cookieHeader } from '@assay/kit/security/cookie';
import { isSecret } from '@assay/kit/security/secret';
import { formFields } from '@assay/page/form';
import type { Deps } from '../../deps.ts';

/** The header that has a browser keep its token. A form of another site is sent without it. */
export function cookieOf({ publicUrl }: Pick<Deps, 'publicUrl'>, token: string): Record<string, string> {
  return {
    'Set-Cookie': cookieHeader(
      'assay_connection',
      token,
      'Max-Age=900',
      publicUrl,
      `${new URL(publicUrl).pathname.replace(/\/$/, '')}/api/v1`,
    ),
  };
}

/** What the page of a connection puts into its form, so that only that page in that browser can send it. */
export const formToken = (token: string, connectionId: string): string =>
  createHmac('sha256', token).update(connectionId).digest('base64url');

/** Whether a form was sent by the page of the connection in the browser with this token. */
export function isFormOf(form: Uint8Array, token: string, connectionId: string): boolean {
  const sent = Buffer.from(formFields(form, 'token').token ?? '');
  const made = Buffer.from(formToken(token, connectionId));
  return isSecret(token) && sent.length === made.length && timingSafeEqual(sent, made);
}
