import type { ModelProviderName } from '@assay/contract/areas/model-providers/documents';
import { grantModels } from './grant-models.ts';

const hosted = ['openai/gpt-hosted', 'openai/gpt-mini', 'mistral/mistral-hosted', 'scripted/rules'];
const grant = (asked: string[], brought: ModelProviderName[] = [], organization: ModelProviderName[] = []) =>
  grantModels(asked, {
    hosted,
    brought: new Set(brought),
    unreached: new Set(brought.filter((provider) => provider === 'ollama')),
    organization: new Set(organization),
  });

test.each<[string, ModelProviderName[], ModelProviderName[], string, string]>([
  ['openai/gpt-hosted', [], [], 'openai/gpt-hosted', 'hosted'],
  ['openai/gpt-hosted', ['openai'], ['openai'], 'openai/gpt-hosted', 'hosted'],
  ['scripted/rules', ['openai'], [], 'scripted/rules', 'hosted'],
  ['openai/gpt-own', ['openai'], ['openai'], 'openai/gpt-own', 'brought'],
  ['openai/gpt-own', ['anthropic'], ['openai'], 'openai/gpt-own', 'organization'],
  ['openrouter/meta/llama', ['openrouter'], [], 'openrouter/meta/llama', 'brought'],
  ['ollama/llama3', [], ['ollama'], 'ollama/llama3', 'organization'],
  ['gpt-own', ['openai', 'anthropic'], [], 'openai/gpt-own', 'brought'],
  ['gpt-hosted', ['openai'], [], 'openai/gpt-hosted', 'brought'],
  ['gpt-hosted', [], ['openai'], 'openai/gpt-hosted', 'organization'],
  ['gpt-hosted', [], [], 'openai/gpt-hosted', 'hosted'],
  ['chatgpt-x', [], ['openai'], 'openai/chatgpt-x', 'organization'],
  ['o1', [], ['openai'], 'openai/o1', 'organization'],
  ['o3-mini', [], ['openai'], 'openai/o3-mini', 'organization'],
  ['o4-mini', [], ['openai'], 'openai/o4-mini', 'organization'],
  ['claude-x', [], ['anthropic'], 'anthropic/claude-x', 'organization'],
  ['gemini-x', [], ['google'], 'google/gemini-x', 'organization'],
  ['mistral-x', [], ['mistral'], 'mistral/mistral-x', 'organization'],
  ['ministral-x', [], ['mistral'], 'mistral/ministral-x', 'organization'],
  ['codestral-x', [], ['mistral'], 'mistral/codestral-x', 'organization'],
  ['magistral-x', [], ['mistral'], 'mistral/magistral-x', 'organization'],
  ['my-deployment', ['azure'], [], 'azure/my-deployment', 'brought'],
  ['gpt-own', ['azure'], [], 'azure/gpt-own', 'brought'],
])('%s with keys of [%s] and of the organization for [%s] is %s, %s', (asked, brought, organization, id, source) => {
  const { grants, access } = grant([asked], brought, organization);
  expect(grants).toEqual([{ asked, id, source, fault: '', hostedModels: [] }]);
  expect([...access]).toEqual(source === 'hosted' ? [] : [[id.slice(0, id.indexOf('/')), source]]);
});

test.each<[string, ModelProviderName[], RegExp, string[]]>([
  ['', ['openai'], /names no model/, hosted],
  ['openai/', ['openai'], /names no provider/, hosted],
  ['gpt-own', [], /key of its provider openai/, ['openai/gpt-hosted', 'openai/gpt-mini']],
  ['openai/gpt-own', ['anthropic'], /key of its provider openai/, ['openai/gpt-hosted', 'openai/gpt-mini']],
  ['anthropic/claude-x', ['openai', 'google'], /key of its provider anthropic/, hosted],
  ['my-deployment', ['azure', 'openai'], /names no provider/, hosted],
  ['opnai/gpt-own', ['openai'], /names no provider/, hosted],
  ['scripted/other', ['openai'], /names no provider/, hosted],
  ['o2-mini', [], /names no provider/, hosted],
  ['ollama/llama3', ['ollama'], /ollama, whose address the organization has to save/, hosted],
  ['llama3', ['ollama'], /ollama, whose address the organization has to save/, hosted],
])('%j with keys of [%s] is refused, and the usable models are listed', (asked, brought, fault, hostedModels) => {
  const {
    grants: [refused],
    access,
  } = grant([asked], brought);
  expect(refused).toEqual({ asked, id: '', source: '', fault: expect.stringMatching(fault), hostedModels });
  expect(access.size).toBe(0);
});

test('grants come back in the order of the request, one for each entry', () => {
  expect(grant(['unknown', 'scripted/rules', 'unknown']).grants.map(({ asked, id }) => [asked, id])).toEqual([
    ['unknown', ''],
    ['scripted/rules', 'scripted/rules'],
    ['unknown', ''],
  ]);
});

test('a hosted model uses the key of another model of its provider in the same run', () => {
  const { grants, access } = grant(['openai/gpt-hosted', 'gpt-own', 'mistral/mistral-hosted'], ['openai']);
  expect(grants.map(({ source }) => source)).toEqual(['brought', 'brought', 'hosted']);
  expect([...access]).toEqual([['openai', 'brought']]);
});

test('a key that no model needs gives no access', () => {
  expect(grant(['scripted/rules'], ['anthropic'], ['openai']).access.size).toBe(0);
});
