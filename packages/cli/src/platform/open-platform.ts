import { createClient, type AssayClient } from '@assay/sdk';
import type { CommandHost } from '../command-context.ts';
import { CommandFailure, UsageError } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';

/** The platform that a command calls. */
export interface OpenPlatform {
  /** Its address, without a slash at its end. */
  url: string;
  /** The client of the command; Ctrl-C ends its calls. */
  assay: AssayClient;
  /** A client whose calls Ctrl-C does not end, for tidying up. */
  uninterrupted: AssayClient;
  /** The id of the project that the command works in; `default` is the oldest project of the organization. */
  projectId(): Promise<string>;
}

/** The options of a command that choose its platform. */
interface PlatformChoice {
  assayUrl?: string | undefined;
  project?: string | undefined;
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
  return {
    url,
    assay: createClient({ url, credential, signal: interrupted }),
    uninterrupted: createClient({ url, credential, retries: 0 }),
    projectId: async () => choice.project ?? env.ASSAY_PROJECT ?? 'default',
  };
}

/** Parses an http or https URL. Throws UsageError that names where it came from. */
export function parseWebUrl(source: string, text: string | undefined): URL {
  const url = URL.canParse(text ?? '') ? new URL(text!) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`${source} is an http or https URL`);
  return url;
}
