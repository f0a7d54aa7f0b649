import type { ModelAccess } from '@assay/contract/areas/eval-runs/execution';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS, operatorEgressSettings } from '@assay/egress/settings';
import { startModelEndpoint, type ModelEndpoint } from '@assay/testkit/model-endpoint/model-endpoint';
import { askForJson } from '../../src/engine/models/ask-for-json.ts';
import { Models } from '../../src/engine/models/models.ts';
import { modelForTurns } from '../../src/engine/models/model-for-turns.ts';

const CLOSED = { ...ONE_MACHINE_EGRESS, allowPrivate: false };
const signal = new AbortController().signal;
const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'], additionalProperties: false };

let endpoint: ModelEndpoint;
let models: Models;
beforeAll(async () => {
  endpoint = await startModelEndpoint(() => ({ text: '{"n":1}' }));
  const own = { baseUrl: endpoint.openaiUrl, apiKey: 'of-the-operator' };
  models = new Models(
    { custom: own, openai: own },
    {
      own: openEgress(operatorEgressSettings(CLOSED)),
      brought: openEgress(CLOSED, async () => [{ address: '127.0.0.1', family: 4 }]),
    },
  );
});
afterAll(() => endpoint.stop());
beforeEach(() => {
  endpoint.requests.length = 0;
});

const ask = async (id: string, access?: ModelAccess) =>
  askForJson(await models.languageModel(id, access), {
    instructions: 'Be brief.',
    messages: [{ role: 'user', content: 'Count.' }],
    schema,
    signal,
    timeoutMs: 5_000,
  });

test.each<[string, string, ModelAccess | undefined]>([
  ["the operator's own address", 'custom/m', undefined],
  ['that address with a key that the project brought', 'openai/m', { providers: { openai: { apiKey: 'brought' } } }],
  [
    'that address when the project names another one without a key',
    'openai/m',
    { providers: { openai: { baseUrl: 'http://127.0.0.1:1/v1' } } },
  ],
])('%s is reached although private addresses are closed to projects', async (_, id, access) => {
  expect(await ask(id, access)).toMatchObject({ value: { n: 1 } });
});

test.each([
  ['127.0.0.1', 'VALIDATION_ERROR'],
  ['models.example', 'SERVER_UNREACHABLE'],
])('an address of the project is subject to the egress policy: %s is %s, not retried', async (host, code) => {
  const access = { providers: { ollama: { baseUrl: endpoint.openaiUrl.replace('127.0.0.1', host) } } };
  const refusal = {
    code,
    message: expect.stringContaining('ollama is out of reach') as string,
    details: { reason: 'EGRESS_REFUSED', addressClass: 'loopback' },
  };
  await expect(ask('ollama/m', access)).rejects.toMatchObject(refusal);
  const turn = modelForTurns(await models.languageModel('ollama/m', access)).ask({
    messages: [{ role: 'user', text: 'Hi.' }],
    tools: new Map(),
    signal,
  });
  await expect(turn).rejects.toMatchObject({ name: 'ProviderFailure', problem: refusal, outlook: { again: false } });
  expect(endpoint.requests).toEqual([]);
});
