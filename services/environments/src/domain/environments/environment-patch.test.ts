import type { EnvironmentState } from './environment-record.ts';
import { patchedState } from './environment-patch.ts';

const state: EnvironmentState = {
  name: 'staging',
  clientId: 'client_1',
  serverGroupId: 'srvgroup_1',
  body: { description: 'before', modelId: 'scripted/echo', pluginVersionIds: ['plugver_1'] },
  isArchived: false,
};

test.each<[string, Parameters<typeof patchedState>[1], Partial<EnvironmentState>]>([
  ['nothing', {}, {}],
  ['a name', { name: 'production' }, { name: 'production' }],
  ['a client', { hostId: 'client_2' }, { clientId: 'client_2' }],
  ['a server group', { serverAttachmentId: 'srvgroup_2' }, { serverGroupId: 'srvgroup_2' }],
  ['a cleared server group', { serverAttachmentId: null }, { serverGroupId: undefined }],
  [
    'a cleared and a new setting',
    { modelId: null, description: 'after' },
    { body: { description: 'after', pluginVersionIds: ['plugver_1'] } },
  ],
])('a patch with %s leaves everything else alone', (_, patch, changes) =>
  expect(patchedState(state, patch)).toEqual({ ...state, ...changes }),
);
