import { temporarySettings } from './temporary-settings.ts';

test('a key of a provider is taken from a shell only with the address that it needs', () => {
  const [key, address] = [{ AZURE_OPENAI_API_KEY: 'k' }, { AZURE_OPENAI_BASE_URL: 'https://x.example/openai' }];
  expect(temporarySettings(key, [], undefined)).not.toHaveProperty('AZURE_OPENAI_API_KEY');
  expect(temporarySettings({ ...key, ...address }, [], undefined)).toMatchObject({ ...key, ...address });
  expect(temporarySettings({ OPENAI_API_KEY: 'k' }, [], undefined)).toMatchObject({ OPENAI_API_KEY: 'k' });
});
