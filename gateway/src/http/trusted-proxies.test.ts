import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import { nearestPrivate, proxiesOf, type TrustedProxies } from './trusted-proxies.ts';

/** Where a request is taken to come from that the last proxy, or the sender, sends from `remoteAddress`. */
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
  ['an ingress, of somebody who makes proxies up', '10.0.0.1', '203.0.113.9, 203.0.113.7', '203.0.113.7'],
  ['an ingress, of somebody in the same network who makes proxies up', '10.0.0.1', '203.0.113.9, 10.1.2.3', '10.1.2.3'],
  ['somebody outside', '203.0.113.7', '10.1.2.3', '203.0.113.7'],
])('without a setting the word of %s counts as far as it can be known', (_, from, forwarded, address) =>
  expect(seen(nearestPrivate, from, forwarded)).toBe(address),
);

test('an operator says whom to believe, or nobody', () => {
  const chain = '203.0.113.7, 198.51.100.1';
  expect(seen(proxiesOf('loopback, 198.51.100.0/24'), '127.0.0.1', chain)).toBe('203.0.113.7');
  expect(seen(proxiesOf('127.0.0.1'), '127.0.0.1', chain)).toBe('198.51.100.1');
  expect(seen(proxiesOf('none'), '127.0.0.1', chain)).toBe('127.0.0.1');
});

test.each(['everybody', '10.0.0.0/99', '10.0.0.1,none'])('%s is nobody that can be believed', (raw) =>
  expect(() => proxiesOf(raw)).toThrow('TRUSTED_PROXIES'),
);
