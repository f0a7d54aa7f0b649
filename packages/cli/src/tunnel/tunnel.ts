import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { EXIT_CODES, UsageError, type Env, type ExitCode, type OutputStreams } from '../command.ts';
import { dial } from './dial.ts';
import { forwarder } from './forward.ts';
import { closeTunnel, createTunnel, PlatformError, webUrl, type TunnelGrant, type Platform } from './platform.ts';

const options = {
  url: { type: 'string' },
  name: { type: 'string' },
  project: { type: 'string', default: 'default' },
  'assay-url': { type: 'string' },
  'api-key': { type: 'string' },
} as const;

/** Pauses between attempts to connect, in milliseconds. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [500, 30_000];
/** How long saying goodbye may take, in milliseconds. */
const GOODBYE_MS = 3_000;

const FINAL = {
  'no relay': 'the platform takes no tunnels at that address',
  closed: 'the tunnel was closed, or another connection has taken its place',
  replaced: "another connection has taken this one's place",
  'token refused':
    "the platform does not take the tunnel's token any more: it was closed, or made anew by somebody else",
};

/** Lets the platform use a server that only this machine reaches, until it is told to stop. */
export async function openTunnel(args: string[], { out, err }: OutputStreams, env: Env): Promise<ExitCode> {
  const { values } = parseArgs({ args, options });
  if (values.name === undefined) throw new UsageError('assay tunnel needs a --name for the saved server');
  const url = webUrl('url', values.url);
  const apiKey = values['api-key'] ?? env.ASSAY_API_KEY;
  if (!apiKey) throw new UsageError('assay tunnel needs an API key in ASSAY_API_KEY');
  const platform = {
    url: webUrl('assay-url', values['assay-url'] ?? env.ASSAY_URL ?? 'http://127.0.0.1:4000').href.replace(/\/+$/, ''),
    apiKey,
    project: values.project,
  };
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  try {
    return await keep(platform, values.name, url, { out, err }, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return EXIT_CODES.ok;
    if (!(error instanceof PlatformError)) throw error;
    err(`${error.message}\n`);
    return EXIT_CODES.faulty;
  }
}

/** Keeps a connection open. It is dialled anew when it was lost, with growing pauses, and not when the platform ended it. */
async function keep(
  platform: Platform,
  name: string,
  url: URL,
  { out, err }: OutputStreams,
  signal: AbortSignal,
): Promise<ExitCode> {
  let grant = await createTunnel(platform, name);
  if (grant.previousUrl) out(`"${name}" was at ${withoutSecrets(grant.previousUrl)} before\n`);
  const onRequest = forwarder(url, ({ method, outcome, bytes, ms }) =>
    out(`${new Date().toISOString()} ${method} ${outcome} ${bytes} bytes ${ms} ms\n`),
  );
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const { is: ending, why } = await dial(
      grant,
      onRequest,
      () => {
        pauseMs = FIRST_PAUSE_MS;
        out(`connected: "${name}" leads to ${withoutSecrets(url.href)}\n`);
      },
      signal,
    );
    if (signal.aborted) break;
    if (ending === 'token refused' && Date.now() >= grant.connectTokenExpiresAt) {
      grant = await anew(platform, name, grant);
    } else if (ending !== 'lost') {
      err(`${ending === 'no relay' ? `${withoutSecrets(grant.relayWsUrl)}: ` : ''}${FINAL[ending]}\n`);
      return EXIT_CODES.faulty;
    }
    err(
      `${why === undefined ? 'the connection is lost' : `${withoutSecrets(grant.relayWsUrl)} cannot be dialled (${why})`}; dialling again\n`,
    );
    await delay(pauseMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
  await Promise.race([
    closeTunnel(platform, grant.serverId).catch(() => undefined),
    delay(GOODBYE_MS, undefined, { ref: false }),
  ]);
  return EXIT_CODES.ok;
}

/** Another token; the old one while the platform cannot be asked. */
async function anew(platform: Platform, name: string, old: TunnelGrant): Promise<TunnelGrant> {
  try {
    return await createTunnel(platform, name);
  } catch (error) {
    if (error instanceof PlatformError && error.final) throw error;
    return old;
  }
}

function withoutSecrets(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}
