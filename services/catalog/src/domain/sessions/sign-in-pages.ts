import { escapeHtml, htmlPage } from '@assay/page/page';

/** What the page on which somebody signs in shows. Paths are those of this origin. */
export interface SignInPage {
  action: string;
  returnTo: string;
  email?: string;
  wrong?: string;
  signOn: SignOnWay | undefined;
}

/** What single sign-on is called, and where it begins. */
export interface SignOnWay {
  name: string;
  path: string;
}

export const signInPage = ({ action, returnTo, email = '', wrong, signOn }: SignInPage): string =>
  htmlPage('Sign in', [], {
    below: [
      wrongOf(wrong),
      `<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="returnTo" value="${escapeHtml(returnTo)}">`,
      `<label>E-mail address<input name="email" type="email" autocomplete="username" required maxlength="254" value="${escapeHtml(email)}"></label>`,
      '<label>Password<input name="password" type="password" autocomplete="current-password" required maxlength="1000"></label>',
      '<button class="go">Sign in</button></form>',
      continueWith(signOn),
    ].join(''),
  });

/** The way to single sign-on, where there is one. */
export const continueWith = (signOn: SignOnWay | undefined): string =>
  signOn ? `<p><a class="go" href="${escapeHtml(signOn.path)}">Continue with ${escapeHtml(signOn.name)}</a></p>` : '';

/** What was wrong with what somebody sent, for people and for what reads to them. */
export const wrongOf = (wrong: string | undefined): string =>
  wrong === undefined ? '' : `<p class="wrong" role="alert">${escapeHtml(wrong)}</p>`;
