import { scopes as words, type Scope } from '@assay/contract/areas/grants/scopes';
import { escapeHtml, htmlPage } from '@assay/page/page';
import { formError } from '../sessions/sign-in-pages.ts';
import type { Application } from './application.ts';
import { metadataAddress } from './published-application.ts';

/** The content of the page on which a person lets an application act for them. */
export interface ConsentPage {
  action: string;
  application: Pick<Application, 'id' | 'name' | 'known'>;
  /** Where the browser goes afterwards; undefined for a device, whose code the person compares. */
  place: string | undefined;
  code: string | undefined;
  scopes: Scope[];
  person: string;
  organizations: { id: string; name: string }[];
  organizationId: string | undefined;
  /** The fields that the form sends back. */
  hidden: Record<string, string>;
  wrong: string | undefined;
}

export const consentPage = (page: ConsentPage): string =>
  htmlPage(
    page.application.known === 'ours' ? 'Sign in on the command line?' : `Let ${page.application.name} act for you?`,
    [whoAsks(page.application), ...whereTo(page), `You are signed in as ${page.person}.`],
    {
      below: [
        formError(page.wrong),
        `<form method="post" action="${escapeHtml(page.action)}">`,
        ...Object.entries(page.hidden).map(
          ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
        ),
        `<label>Organization<select name="organization">${page.organizations.map((each) => organizationOption(each, page.organizationId)).join('')}</select></label>`,
        `<fieldset><legend>It may</legend>${page.scopes.map(scopeBox).join('')}</fieldset>`,
        '<button class="go" name="decision" value="allow">Allow</button> ',
        '<button class="go other" name="decision" value="deny">Deny</button></form>',
      ].join(''),
    },
  );

function whoAsks({ id, name, known }: ConsentPage['application']): string {
  if (known === 'ours') return 'The command line of Assay asks to act as you, with all that you may do.';
  const proof =
    known === 'published'
      ? `Its description is published by ${metadataAddress(id)?.host ?? id}.`
      : 'It chose this name itself, and Assay has not checked it.';
  return `An application that calls itself "${name}" asks to use Assay in your name. ${proof}`;
}

function whereTo({ place, code }: ConsentPage): string[] {
  if (code !== undefined)
    return [
      `The device shows the code ${code}. If you did not begin this yourself on a device in front of you, deny: another person may want to use your account.`,
    ];
  return place === undefined ? [] : [`Your answer goes to ${place}.`];
}

const organizationOption = ({ id, name }: { id: string; name: string }, chosen: string | undefined): string =>
  `<option value="${escapeHtml(id)}"${id === chosen ? ' selected' : ''}>${escapeHtml(name)}</option>`;

const scopeBox = (scope: Scope): string =>
  `<label><input type="checkbox" name="${scope}" value="yes" checked>${escapeHtml(words[scope])}</label>`;

/** The page of a request that can be sent to no redirect address. */
export const refusedRequestPage = (why: string): string =>
  htmlPage('This application cannot ask you', [
    why,
    'Nothing was allowed. Begin again in the application; if it stays so, tell its makers.',
  ]);

/** The page that asks for the code of a device. */
export const deviceCodePage = (action: string, wrong: string | undefined): string =>
  htmlPage('Sign in on a device', ['Enter the code that your device shows, such as WDJB-MJHT.'], {
    below: [
      formError(wrong),
      `<form method="post" action="${escapeHtml(action)}">`,
      '<label>Code<input name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="40"></label>',
      '<button class="go">Continue</button></form>',
    ].join(''),
  });

export const decidedDevicePage = (isAllowed: boolean): string =>
  isAllowed
    ? htmlPage('Signed in', ['Your device goes on by itself in a few seconds. You can close this page.'])
    : htmlPage('Denied', ['The device gets no access. You can close this page.']);
