import { readEnv } from '@assay/kit/env';
import { builderSettings } from './builder-settings.ts';

const settings = (env: Record<string, string>) => readEnv(env, builderSettings);
const both = { BUILDKIT_ADDRESS: 'tcp://buildkitd:1234', IMAGE_REGISTRY: 'registry.local:5000/assay' };

test('a runner without the settings has no builder', () => expect(settings({ PATH: '/bin' })).toBeUndefined());

test('the program gets PATH and HOME, and nothing else of the runner', () => {
  const given = { ...both, PATH: '/bin', HOME: '/home/runner', MESH_SECRET: 'mesh' };
  expect(settings(given)).toEqual({
    address: 'tcp://buildkitd:1234',
    registry: 'registry.local:5000/assay',
    program: 'buildctl',
    env: { PATH: '/bin', HOME: '/home/runner' },
  });
  expect(settings({ ...both, BUILDKIT_ADDRESS: 'unix:///run/b.sock', BUILDCTL: '/opt/buildctl' })).toMatchObject({
    address: 'unix:///run/b.sock',
    program: '/opt/buildctl',
  });
});

test.each<[string, Record<string, string>, string]>([
  ['only an address', { BUILDKIT_ADDRESS: both.BUILDKIT_ADDRESS }, 'need each other'],
  ['only a registry', { IMAGE_REGISTRY: both.IMAGE_REGISTRY }, 'need each other'],
  ['a token of a runner outside', { ...both, RUNNER_TOKEN: 'rt_1' }, 'in the mesh'],
  [
    'a malformed address',
    { ...both, BUILDKIT_ADDRESS: 'buildkitd:1234' },
    'BUILDKIT_ADDRESS must be tcp://host:port or unix:///path',
  ],
  [
    'an option in the registry',
    { ...both, IMAGE_REGISTRY: 'registry.local,push=false' },
    'IMAGE_REGISTRY must be a host, a port if it has one',
  ],
])('%s is refused', (_, env, fault) => expect(() => settings(env)).toThrow(fault));
