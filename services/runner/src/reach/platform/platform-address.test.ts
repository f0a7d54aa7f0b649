import { platformAddress } from './platform-address.ts';

test.each<[string, string, boolean]>([
  ['https://assay.example', 'assay.example:443', true],
  ['https://assay.example:4001/', 'assay.example:4001', true],
  ['grpcs://assay.example:443', 'assay.example:443', true],
  ['http://10.0.0.1', '10.0.0.1:80', false],
  ['grpc://assay.example:4001', 'assay.example:4001', false],
  ['assay.example:4001', 'assay.example:4001', false],
  ['https://[::1]:4001', '[::1]:4001', true],
])('%s', (text, address, tls) => expect(platformAddress(text)).toEqual({ address, tls }));

test.each([
  '',
  'assay.example',
  'ftp://assay.example',
  'https://',
  'https://a.example/path',
  'https://me:secret@a.example',
  'a.example:port',
  'https://a b',
])('"%s" is not an address', (text) => {
  expect(platformAddress(text)).toBeUndefined();
});
