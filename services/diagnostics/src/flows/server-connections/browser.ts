import { cookieHeader } from '@assay/kit/security/cookie';
import { isSecret } from '@assay/kit/security/secret';
import { isSameText, signatureOf } from '@assay/kit/security/signed-token';
import type { RawReply } from '@assay/kit/rpc/handle';
import { formFields } from '@assay/page/form';
import { htmlAnswer } from '@assay/page/html-answer';
import { basePathOf } from '@assay/kit/settings/process-settings';
import type { Deps } from '../../deps.ts';
import { connectionEndings } from '../../domain/server-connections/connection-pages.ts';

/** The header that sets the browser's token as a cookie. `SameSite` keeps it out of forms of other sites. */
export function cookieOf({ publicUrl }: Pick<Deps, 'publicUrl'>, token: string): Record<string, string> {
  return {
    'Set-Cookie': cookieHeader('assay_connection', token, 'Max-Age=900', publicUrl, `${basePathOf(publicUrl)}/api/v1`),
  };
}

/** The token in the form of a connection's page: only that page in that browser can send it. */
export const formToken = (token: string, connectionId: string): string =>
  signatureOf(token, { purpose: 'connection form' }, connectionId).toString('base64url');

/** Whether a form was sent by the page of the connection in the browser with this token. */
export const isFormOf = (form: Uint8Array, token: string, connectionId: string): boolean =>
  isSecret(token) && isSameText(formToken(token, connectionId), formFields(form, 'token').token ?? '');

/** The answer to a link of a connection that is over, was given up or never was: status 404. */
export const deadLinkAnswer = (): RawReply => htmlAnswer(connectionEndings.unknown(), {}, 404);
