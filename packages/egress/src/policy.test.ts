import { HostList } from './host-list.ts';
import { EgressPolicy } from './policy.ts';
import type { RefusalReason } from './refusal.ts';
import { ONE_MACHINE_EGRESS, operatorEgressSettings, type EgressSettings } from './settings.ts';

const listed = (text: string) => HostList.parse(text)!;
const CLOSED: EgressSettings = { ...ONE_MACHINE_EGRESS, allowPrivate: false };
const CRM: EgressSettings = {
  ...CLOSED,
  allow: listed('crm.internal, 10.7.0.0/16, 198.18.0.0/15, 169.254.0.0/16, 224.0.0.0/4, 168.63.129.16'),
};
const DENIES: EgressSettings = {
  ...ONE_MACHINE_EGRESS,
  allow: listed('10.0.0.0/8'),
  deny: listed('10.0.0.9, *.evil.example, 93.184.0.0/16'),
};
const verdict = (settings: EgressSettings, url: string) =>
  new EgressPolicy(settings).faultOf(new URL(url))?.addressClass;

test.each<[string, Record<'open' | 'closed' | 'own', RefusalReason | undefined>]>([
  ['https://93.184.215.14/', { open: undefined, closed: undefined, own: undefined }],
  ['https://mcp.example/', { open: undefined, closed: undefined, own: undefined }],
  ['http://127.0.0.1:3000/mcp', { open: undefined, closed: 'loopback', own: undefined }],
  ['http://0.0.0.0:3000/mcp', { open: undefined, closed: 'loopback', own: undefined }],
  ['http://[::1]/', { open: undefined, closed: 'loopback', own: undefined }],
  ['http://192.168.1.1/', { open: undefined, closed: 'private', own: undefined }],
  ['http://100.64.0.1/', { open: undefined, closed: 'private', own: undefined }],
  ['http://169.254.10.10/', { open: 'link-local', closed: 'link-local', own: 'link-local' }],
  ['http://169.254.169.254/latest', { open: 'metadata', closed: 'metadata', own: 'metadata' }],
  ['http://[fd00:ec2::254]/', { open: 'metadata', closed: 'metadata', own: 'metadata' }],
  ['http://metadata.google.internal/', { open: 'metadata', closed: 'metadata', own: 'metadata' }],
  ['http://METADATA.google.internal./', { open: 'metadata', closed: 'metadata', own: 'metadata' }],
  ['http://224.0.0.1/', { open: 'multicast', closed: 'multicast', own: 'multicast' }],
  ['http://240.0.0.1/', { open: 'reserved', closed: 'reserved', own: 'reserved' }],
  // Other notations of the same addresses.
  ['http://2852039166/', { open: 'metadata', closed: 'metadata', own: 'metadata' }],
  ['http://0xa9fea9fe/', { open: 'metadata', closed: 'metadata', own: 'metadata' }],
  ['http://0251.0376.0251.0376/', { open: 'metadata', closed: 'metadata', own: 'metadata' }],
  ['http://169.254.43518/', { open: 'metadata', closed: 'metadata', own: 'metadata' }],
  ['http://169.254.169.254./', { open: 'metadata', closed: 'metadata', own: 'metadata' }],
  ['http://[::ffff:169.254.169.254]/', { open: 'metadata', closed: 'metadata', own: 'metadata' }],
  ['http://１６９。254.169.254/', { open: 'metadata', closed: 'metadata', own: 'metadata' }],
  ['http://127.1/', { open: undefined, closed: 'loopback', own: undefined }],
  ['http://%31%32%37.0.0.1/', { open: undefined, closed: 'loopback', own: undefined }],
])('%s', (url, expected) => {
  expect({
    open: verdict(ONE_MACHINE_EGRESS, url),
    closed: verdict(CLOSED, url),
    own: verdict(operatorEgressSettings(CLOSED), url),
  }).toEqual(expected);
});

test.each<[string, EgressSettings, string, string, RefusalReason | undefined]>([
  ['a listed name may be private', CRM, 'crm.internal', '10.1.1.1', undefined],
  ['a listed name with a trailing dot may be private', CRM, 'crm.internal.', '10.1.1.1', undefined],
  ['a name that is not listed may not be private', CRM, 'x.internal', '10.1.1.1', 'private'],
  ['an address in a listed range is allowed', CRM, 'x.internal', '10.7.1.1', undefined],
  ['a listed reserved address is allowed', CRM, 'x.internal', '198.18.1.1', undefined],
  ['a listed name never leads to metadata', CRM, 'crm.internal', '169.254.169.254', 'metadata'],
  ['a listed address never leads to metadata', CRM, 'x', '168.63.129.16', 'metadata'],
  ['a listed name never leads to a link-local address', CRM, 'crm.internal', '169.254.1.1', 'link-local'],
  ['a listed name never leads to a multicast address', CRM, 'crm.internal', '224.0.0.1', 'multicast'],
  ['a denied host stays denied when it is also listed', DENIES, 'x', '10.0.0.9', 'denied'],
  ['the neighbour of a denied host is allowed', DENIES, 'x', '10.0.0.8', undefined],
  ['a denied name', DENIES, 'a.evil.example', '1.1.1.1', 'denied'],
  ['a denied public address is refused', DENIES, 'x', '93.184.215.14', 'denied'],
  [
    'a denial also covers addresses that the operator set up',
    operatorEgressSettings(DENIES),
    'x',
    '10.0.0.9',
    'denied',
  ],
])('%s', (_, settings, hostname, address, ground) => {
  expect(new EgressPolicy(settings).groundAgainst(hostname, address)).toBe(ground);
});

test.each([
  [ONE_MACHINE_EGRESS, 'ftp://a.example/', 'http:// or https://'],
  [ONE_MACHINE_EGRESS, 'file:///etc/passwd', 'http:// or https://'],
  [{ ...ONE_MACHINE_EGRESS, schemes: ['https'] as const }, 'http://a.example/', 'begin with https://.'],
  [ONE_MACHINE_EGRESS, 'https://me:secret@a.example/', 'credentials'],
])('a forbidden URL is refused with a message that names the reason', (settings, url, words) => {
  expect(new EgressPolicy(settings).faultOf(new URL(url))).toEqual({
    message: expect.stringContaining(words) as string,
  });
  expect(new EgressPolicy(settings).faultOf(new URL(url))!.message).not.toContain('secret');
});
