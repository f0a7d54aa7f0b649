import { loadConfig } from './config.ts';

const env = { MESH_SECRET: 'mesh', KEY_ENCRYPTION_KEY: '00'.repeat(32), RUNS_ADDRESS: 'r:1', CATALOG_ADDRESS: 'c:1' };

test('yesterday\'s settings still start a runner: it takes no jobs and knows no language model', () => {
  expect(loadConfig(env)).toMatchObject({ slots: 8, jobSlots: 2, suitesAddress: undefined, authoringModel: 'scripted/rules', endpoints: {} });
});

test.each([
  ['a key of OpenAI', { OPENAI_API_KEY: 'k' }, { openai: { apiKey: 'k', baseUrl: 'https://api.openai.com/v1' } }],
  ['another address for it', { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://proxy/v1' }, { openai: { apiKey: 'k', baseUrl: 'http://proxy/v1' } }],
  ['a key of Anthropic', { ANTHROPIC_API_KEY: 'k' }, { anthropic: { apiKey: 'k', baseUrl: 'https://api.anthropic.com/v1' } }],
  ['the address of Ollama', { OLLAMA_BASE_URL: 'http://ollama:11434/v1' }, { ollama: { baseUrl: 'http://ollama:11434/v1' } }],
  ['an endpoint of one\'s own', { MODEL_BASE_URL: 'http://vllm/v1' }, { custom: { baseUrl: 'http://vllm/v1', apiKey: undefined } }],
  ['with a key', { MODEL_BASE_URL: 'http://vllm/v1', MODEL_API_KEY: 'k' }, { custom: { baseUrl: 'http://vllm/v1', apiKey: 'k' } }],
  ['an address without the key that the provider wants', { ANTHROPIC_BASE_URL: 'http://proxy/v1' }, {}],
])('%s sets up a provider', (_, more, endpoints) => expect(loadConfig({ ...env, ...more }).endpoints).toEqual(endpoints));
