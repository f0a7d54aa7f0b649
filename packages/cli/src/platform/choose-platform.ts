import type { CommandHost } from '../command-host.ts';
import { CommandFailure, UsageError } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { findLink, type FoundLink } from './link-file.ts';
import type { Chosen } from './chosen.ts';
import { findOperatorKey } from './operator-key.ts';
import { addressOf } from './platform-address.ts';
import { StoredLogins, type Login } from './stored-logins.ts';

/** The platform that a command calls, as whom, and in which project. */
export interface ChosenPlatform {
  url: Chosen<string>;
  /** A key of the environment, or a stored login; undefined when there is neither. */
  credential: Chosen<{ key: string } | { login: Login }> | undefined;
  /** The name or the id of the project; without one the oldest project is used. */
  project: Chosen<string | undefined>;
}

/** The options of a command that choose its platform. */
export interface PlatformChoice {
  assayUrl?: string | undefined;
  project?: string | undefined;
  utc?: boolean;
  /** Without remarks, such as the one about a wait. */
  quiet?: boolean;
  /** As the operator of the platform, whose key is in the environment, or in the data folder of a platform on this machine. */
  asOperator?: boolean;
  data?: string | undefined;
}

/** The address of `npm start` and of `assay dev`. */
export const LOCAL_URL = 'http://127.0.0.1:4000';

/**
 * Chooses by option, then environment, then link file, then stored login. A link file never moves a credential: a login
 * belongs to its address, and the key of the environment goes to an address that only a link file names after a person
 * has confirmed it once. Throws CommandFailure.
 */
export async function choosePlatform(host: CommandHost, choice: PlatformChoice): Promise<ChosenPlatform> {
  const { env, folder } = host;
  const logins = new StoredLogins(env);
  const spoken = spokenUrl(choice, env);
  const project = spokenProject(choice, env);
  const link = spoken && project ? undefined : await findLink(folder);
  const current = spoken || link?.url !== undefined ? undefined : await logins.find();
  const url = spoken ?? linkedUrl(link) ?? currentUrl(current) ?? { value: LOCAL_URL, from: { kind: 'default' } };
  if (choice.asOperator) {
    const credential = await findOperatorKey(host, choice.data, url);
    return { url, credential, project: { value: undefined, from: { kind: 'default' } } };
  }
  const login = current ?? (await logins.find(url.value));
  // A key from a file ends with a line break.
  const key = env.ASSAY_API_KEY?.trim();
  if (key && url.from.kind === 'link' && !login) await assertConfirmed(host, logins, url.value, url.from.path);
  return {
    url,
    credential: key
      ? { value: { key }, from: { kind: 'environment', name: 'ASSAY_API_KEY' } }
      : login && { value: { login }, from: { kind: 'login' } },
    project: project ??
      linkedProject(link, url.value) ??
      loginProject(login) ?? { value: undefined, from: { kind: 'default' } },
  };
}

function spokenUrl({ assayUrl }: PlatformChoice, env: CommandHost['env']): Chosen<string> | undefined {
  if (assayUrl !== undefined)
    return { value: addressOf('--assay-url', assayUrl), from: { kind: 'option', name: '--assay-url' } };
  return env.ASSAY_URL
    ? { value: addressOf('ASSAY_URL', env.ASSAY_URL), from: { kind: 'environment', name: 'ASSAY_URL' } }
    : undefined;
}

function spokenProject({ project }: PlatformChoice, env: CommandHost['env']): Chosen<string> | undefined {
  if (project !== undefined) return { value: project, from: { kind: 'option', name: '--project' } };
  return env.ASSAY_PROJECT
    ? { value: env.ASSAY_PROJECT, from: { kind: 'environment', name: 'ASSAY_PROJECT' } }
    : undefined;
}

const linkedUrl = (link: FoundLink | undefined): Chosen<string> | undefined =>
  link?.url === undefined ? undefined : { value: link.url, from: { kind: 'link', path: link.path } };

const currentUrl = (login: Login | undefined): Chosen<string> | undefined =>
  login && { value: login.url, from: { kind: 'login' } };

/** The project of a link belongs to its platform: at another address it means nothing. */
const linkedProject = (link: FoundLink | undefined, url: string): Chosen<string> | undefined =>
  link?.project === undefined || (link.url !== undefined && link.url !== url)
    ? undefined
    : { value: link.project, from: { kind: 'link', path: link.path } };

const loginProject = (login: Login | undefined): Chosen<string> | undefined =>
  login?.project === undefined ? undefined : { value: login.project, from: { kind: 'login' } };

/** Asks a person once whether the key of the environment may go to an address that only a link file names. */
async function assertConfirmed(
  { terminal }: CommandHost,
  logins: StoredLogins,
  url: string,
  path: string,
): Promise<void> {
  if (await logins.isConfirmed(url)) return;
  const told = `only the link file ${path} names the address ${url}`;
  if (!terminal.isInteractive.in || !terminal.isInteractive.err)
    throw new UsageError(`${told}, and no person has confirmed that the key of ASSAY_API_KEY may be sent there.`, [
      `ASSAY_URL=${url} says that it may; so does --assay-url ${url}`,
    ]);
  const answer = await terminal.ask(
    `Only ${path} names the address ${url}. Send the key of ASSAY_API_KEY there? [y/N] `,
  );
  if (!/^y(es)?$/i.test(answer.trim()))
    throw new CommandFailure(exitCodes.refused, `the key of ASSAY_API_KEY was not sent to ${url}.`, [
      `assay login --url ${url}`,
    ]);
  await logins.confirm(url);
}
