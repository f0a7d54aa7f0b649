import { escapeHtml, htmlPage } from '@assay/page/page';
import { formError } from '../sessions/sign-in-pages.ts';

export const newPasswordPage = (email: string, wrong?: string): string =>
  htmlPage('Choose another password', ['You are signed out everywhere when you do.'], {
    below: [
      formError(wrong),
      `<form method="post"><label>E-mail address<input type="email" autocomplete="username" readonly value="${escapeHtml(email)}"></label>`,
      '<label>A password of at least 12 characters<input name="password" type="password" autocomplete="new-password" required minlength="12" maxlength="200"></label>',
      '<button class="go">Choose it</button></form>',
    ].join(''),
  });

export const goneResetPage = (): string =>
  htmlPage('This link is not valid', [
    'It was used, replaced or withdrawn, or it is older than a day. Ask the person who gave it to you for another one.',
  ]);
