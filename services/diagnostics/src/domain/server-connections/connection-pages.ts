import { escapeHtml, htmlPage } from '@assay/page/page';

/** The names that a consent page shows: who asks for access to what. */
export interface ConsentNames {
  organization: string;
  project: string;
  owner: string;
  server: string;
  authorizationHost: string;
  tokenHost: string;
  formToken: string;
}

export const consentPage = ({
  organization,
  project,
  owner,
  server,
  authorizationHost,
  tokenHost,
  formToken,
}: ConsentNames): string =>
  htmlPage(
    'Connect a server to Assay',
    [
      `${owner} wants to use the MCP server ${server} in the project "${project}" of "${organization}", with your account there.`,
      `Assay stores the granted access encrypted, and every member of that project can use it. Continue only if you started this yourself, or know the person who did.`,
      `You will be taken to ${authorizationHost}, where you allow or deny it.${tokenHost === authorizationHost ? '' : ` What you grant is handed out by ${tokenHost}: go on only if the two belong together.`}`,
    ],
    {
      below: `<form method="post"><input type="hidden" name="token" value="${escapeHtml(formToken)}"><button class="go">Continue to ${escapeHtml(authorizationHost)}</button></form>`,
    },
  );

/** Redirects a browser at once; the link is for a browser that does not follow. */
export const onwardPage = (url: string): string =>
  htmlPage('One moment', ['You will be taken to the authorization server.'], {
    head: `<meta http-equiv="refresh" content="0;url=${escapeHtml(url)}">`,
    below: `<p><a class="go" rel="noreferrer" href="${escapeHtml(url)}">Continue</a></p>`,
  });

/** The last page of a sign-in, by its result. */
export const connectionEndings = {
  connected: (server: string) => htmlPage('Connected', [`${server} is connected. You can close this window.`]),
  unwell: (server: string, why: string) =>
    htmlPage('Connected, but the server did not answer', [
      `The access for ${server} is saved, but a first test failed: ${why}`,
      'The validation can be tried again where the connection was started. You can close this window.',
    ]),
  refused: () =>
    htmlPage('Not connected', ['The access was not granted. Nothing was saved. You can close this window.']),
  failed: (why: string) =>
    htmlPage('Not connected', [why, 'Nothing was saved. Start again where the connection was started.']),
  busy: () =>
    htmlPage('Not available now', ['A part of the platform did not answer. Load this page again in a moment.']),
  givenUp: () =>
    htmlPage('Given up', [
      'The connection was cancelled in the meantime. Nothing was saved. You can close this window.',
    ]),
  unknown: () =>
    htmlPage('This link is not valid', [
      'The connection has ended, was cancelled, or never existed. Start again where it was started.',
    ]),
  otherBrowser: () =>
    htmlPage('Another browser', [
      'This connection was started in another browser, or cookies are off. Open the link of the connection again in this one.',
    ]),
} as const;
