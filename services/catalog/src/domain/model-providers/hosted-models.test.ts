import { readHostedModels } from './hosted-models.ts';

const read = (list: unknown) => readHostedModels(JSON.stringify(list));
const priced = { id: 'openai/gpt-x', inputUsdPerMillion: 2.5, outputUsdPerMillion: 10 };

test('a listed model has a provider, a name and prices', () => {
  expect(
    read([
      {
        ...priced,
        name: 'GPT X',
        description: 'Good.',
        cachedInputUsdPerMillion: 1.25,
        supportedReasoningEfforts: ['low'],
      },
      { id: 'openrouter/meta/llama' },
    ]),
  ).toEqual({
    models: [
      {
        id: 'openai/gpt-x',
        provider: 'openai',
        name: 'GPT X',
        description: 'Good.',
        pricing: { inputUsdPerMillion: 2.5, outputUsdPerMillion: 10, cachedInputUsdPerMillion: 1.25 },
        supportedReasoningEfforts: ['low'],
      },
      {
        id: 'openrouter/meta/llama',
        provider: 'openrouter',
        name: 'meta/llama',
        description: '',
        supportedReasoningEfforts: [],
      },
    ],
    faults: [],
  });
});

test.each<[string, unknown, string]>([
  ['an object', {}, ''],
  ['a model without id', [{ name: 'x' }], '/0/id'],
  ['a model without provider', [{ id: 'gpt-x' }], '/0/id'],
  ['a model of an unknown provider', [priced, { id: 'unknown/x' }], '/1/id'],
  ['a model twice', [priced, { id: 'ollama/x' }, priced], '/2/id'],
  ['a misspelt field', [{ ...priced, price: 1 }], '/0/price'],
  ['a price below nothing', [{ ...priced, inputUsdPerMillion: -1 }], '/0/inputUsdPerMillion'],
  ['a price of output without one of input', [{ id: 'openai/x', outputUsdPerMillion: 1 }], '/0/inputUsdPerMillion'],
  ['a price of input without one of output', [{ id: 'openai/x', inputUsdPerMillion: 1 }], '/0/outputUsdPerMillion'],
  ['a price of cached input alone', [{ id: 'openai/x', cachedInputUsdPerMillion: 1 }], '/0/inputUsdPerMillion'],
  [
    'an effort that no model has',
    [{ ...priced, supportedReasoningEfforts: ['huge'] }],
    '/0/supportedReasoningEfforts/0',
  ],
])('a list with %s is refused at its place', (_, list, path) => {
  expect(read(list).faults[0]?.path).toBe(path);
});

test('a list that is not JSON is refused', () =>
  expect(readHostedModels('[{').faults).toEqual([{ path: '', message: 'is not JSON' }]));
