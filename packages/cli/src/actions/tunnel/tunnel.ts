import { setTimeout as delay } from 'node:timers/promises';
import type { TunnelGrant } from '@assay/sdk';
import { UsageError } from '../../command-failure.ts';
import type { tunnelInput } from '../../commands/tunnel.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { isOutage } from '../../platform/explain-failure.ts';
import type { ProjectPlatform } from '../../platform/open-platform.ts';
import { parseWebUrl } from '../../platform/platform-address.ts';
import type { Terminal } from '../../terminal.ts';
import { dialPlatform } from './dial.ts';
import { requestForwarder } from './forward.ts';

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
export const openTunnel: Action<typeof tunnelInput> = async (context, { options: { name, url } }) => {
  if (name === undefined) throw new UsageError('assay tunnel needs a --name for the saved server');
  const address = parseWebUrl('--url', url);
  const { terminal, interrupted } = context;
  try {
    return await keep(await context.platform(), name, address, terminal, interrupted);
  } catch (error) {
    if (interrupted.aborted) return exitCodes.passed;
    throw error;
  }
};

/**
 * Keeps a connection open. A lost connection is opened again with growing pauses; a connection that the platform
 * ended is not.
 */
async function keep(
  platform: ProjectPlatform,
  name: string,
  url: URL,
  { out, err }: Terminal,
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
      return exitCodes.failed;
    }
    err(
      `${why === undefined ? 'the connection is lost' : `${withoutSecrets(grant.relayWsUrl)} cannot be reached (${why})`}; connecting again\n`,
    );
    await delay(pauseMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
  await Promise.race([
    platform.uninterrupted
      .closeTunnel({ projectId: await platform.projectId(), serverId: grant.serverId })
      .catch(() => undefined),
    delay(GOODBYE_MS, undefined, { ref: false }),
  ]);
  return exitCodes.passed;
}

const granted = async ({ assay, projectId }: ProjectPlatform, name: string): Promise<TunnelGrant> =>
  assay.createTunnel({ projectId: await projectId() }, { name }, { retries: 0 });

/** A new token; the old one when the platform cannot be reached. */
async function anew(platform: ProjectPlatform, name: string, old: TunnelGrant): Promise<TunnelGrant> {
  try {
    return await granted(platform, name);
  } catch (error) {
    if (!isOutage(error)) throw error;
    return old;
  }
}

function withoutSecrets(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}
