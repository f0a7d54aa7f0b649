import type { RawReply } from '@assay/kit/rpc/handle';
import { htmlAnswer } from '@assay/page/html-answer';
import { escapeHtml, htmlPage } from '@assay/page/page';
import type { SignOnRefusal } from '../../actions/single-sign-on/audit-sign-on.ts';
import type { SignOnFault } from './provider-fault.ts';

/** Why a person is not signed in: a fault of the provider, or a rule of ours. */
export type SignOnEnding = SignOnFault | SignOnRefusal | 'no provider' | 'too often';

/** `go` is the label of the link that leads on. */
const endings: Record<
  SignOnEnding,
  {
    status: number;
    title: string;
    text: string;
    go?: string;
  }
> = {
  over: {
    status: 400,
    title: 'This sign-in is over',
    text: 'It took too long, was used already, or was begun in another browser. Cookies must be on.',
  },
  denied: { status: 403, title: 'Not signed in', text: 'The sign-in was turned down at the provider.' },
  unreachable: {
    status: 502,
    title: 'The provider cannot be reached',
    text: 'The provider that you sign in with does not answer. Try again in a moment.',
  },
  wrong: {
    status: 502,
    title: 'Something is wrong with the provider',
    text: 'The provider that you sign in with gave an invalid answer. Try again; if it stays so, tell the operator of this installation.',
  },
  slow: {
    status: 504,
    title: 'The provider took too long',
    text: 'The provider that you sign in with did not answer in time. Try again in a moment.',
  },
  'no e-mail': {
    status: 403,
    title: 'No e-mail address',
    text: "The provider does not tell your e-mail address, which an account here needs. Ask the provider's administrator.",
  },
  'not verified': {
    status: 403,
    title: 'Your address is not verified',
    text: 'The provider has not checked that your e-mail address is yours, without which there can be no account here. Have it checked there, then try again.',
  },
  'not theirs': {
    status: 403,
    title: 'This address has an account',
    text: 'There is an account with your e-mail address already. It belongs to another identity at the provider, or the provider has not checked that the address is yours. If the account is yours and has a password, sign in with the password; else ask the operator of this installation.',
  },
  'no access': {
    status: 403,
    title: 'No access',
    text: 'The provider knows you, but you have no access here. Ask an administrator for an invitation, or to add you to a group.',
  },
  'no provider': {
    status: 404,
    title: 'No single sign-on',
    text: 'This installation has no provider to sign in with. Sign in with your e-mail address and password.',
    go: 'Sign in',
  },
  'too often': {
    status: 429,
    title: 'Too many attempts',
    text: 'Too many sign-ins were begun from where you are. Try again in a minute.',
  },
};

/**
 * The page at the end of a failed sign-in, with a link that leads on: to another attempt, or to the sign-in page where
 * another attempt makes no sense.
 */
export function endingPage(ending: SignOnEnding, path: string, headers: Record<string, string> = {}): RawReply {
  const { status, title, text, go = 'Try again' } = endings[ending];
  return htmlAnswer(
    htmlPage(title, [text, 'You are not signed in.'], {
      below: `<p><a class="go" href="${escapeHtml(path)}">${go}</a></p>`,
    }),
    headers,
    status,
  );
}
