import { readEnv, type Env } from '@assay/kit/env';
import { TEST_CERTIFICATE } from '@assay/testkit/certificates/certificate';
import { egressSettings, ONE_MACHINE_EGRESS } from './settings.ts';

const read = (env: Env) => readEnv(env, egressSettings);

test.each<[boolean, Env]>([
  [true, { HOST: '127.0.0.1' }],
  [true, { HOST: 'localhost', LISTEN_ADDRESS: '0.0.0.0:1' }],
  [true, { HOST: '::1' }],
  [true, { LISTEN_ADDRESS: '127.0.0.1:0' }],
  [true, { LISTEN_ADDRESS: '[::1]:50051' }],
  [false, {}],
  [false, { HOST: '0.0.0.0', LISTEN_ADDRESS: '127.0.0.1:0' }],
  [false, { HOST: '192.168.1.2' }],
  [false, { HOST: 'assay.example' }],
  [false, { LISTEN_ADDRESS: '0.0.0.0:50051' }],
  [true, { HOST: '0.0.0.0', EGRESS_ALLOW_PRIVATE: 'true' }],
  [false, { HOST: '127.0.0.1', EGRESS_ALLOW_PRIVATE: 'false' }],
])('private addresses are allowed by default only on loopback: %s for %j', (allowPrivate, env) =>
  expect(read(env)).toEqual({ ...ONE_MACHINE_EGRESS, allowPrivate }),
);

test('every setting is read', () => {
  const settings = read({
    EGRESS_ALLOW: 'a.example, 10.0.0.0/8',
    EGRESS_DENY: '*.b.example',
    EGRESS_SCHEMES: 'https',
    EGRESS_MAX_RESPONSE_BYTES: '1000',
    EGRESS_MAX_HEADER_BYTES: '2000',
    EGRESS_PROXY: 'http://me:secret@proxy:3128',
    EGRESS_NO_PROXY: '*.local',
    EGRESS_CA: TEST_CERTIFICATE.cert,
  });
  expect(settings).toMatchObject({
    schemes: ['https'],
    maxResponseBytes: 1000,
    maxHeaderBytes: 2000,
    proxy: { url: new URL('http://proxy:3128'), authorization: `Basic ${btoa('me:secret')}` },
    ca: TEST_CERTIFICATE.cert,
  });
  expect([
    settings.allow.hasName('a.example'),
    settings.allow.hasAddress('10.1.1.1'),
    settings.deny.hasName('x.b.example'),
    settings.proxy!.except.hasName('nas.local'),
  ]).toEqual([true, true, true, true]);
});

test.each([
  ['EGRESS_ALLOW', '10.0.0.0/99'],
  ['EGRESS_DENY', 'http://a'],
  ['EGRESS_SCHEMES', 'https, ftp'],
  ['EGRESS_MAX_RESPONSE_BYTES', '0'],
  ['EGRESS_MAX_HEADER_BYTES', '16k'],
  ['EGRESS_PROXY', 'socks5://me:secret@proxy'],
  ['EGRESS_PROXY', 'secret'],
  ['EGRESS_PROXY', 'http://me:secret%@proxy'],
  ['EGRESS_PROXY', 'http://secret%zz:me@proxy'],
  ['EGRESS_NO_PROXY', 'a b'],
  ['EGRESS_CA', 'secret'],
  ['EGRESS_ALLOW_PRIVATE', 'perhaps'],
])("%s=%s fails the start with the setting's name and without its value", (name, value) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^Bad configuration: ${name} must be `));
  expect(() => read({ [name]: value })).not.toThrow('secret');
});

test('a missing certificate file fails the start', () => {
  expect(() => read({ EGRESS_CA_FILE: '/no/such/file' })).toThrow('EGRESS_CA_FILE cannot be read');
});
