import type { ModelProviderName, SetModelProvider } from '@assay/contract/areas/model-providers/documents';
import { providerFault, providerNamed } from './model-provider.ts';

const [apiKey, baseUrl] = ['key', 'https://models.example/v1'];

test.each<[ModelProviderName, SetModelProvider, string | undefined]>([
  ['openai', { apiKey }, undefined],
  ['openai', { apiKey, baseUrl }, undefined],
  ['openai', { baseUrl }, '/apiKey'],
  ['azure', { apiKey }, '/baseUrl'],
  ['azure', { apiKey, baseUrl }, undefined],
  ['ollama', { baseUrl: 'http://localhost:11434/v1' }, undefined],
  ['ollama', { apiKey }, '/baseUrl'],
  ['custom', { baseUrl: 'ftp://models.example' }, '/baseUrl'],
  ['custom', { baseUrl: 'https://me:secret@models.example' }, '/baseUrl'],
])('%s with %j', (provider, settings, path) => expect(providerFault(provider, settings)?.path).toBe(path));

test.each(['', 'OpenAI', 'scripted', 'toString'])('there is no provider %j', (name) =>
  expect(providerNamed(name)).toBeUndefined(),
);
