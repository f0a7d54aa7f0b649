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
  htmlPage('Sign in', [], {
    below: [
      formError(wrong),
      `<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="returnTo" value="${escapeHtml(returnTo)}">`,
      `<label>E-mail address<input name="email" type="email" autocomplete="username" required maxlength="254" value="${escapeHtml(email)}"></label>`,
      '<label>Password<input name="password" type="password" autocomplete="current-password" required maxlength="1000"></label>',
      '<button class="go">Sign in</button></form>',
      continueWith(signOn),
    ].join(''),
  });

/** The link to single sign-on, when it is configured. */
export const continueWith = (signOn: SignOnLink | undefined): string =>
  signOn ? `<p><a class="go" href="${escapeHtml(signOn.path)}">Continue with ${escapeHtml(signOn.name)}</a></p>` : '';

/** The error message of a form, announced by screen readers. */
export const formError = (wrong: string | undefined): string =>
  wrong === undefined ? '' : `<p class="wrong" role="alert">${escapeHtml(wrong)}</p>`;
