import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { open } from '../../schema.ts';
import { ModelProvider, ModelProviderPage, ModelProviderRemoved, SetModelProvider } from './documents.ts';
import { ModelPage } from './model.ts';

const providers = { tag: 'Model providers', access: 'key', service: 'catalog' } as const;

export const listModelProviders = operation({
  ...providers,
  method: 'GET',
  path: '/organizations/{organizationId}/model-providers',
  access: 'viewer',
  summary: 'List the providers of models that the organization has keys of.',
  input: NoQuery,
  status: 200,
  reply: ModelProviderPage,
});

export const removeModelProvider = operation({
  ...providers,
  method: 'DELETE',
  path: '/organizations/{organizationId}/model-providers/{provider}',
  access: 'admin',
  personal: true,
  summary: 'Delete the saved key and address of a model provider.',
  description:
    'Needs an owner or admin of the organization. Runs that were launched before keep their access until they end.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: ModelProviderRemoved,
});

export const setModelProvider = operation({
  ...providers,
  method: 'PUT',
  path: '/organizations/{organizationId}/model-providers/{provider}',
  access: 'admin',
  personal: true,
  summary: 'Save the key and address of a model provider.',
  description:
    'Needs an owner or admin of the organization. Replaces the saved entry; the key is kept encrypted and never returned.',
  input: SetModelProvider,
  status: 200,
  reply: ModelProvider,
});

export const listModels = operation({
  method: 'GET',
  path: '/models',
  tag: 'Models',
  summary: 'List the models that this installation hosts.',
  access: 'public',
  service: 'catalog',
  input: open({}),
  status: 200,
  reply: ModelPage,
});
