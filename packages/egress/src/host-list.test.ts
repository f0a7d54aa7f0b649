import { HostList } from './host-list.ts';

const list = HostList.parse(
  'crm.internal, *.Corp.example, 10.0.0.0/8, 192.168.1.7, fd00::/8, ::1, bücher.example, dot.example.',
)!;

test.each([
  ['crm.internal', true],
  ['sub.crm.internal', false],
  ['a.corp.example', true],
  ['a.b.corp.example', true],
  ['corp.example', false],
  ['evilcorp.example', false],
  ['xn--bcher-kva.example', true],
  ['dot.example', true],
])('the name %s: %s', (name, listed) => expect(list.hasName(name)).toBe(listed));

test.each([
  ['10.255.0.1', true],
  ['11.0.0.1', false],
  ['192.168.1.7', true],
  ['192.168.1.8', false],
  ['fd12::1', true],
  ['::1', true],
  ['::2', false],
  ['::ffff:10.0.0.1', true],
  ['64:ff9b::10.0.0.1', true],
])('the address %s: %s', (address, listed) => expect(list.hasAddress(address)).toBe(listed));

test.each([
  '10.0.0.0/33',
  '10.0.0.0/x',
  '10.0.0.0/8/8',
  'fd00::/129',
  'http://a',
  'a:80',
  'a b',
  '*',
  '*.',
  'a.*',
  '10.1',
  '0x7f.1',
  '/8',
  'user@a',
  '[::1]',
])('the list refuses the item "%s"', (item) => {
  expect(HostList.parse(`a, ${item}`)).toBeUndefined();
});
