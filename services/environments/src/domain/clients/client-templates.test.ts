import { ClientConfig } from '@assay/contract/areas/clients/config';
import { clientTemplates, type ClientTemplateId } from '@assay/contract/areas/clients/documents';
import { schemaChecker } from '@assay/kit/json/schema';
import { configFault, configIdOf } from './client-config.ts';
import { templateConfig } from './client-templates.ts';

const issuesOf = schemaChecker(ClientConfig);

test.each(clientTemplates)('the template %s has valid settings', (id) => {
  const config = templateConfig(id, 'dark');
  expect([issuesOf(config), configFault(config, '')]).toEqual([[], undefined]);
});

const HAIKU = 'anthropic/claude-haiku-4.5';
const SONNET = 'anthropic/claude-sonnet-4.5';

test.each<[ClientTemplateId, string, number, boolean, string | undefined]>([
  ['assay', HAIKU, 0.7, true, undefined],
  ['claude', HAIKU, 1, true, undefined],
  ['claude-code', HAIKU, 1, true, 'claude-code'],
  ['chatgpt', 'openai/gpt-5-nano', 0.7, true, undefined],
  ['mistral', 'mistralai/mistral-large-2512', 0.7, true, undefined],
  ['cursor', SONNET, 0.7, false, undefined],
  ['codex', 'openai/gpt-5-nano', 0.7, true, 'codex'],
  ['copilot', 'openai/gpt-5.3-chat', 0.7, true, undefined],
  ['vscode', SONNET, 0.7, false, undefined],
  ['agentcore', HAIKU, 0.7, true, undefined],
  ['n8n', 'openai/gpt-5-nano', 0.7, true, undefined],
  ['perplexity', 'openai/gpt-5-nano', 0.7, true, undefined],
])('the template %s has the model and the settings of its product', (id, modelId, temperature, visibility, harness) => {
  const config = templateConfig(id);
  expect([config.modelId, config.temperature, config.respectToolVisibility, config.harness]).toEqual([
    modelId,
    temperature,
    visibility,
    harness,
  ]);
});

test('equal settings have an equal id in any order of their keys', () => {
  const config = templateConfig('claude');
  const reordered = Object.fromEntries(Object.entries(config).toReversed()) as typeof config;
  expect(configIdOf(reordered)).toBe(configIdOf(config));
  expect(configIdOf({ ...config, temperature: 0.9 })).not.toBe(configIdOf(config));
});
