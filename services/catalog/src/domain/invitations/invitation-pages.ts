import type { Role } from '@assay/contract/access';
import { escapeHtml, htmlPage } from '@assay/page/page';
import { continueWith, formError, type SignOnLink } from '../sessions/sign-in-pages.ts';

/** The content of an invitation, for its page. */
export interface InvitationText {
  email: string;
  role: Role;
  organization: string;
  project: string | undefined;
  inviter: string | undefined;
}

const title = ({ organization }: InvitationText) => `Join ${organization}`;
const text = ({ email, role, organization, project, inviter }: InvitationText): string =>
  `${inviter ?? 'A member'} invites ${email} to ${project === undefined ? `"${organization}"` : `the project "${project}" of "${organization}"`}, with the role ${role}.`;

export const newAccountPage = (
  inviting: InvitationText,
  { name = '', wrong, signOn }: { name?: string; wrong?: string; signOn: SignOnLink | undefined },
): string =>
  htmlPage(title(inviting), [text(inviting)], {
    below: [
      formError(wrong),
      `<form method="post"><label>E-mail<input type="email" autocomplete="username" readonly value="${escapeHtml(inviting.email)}"></label>`,
      `<label>Your name<input name="name" autocomplete="name" required maxlength="200" value="${escapeHtml(name)}"><span class="hint">Others see it beside what you change.</span></label>`,
      '<label>Password<input name="password" type="password" autocomplete="new-password" required minlength="12" maxlength="200"><span class="hint">At least 12 characters, not a well-known one. No other rule.</span></label>',
      '<button class="go">Join</button></form>',
      continueWith(signOn),
      '<p class="fine">This link is for you alone, and works once.</p>',
    ].join(''),
  });

export const joinPage = (inviting: InvitationText, wrong?: string): string =>
  htmlPage(title(inviting), [text(inviting)], {
    below: `${formError(wrong)}<form method="post"><button class="go">Join</button></form>`,
  });

export const signInFirstPage = (inviting: InvitationText, signInPath: string): string =>
  htmlPage(title(inviting), [text(inviting), 'You have an account already. Sign in, and you return here.'], {
    below: `<p><a class="go" href="${escapeHtml(signInPath)}">Sign in</a></p>`,
  });

export const otherAccountPage = (inviting: InvitationText, signInPath: string): string =>
  htmlPage('Another account', [text(inviting), 'You are signed in with another account.'], {
    below: `<p><a class="go" href="${escapeHtml(signInPath)}">Sign in as ${escapeHtml(inviting.email)}</a></p>`,
  });

export const goneInvitationPage = (): string =>
  htmlPage('This invitation is not valid', [
    'It was used, revoked or replaced, or it is older than a week. Ask the person who invited you for another one.',
  ]);
