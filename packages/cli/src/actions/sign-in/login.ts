import { createClient, type AssayClient } from '@assay/sdk';
import type { CommandContext } from '../../command-context.ts';
import { CommandFailure, UsageError } from '../../command-failure.ts';
import type { loginInput } from '../../commands/sign-in.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { markOf } from '../../output/marks.ts';
import { visibleText } from '../../output/visible-text.ts';
import { signInByBrowser } from '../../platform/browser-sign-in.ts';
import { LOCAL_URL } from '../../platform/choose-platform.ts';
import type { Chosen } from '../../platform/chosen.ts';
import { signInByDevice } from '../../platform/device-sign-in.ts';
import { explainFailure } from '../../platform/explain-failure.ts';
import { oldestProject } from '../../platform/find/find-project.ts';
import { findLink } from '../../platform/link-file.ts';
import { findAuthorizationServer } from '../../platform/oauth.ts';
import { hasBrowser, openBrowser } from '../../platform/open-browser.ts';
import { addressOf } from '../../platform/platform-address.ts';
import { StoredLogins, type Login } from '../../platform/stored-logins.ts';
import { openTransport, type Transport } from '../../platform/transport.ts';

type LoginOptions = Parameters<Action<typeof loginInput>>[1]['options'];

/** Signs in to a platform, and keeps the login once the platform has accepted it. */
export const login: Action<typeof loginInput> = async (context, { options }) => {
  const url = await askedUrl(context, options.url);
  const transport = await openTransport(url.value, context.env);
  try {
    const proven = options.withKey
      ? { url: url.value, kind: 'key' as const, key: await readKey(context) }
      : await signIn(context, url.value, transport, options);
    const { person, project } = await facts(clientOf(proven, transport, context));
    await new StoredLogins(context.env).keep({ ...proven, ...(project && { project: project.id }) });
    const { terminal } = context;
    const where = project ? `, project ${visibleText(project.name)}` : '';
    terminal.out(`${markOf('passed', terminal)} Signed in to ${url.value} as ${visibleText(person.email)}${where}.\n`);
  } catch (error) {
    const chosen = { url, credential: undefined, project: { value: undefined, from: { kind: 'default' as const } } };
    throw explainFailure(error, { chosen, transport });
  }
};

/** The address of the platform: the option, the environment, or the answer of the person. */
async function askedUrl(
  { env, folder, terminal }: CommandContext,
  option: string | undefined,
): Promise<Chosen<string>> {
  if (option !== undefined) return { value: addressOf('--url', option), from: { kind: 'option', name: '--url' } };
  if (env.ASSAY_URL)
    return { value: addressOf('ASSAY_URL', env.ASSAY_URL), from: { kind: 'environment', name: 'ASSAY_URL' } };
  if (!terminal.isInteractive.in || !terminal.isInteractive.err)
    throw new UsageError('which platform? There is no terminal to ask on.', ['assay login --url https://…']);
  const link = await findLink(folder);
  const proposed = link?.url ?? LOCAL_URL;
  const typed = (await terminal.ask(`  Address [${proposed}]: `)).trim();
  if (typed) return { value: addressOf('The address', typed), from: { kind: 'option', name: 'your answer' } };
  return { value: proposed, from: link?.url === undefined ? { kind: 'default' } : { kind: 'link', path: link.path } };
}

async function readKey({ terminal }: CommandContext): Promise<string> {
  if (terminal.isInteractive.in)
    throw new UsageError('--with-key reads the key from standard input.', ['assay login --with-key < key-file']);
  const key = (await terminal.read()).trim();
  if (key === '') throw new UsageError('standard input holds no key.', ['assay login --with-key < key-file']);
  return key;
}

async function signIn(
  { terminal, env, interrupted }: CommandContext,
  url: string,
  { fetch }: Transport,
  { device }: LoginOptions,
): Promise<Login> {
  if (!terminal.isInteractive.err && !device)
    throw new UsageError('no person is here to sign in.', [
      'assay login --with-key < key-file',
      'assay login --device prints a code for a person elsewhere',
    ]);
  const server = await findAuthorizationServer(fetch, url);
  if (!server)
    throw new CommandFailure(exitCodes.misused, `the platform at ${url} has no sign-in for programs; it is older.`, [
      'assay login --with-key < key-file',
    ]);
  const canOpen = hasBrowser(env);
  const opened = async (page: string) => (canOpen && (await openBrowser(page, env)) ? 'opened in your browser' : '');
  const tokens =
    device || !canOpen
      ? await signInByDevice(
          fetch,
          server,
          async ({ userCode, page, pageWithCode, validS }) => {
            const facts = [await opened(pageWithCode), `valid ${Math.round(validS / 60)} min`].filter(Boolean);
            terminal.err(`  Open ${page} and enter  ${visibleText(userCode)}   (${facts.join('; ')})\n`);
          },
          interrupted,
        )
      : await signInByBrowser(
          fetch,
          server,
          async (page) => {
            const told = (await opened(page)) ? '   (opened in your browser)' : '';
            terminal.err(`  Open ${page}${told}\n`);
          },
          interrupted,
        );
  const { tokenEndpoint, revocationEndpoint } = server;
  return { url, kind: 'grant', ...tokens, tokenEndpoint, revocationEndpoint };
}

const clientOf = (login: Login, { fetch }: Transport, { interrupted }: CommandContext): AssayClient =>
  createClient({
    url: login.url,
    credential: login.kind === 'key' ? login.key : login.accessToken,
    fetch,
    signal: interrupted,
  });

/** The person of a login, and the project that commands use, which some have not. */
async function facts(assay: AssayClient) {
  const [person, project] = await Promise.all([assay.getMe(), oldestProject(assay)]);
  return { person, project };
}
