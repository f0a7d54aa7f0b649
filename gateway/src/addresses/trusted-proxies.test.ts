import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import { loadConfig } from '../config.ts';
import { proxiesOf, type TrustedProxies } from './trusted-proxies.ts';

/** The address that a request gets when its peer is `remoteAddress`. */
const seen = (trusted: TrustedProxies, remoteAddress: string, forwarded: string) =>
  proxyAddr(
    {
      connection: { remoteAddress },
      socket: { remoteAddress },
      headers: { 'x-forwarded-for': forwarded },
    } as unknown as IncomingMessage,
    trusted,
  );

test.each([
  ['an ingress', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['an ingress, with forged proxies of the sender', '10.0.0.1', '203.0.113.9, 203.0.113.7', '203.0.113.7'],
  ['an ingress, with forged proxies of a sender in the same network', '10.0.0.1', '203.0.113.9, 10.1.2.3', '10.1.2.3'],
  ['an outside sender', '203.0.113.7', '10.1.2.3', '203.0.113.7'],
])('`nearest` takes the address from the nearest private hop: %s', (_, from, forwarded, address) =>
  expect(seen(proxiesOf('nearest'), from, forwarded)).toBe(address),
);

test.each(['10.0.0.1', '127.0.0.1', '203.0.113.7'])('no peer is trusted by default: %s', (peer) => {
  const addresses = Object.fromEntries(
    ['CATALOG', 'DIAGNOSTICS', 'ENVIRONMENTS', 'SUITES', 'RUNS', 'SWARMS'].map((name) => [
      `${name}_ADDRESS`,
      '127.0.0.1:1',
    ]),
  );
  const { trustedProxies } = loadConfig({ ...addresses, MESH_SECRET: 'x'.repeat(32) });
  expect(seen(trustedProxies, peer, '198.51.100.1')).toBe(peer);
});

test('an operator names the trusted proxies, or none', () => {
  const chain = '203.0.113.7, 198.51.100.1';
  expect(seen(proxiesOf('loopback, 198.51.100.0/24'), '127.0.0.1', chain)).toBe('203.0.113.7');
  expect(seen(proxiesOf('127.0.0.1'), '127.0.0.1', chain)).toBe('198.51.100.1');
  expect(seen(proxiesOf('none'), '127.0.0.1', chain)).toBe('127.0.0.1');
});

test.each(['all', '10.0.0.0/99', '10.0.0.1,none'])('%s is not a valid list of proxies', (raw) =>
  expect(() => proxiesOf(raw)).toThrow('TRUSTED_PROXIES'),
);
