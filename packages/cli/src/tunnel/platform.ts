import { UsageError } from '../command.ts';

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

/** The platform refused the request, or could not be reached. */
export class PlatformError extends Error {
  /** Whether a retry is pointless. */
  readonly final: boolean;

  constructor(message: string, final: boolean) {
    super(message);
    this.final = final;
  }
}

export const createTunnel = (platform: Platform, name: string): Promise<TunnelGrant> =>
  ask(platform, '/tunnels', { name }) as Promise<TunnelGrant>;

export const closeTunnel = (platform: Platform, serverId: string): Promise<unknown> =>
  ask(platform, `/tunnels/${encodeURIComponent(serverId)}/close`, {});

async function ask({ url, apiKey, project }: Platform, path: string, body: object): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`${url}/api/v1/projects/${encodeURIComponent(project)}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
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
