import { clientAddress, clientNetwork } from './client-address.ts';

const socket = { remoteAddress: '10.0.0.1' } as never;
const zone = 'x'.repeat(8_000);

test.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  [`fe80::1%${zone}`, 'fe80::1', 'fe80:0:0:0::/64'],
  ['192.0.2.7:1234', '10.0.0.1', '10.0.0.1'],
  ['unknown', '10.0.0.1', '10.0.0.1'],
  [zone, '10.0.0.1', '10.0.0.1'],
  [undefined, '10.0.0.1', '10.0.0.1'],
])('a request from %s has the address %s, and the network %s', (ip, address, network) => {
  expect([clientAddress({ ip, socket }), clientNetwork({ ip, socket })]).toEqual([address, network]);
});

test('a closed connection has no address', () => expect(clientAddress({ socket: {} as never })).toBe(''));
