import { problemCodes, type Problem } from '@assay/contract/problem';
import type { RawReply } from '@assay/kit/rpc/handle';
import { htmlAnswer } from '@assay/page/html-answer';
import type { Deps } from '../../deps.ts';
import { goneResetPage, newPasswordPage } from '../../domain/passwords/password-pages.ts';
import { readPasswordReset } from './reset-password.ts';

/** The page on which the holder of a reset link chooses a password, with the problem of a failed attempt. */
export async function passwordResetAnswer(deps: Deps, token: string, tried?: Problem): Promise<RawReply> {
  const found = await readPasswordReset(deps, token);
  if (!found) return htmlAnswer(goneResetPage(), {}, 404);
  return htmlAnswer(newPasswordPage(found.email, tried?.message), {}, tried && problemCodes[tried.code].http);
}
