import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { TunnelGrant } from '@assay/sdk';
import { EXIT_CODES, UsageError, type CommandEnv, type ExitCode, type OutputStreams } from '../command.ts';
import { dialPlatform } from './dial.ts';
import { requestForwarder } from './forward.ts';
import { PlatformError, platformOf, replyOf, webUrl, type Platform } from '../platform.ts';

const options = {
  url: { type: 'string' },
  name: { type: 'string' },
  project: { type: 'string', default: 'default' },
  'assay-url': { type: 'string' },
  'api-key': { type: 'string' },
} as const;

/** Pauses between connection attempts, in milliseconds. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [500, 30_000];
/** At most 3 seconds for closing the tunnel, in milliseconds. */
const GOODBYE_MS = 3_000;

const FINAL = {
  'no relay': 'the platform has no tunnel relay at that address; check --assay-url',
  closed: 'the tunnel was closed, or another connection has replaced this one',
  replaced: 'another connection has replaced this one',
  'token refused': "the platform refuses the tunnel's token: the tunnel was closed or created again",
};

/** Lets the platform use a server that only this machine can reach, until it is stopped. */
export async function openTunnel(args: string[], { out, err }: OutputStreams, env: CommandEnv): Promise<ExitCode> {
  const { values } = parseArgs({ args, options });
  if (values.name === undefined) throw new UsageError('assay tunnel needs a --name for the saved server');
  const url = webUrl('url', values.url);
  const platform = platformOf('assay tunnel', values, env);
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

/**
 * Keeps a connection open. A lost connection is opened again with growing pauses; a connection that the platform
 * ended is not.
 */
async function keep(
  platform: Platform,
  name: string,
  url: URL,
  { out, err }: OutputStreams,
  signal: AbortSignal,
): Promise<ExitCode> {
  let grant = await granted(platform, name);
  if (grant.previousUrl) out(`"${name}" was at ${withoutSecrets(grant.previousUrl)} before\n`);
  const onRequest = requestForwarder(url, ({ method, outcome, bytes, ms }) =>
    out(`${new Date().toISOString()} ${method} ${outcome} ${bytes} bytes ${ms} ms\n`),
  );
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const { is: ending, why } = await dialPlatform(
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
      `${why === undefined ? 'the connection is lost' : `${withoutSecrets(grant.relayWsUrl)} cannot be reached (${why})`}; connecting again\n`,
    );
    await delay(pauseMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
  await Promise.race([
    platform.assay.closeTunnel({ projectId: platform.projectId, serverId: grant.serverId }).catch(() => undefined),
    delay(GOODBYE_MS, undefined, { ref: false }),
  ]);
  return EXIT_CODES.ok;
}

const granted = (platform: Platform, name: string): Promise<TunnelGrant> =>
  replyOf(platform, platform.assay.createTunnel({ projectId: platform.projectId }, { name }));

/** A new token; the old one when the platform cannot be reached. */
async function anew(platform: Platform, name: string, old: TunnelGrant): Promise<TunnelGrant> {
  try {
    return await granted(platform, name);
  } catch (error) {
    if (error instanceof PlatformError && error.final) throw error;
    return old;
  }
}

function withoutSecrets(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}
