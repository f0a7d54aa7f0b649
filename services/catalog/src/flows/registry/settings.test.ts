import { readEnv } from '@assay/kit/env';
import { REGISTRY_SOURCES } from './settings.ts';

const read = (text?: string) => readEnv({ REGISTRY_SOURCES: text }, ({ read }) => read(REGISTRY_SOURCES));

test('the official registry is searched by default', () =>
  expect(read()).toEqual([{ name: 'official', url: 'https://registry.modelcontextprotocol.io' }]));
test('no registry is searched when the operator sets none', () => expect(read('none')).toEqual([]));
test('sources have names', () =>
  expect(read('own=http://registry.corp:8080/, other=https://x.example/v0.1')).toEqual([
    { name: 'own', url: 'http://registry.corp:8080' },
    { name: 'other', url: 'https://x.example/v0.1' },
  ]));
test.each([
  'https://x.example',
  'a=x',
  'A=https://x.example',
  'a=https://x.example,a=https://y.example',
  'none,a=https://x.example',
  'a=https://user:pw@x.example',
])('%s is refused', (text) => expect(() => read(text)).toThrow('REGISTRY_SOURCES'));
