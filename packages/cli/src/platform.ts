import { UsageError, type CommandEnv } from './command.ts';

/** The grant of the platform for a tunnel. */
export interface TunnelGrant {
  serverId: string;
  name: string;
  existed: boolean;
  previousUrl?: string;
  connectToken: string;
  connectTokenExpiresAt: number;
  relayWsUrl: string;
}

export interface Platform {
  url: string;
  apiKey: string;
  project: string;
}

const TIMEOUT_MS = 30_000;
/** A zip of 10 MiB takes its time over a slow line. */
const ZIP_TIMEOUT_MS = 300_000;

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
  const apiKey = options['api-key'] ?? env.ASSAY_API_KEY;
  if (!apiKey) throw new UsageError(`${command} needs an API key in ASSAY_API_KEY`);
  const url = webUrl('assay-url', options['assay-url'] ?? env.ASSAY_URL ?? 'http://127.0.0.1:4000');
  return { url: url.href.replace(/(?<!\/)\/+$/, ''), apiKey, project: options.project };
}

export const createTunnel = (platform: Platform, name: string): Promise<TunnelGrant> =>
  postJson(platform, '/tunnels', { name }) as Promise<TunnelGrant>;

export const closeTunnel = (platform: Platform, serverId: string): Promise<unknown> =>
  postJson(platform, `/tunnels/${encodeURIComponent(serverId)}/close`, {});

/** Sends a JSON body to a path of the project, and answers the platform's JSON. */
export const postJson = (
  platform: Platform,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<unknown> => send(platform, path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

/** Sends a zip to a path of the project, and answers the platform's JSON. */
export const sendZip = (platform: Platform, path: string, zip: Uint8Array): Promise<unknown> =>
  send(platform, path, new Uint8Array(zip), { 'content-type': 'application/zip' }, ZIP_TIMEOUT_MS);

async function send(
  { url, apiKey, project }: Platform,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  timeoutMs = TIMEOUT_MS,
): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`${url}/api/v1/projects/${encodeURIComponent(project)}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, ...headers },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    throw new PlatformError(`${url} cannot be reached`, false);
  }
  const answer = (await response.json().catch(() => ({}))) as { message?: string };
  if (!response.ok)
    throw new PlatformError(
      `the platform refuses: ${answer.message ?? `HTTP status ${response.status}`}`,
      response.status < 500 && response.status !== 429,
    );
  return answer;
}

/** Parses an http or https URL. */
export function webUrl(option: string, text: string | undefined): URL {
  const url = URL.parse(text ?? '');
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`--${option} is an http or https URL`);
  return url;
}
