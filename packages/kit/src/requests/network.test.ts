import { networkOf } from './network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['', 'nowhere'],
  ['x'.repeat(8_000), 'nowhere'],
  ['192.0.2.7:80', 'nowhere'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:0:0:0:9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3::4:5:6:7', '1:2:3:0::/64'],
])('%s stands for %s', (address, network) => expect(networkOf(address)).toBe(network));

test('of IPv6, a site may have many networks', () => expect(networkOf('2001:db8:1:2::9', 48)).toBe('2001:db8:1::/48'));
