import { escapeHtml, htmlPage } from '@assay/page/page';
import { formError } from '../sessions/sign-in-pages.ts';

export const newPasswordPage = (email: string, wrong?: string): string =>
  htmlPage('Choose a new password', [`For ${email}. The link works once.`], {
    below: [
      formError(wrong),
      `<form method="post"><label>E-mail<input type="email" autocomplete="username" readonly value="${escapeHtml(email)}"></label>`,
      '<label>New password<input name="password" type="password" autocomplete="new-password" required minlength="12" maxlength="200"><span class="hint">At least 12 characters, not a well-known one. No other rule.</span></label>',
      '<button class="go">Save</button></form>',
      '<p class="fine">Every session of this account ends, on all devices.</p>',
    ].join(''),
  });

export const goneResetPage = (): string =>
  htmlPage('This link is not valid', [
    'It was used, replaced or withdrawn, or it is older than a day. Ask the person who gave it to you for another one.',
  ]);
