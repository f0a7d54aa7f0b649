import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Config } from '../config.ts';

/**
 * The URL of this gateway for other gateways: the configured one, else its listen address, else the first address of
 * the machine.
 */
export function relayUrlOf({ host, relayUrl }: Pick<Config, 'host' | 'relayUrl'>, server: Server): string {
  if (relayUrl !== undefined) return relayUrl;
  const { port } = server.address() as AddressInfo;
  const own = ['0.0.0.0', '::'].includes(host) ? firstAddress() : host;
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`;
}

function firstAddress(): string {
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  return (outer.find(({ family }) => family === 'IPv4') ?? outer[0])?.address ?? '127.0.0.1';
}
