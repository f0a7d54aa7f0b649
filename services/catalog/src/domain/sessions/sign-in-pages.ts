import { escapeHtml, htmlPage } from '@assay/page/page';

/** The content of the sign-in page. Paths are paths of this origin. */
export interface SignInPage {
  action: string;
  returnTo: string;
  email?: string;
  wrong?: string;
  signOn: SignOnLink | undefined;
}

/** The display name of single sign-on, and the path at which it begins. */
export interface SignOnLink {
  name: string;
  path: string;
}

export const signInPage = ({ action, returnTo, email = '', wrong, signOn }: SignInPage): string =>
  htmlPage('Sign in', ['This installation is yours: nothing leaves it.'], {
    below: [
      formError(wrong),
      `<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="returnTo" value="${escapeHtml(returnTo)}">`,
      `<label>E-mail<input name="email" type="email" autocomplete="username" required maxlength="254" value="${escapeHtml(email)}"></label>`,
      '<label>Password<input name="password" type="password" autocomplete="current-password" required maxlength="1000"></label>',
      '<button class="go">Sign in</button></form>',
      continueWith(signOn),
      '<p class="fine">Forgotten? An owner can make a reset link for you.<br>First start? The address and the password were printed once, and are in <code>owner-password</code> of the data folder.</p>',
    ].join(''),
  });

/** The link to single sign-on, when it is configured. */
export const continueWith = (signOn: SignOnLink | undefined): string =>
  signOn
    ? `<p><a class="go other" href="${escapeHtml(signOn.path)}">Continue with ${escapeHtml(signOn.name)}</a></p>`
    : '';

/** The error message of a form, announced by screen readers. */
export const formError = (wrong: string | undefined): string =>
  wrong === undefined ? '' : `<p class="wrong" role="alert">${escapeHtml(wrong)}</p>`;
