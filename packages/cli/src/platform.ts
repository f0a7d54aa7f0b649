import { ConnectionFailure, createClient, Problem, type AssayClient } from '@assay/sdk';
import { UsageError, type CommandEnv } from './command.ts';

/** The platform that a command calls, with the project that it works in. */
export interface Platform {
  url: string;
  projectId: string;
  assay: AssayClient;
}

const TIMEOUT_MS = 30_000;

/** The platform refused the request, or could not be reached. */
export class PlatformError extends Error {
  /** Whether a retry is pointless. */
  readonly final: boolean;

  constructor(message: string, final: boolean) {
    super(message);
    this.final = final;
  }
}

/** The platform of a command's options and environment. */
export function platformOf(
  command: string,
  options: { project: string; 'assay-url'?: string | undefined; 'api-key'?: string | undefined },
  env: CommandEnv,
): Platform {
  // A key from a file ends with a line break.
  const apiKey = (options['api-key'] ?? env.ASSAY_API_KEY)?.trim();
  if (!apiKey) throw new UsageError(`${command} needs an API key in ASSAY_API_KEY`);
  const address = webUrl('assay-url', options['assay-url'] ?? env.ASSAY_URL ?? 'http://127.0.0.1:4000');
  const url = address.href.replace(/(?<!\/)\/+$/, '');
  return { url, projectId: options.project, assay: clientOf(command, url, apiKey) };
}

function clientOf(command: string, url: string, credential: string): AssayClient {
  try {
    // The commands themselves decide what is worth another try, and when.
    return createClient({ url, credential, timeoutMs: TIMEOUT_MS, retries: 0 });
  } catch (error) {
    throw misuse(error, command);
  }
}

/** The client's refusal of an argument, which sends nothing, as a misuse of the command. */
const misuse = (error: unknown, command: string): unknown =>
  error instanceof TypeError ? new UsageError(`${command}: ${error.message}`) : error;

/** The reply of a call; throws a PlatformError for a refusal, and when no answer of the platform arrives. */
export async function replyOf<Reply>({ url }: Platform, call: Promise<Reply>): Promise<Reply> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Problem)
      throw new PlatformError(
        `the platform refuses: ${error.isFromPlatform ? error.message : `HTTP status ${error.status}`}`,
        error.status < 500 && error.status !== 429,
      );
    if (error instanceof ConnectionFailure)
      throw error.kind === 'redirect'
        ? new PlatformError(error.message, true)
        : new PlatformError(`${url} cannot be reached`, false);
    throw misuse(error, 'assay');
  }
}

/** Parses an http or https URL. */
export function webUrl(option: string, text: string | undefined): URL {
  const url = URL.parse(text ?? '');
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`--${option} is an http or https URL`);
  return url;
}
