import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { surfaceHash } from '@assay/surface/hash';
import { surfaceDifferences, withSurfaces } from './surface-differences.ts';

const inputSchema = { type: 'object', properties: { city: { type: 'string' } } };
const tool = { name: 'forecast', title: 'Forecast', description: 'Tells the weather.', inputSchema };
const met = (more: Partial<typeof tool> | null, serverId = 'srv_1') => {
  const surface = {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    tools: more ? [{ ...tool, ...more }] : [],
    resources: [],
    resourceTemplates: [],
    prompts: [],
  } as Surface;
  return { serverId, hash: surfaceHash(surface), surface };
};

test.each<[string, Parameters<typeof met>[0], string]>([
  ['a tool that is gone', null, 'breaking'],
  ['a description in other words', { description: 'Tells the weather of a city.' }, 'affectsModels'],
  [
    'an argument that may be left out',
    { inputSchema: { ...inputSchema, properties: { city: { type: 'string' }, days: { type: 'integer' } } as never } },
    'additive',
  ],
  ['another title', { title: 'Weather forecast' }, 'cosmetic'],
])('%s is listed among the changes of a configuration as such', (_, more, grade) => {
  const surfaces = surfaceDifferences([met({})], [met(more)]);
  expect(surfaces).toMatchObject([{ serverId: 'srv_1', summary: { [grade]: 1 }, changes: [{ name: 'forecast' }] }]);
  expect(withSurfaces({ changed: ['/model'] }, surfaces).changed).toEqual([
    '/model',
    `/servers/srv_1/surface/${grade}`,
  ]);
});

test('equal surfaces, and servers that one run alone met, are no difference', () => {
  expect(surfaceDifferences([met({})], [met({}), met(null, 'srv_2')])).toEqual([]);
  expect(withSurfaces({ changed: [] }, [])).toEqual({ changed: [] });
});

test('a surface that is too long to be kept differs by its hash alone', () => {
  const surfaces = surfaceDifferences([met({})], [{ ...met(null), surface: undefined }]);
  expect(surfaces).toEqual([
    { serverId: 'srv_1', baseHash: `sha256:${met({}).hash}`, compareHash: `sha256:${met(null).hash}` },
  ]);
  expect(withSurfaces({ changed: [] }, surfaces).changed).toEqual(['/servers/srv_1/surface']);
});
