import { createClient, type AssayClient } from '@assay/sdk';
import type { CommandHost } from '../command-host.ts';
import { CommandFailure, UsageError } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { findNamed, isId } from './find-named.ts';
import { namedKinds, timesOf } from './named-kinds.ts';

/** The platform that a command calls. */
export interface OpenPlatform {
  /** Its address, without a slash at its end. */
  url: string;
  /** The client of the command; Ctrl-C ends its calls. */
  assay: AssayClient;
  /** A client whose calls Ctrl-C does not end, for tidying up. */
  uninterrupted: AssayClient;
  /** The id of the project that the command works in, looked up once; the oldest one where none is chosen. */
  projectId(): Promise<string>;
}

/** The options of a command that choose its platform. */
interface PlatformChoice {
  assayUrl?: string | undefined;
  project?: string | undefined;
  utc?: boolean;
}

/** The platform of a command's options and environment. Throws CommandFailure when there is none. */
export async function openPlatform(host: CommandHost, choice: PlatformChoice): Promise<OpenPlatform> {
  const { env, interrupted } = host;
  // A key from a file ends with a line break.
  const credential = env.ASSAY_API_KEY?.trim();
  if (credential === undefined || credential === '')
    throw new CommandFailure(exitCodes.refused, 'not signed in.', ['ASSAY_API_KEY=… assay whoami']);
  const address = parseWebUrl('--assay-url', choice.assayUrl ?? env.ASSAY_URL ?? 'http://127.0.0.1:4000');
  const url = address.href.replace(/(?<!\/)\/+$/, '');
  const assay = createClient({ url, credential, signal: interrupted });
  let projectId: Promise<string> | undefined;
  return {
    url,
    assay,
    uninterrupted: createClient({ url, credential, retries: 0 }),
    projectId: () => (projectId ??= findProjectId(assay, choice.project ?? env.ASSAY_PROJECT, choice)),
  };
}

/** The id of a project that is given by name or id; the oldest project where none is given. */
async function findProjectId(
  assay: AssayClient,
  text: string | undefined,
  { utc = false }: PlatformChoice,
): Promise<string> {
  if (text === undefined || text === '') return oldestProject(assay);
  if (isId(text)) return text;
  const found = await findNamed(
    assay,
    namedKinds.project,
    text,
    { projectId: '' },
    { when: timesOf({ usesUtc: utc }) },
  );
  return found.id;
}

async function oldestProject(assay: AssayClient): Promise<string> {
  let oldest: { id: string; createdAt: number } | undefined;
  for await (const project of assay.listProjects.all({ limit: 500 })) {
    if (oldest === undefined || project.createdAt < oldest.createdAt) oldest = project;
  }
  if (oldest === undefined) throw new UsageError('there is no project yet.', ['assay project create <name>']);
  return oldest.id;
}

/** Parses an http or https URL. Throws UsageError that names where it came from. */
export function parseWebUrl(source: string, text: string | undefined): URL {
  const url = URL.canParse(text ?? '') ? new URL(text!) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`${source} is an http or https URL`);
  return url;
}
