import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { scenarioSkip, type ServerFacts } from './applicability.ts';
import { CONFORMANCE_SCENARIOS } from './scenarios.ts';

const surface: Surface = {
  capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, logging: {}, completions: {} },
  tools: [{ name: 'test_simple_text' }],
  prompts: [{ name: 'test_prompt_with_arguments' }],
  resources: [{ uri: 'test://watched-resource' }],
  resourceTemplates: [{ uriTemplate: 'test://template/{id}/data' }],
};
const known: ServerFacts = { surface, isLocal: true };
const bare: ServerFacts = {
  surface: { capabilities: {}, tools: [], prompts: [], resources: [], resourceTemplates: [] },
  isLocal: false,
};
const unread: ServerFacts = { surface: undefined, isLocal: true };

test.each<[string, ServerFacts, string, string | undefined]>([
  ['needs nothing', bare, 'ping', undefined],
  ['needs nothing that could be read', unread, 'server-initialize', undefined],
  ['needs lists that could not be read', unread, 'tools-list', 'The lists of the server could not be read.'],
  ['finds its capability', known, 'logging-set-level', undefined],
  ['lacks its capability', bare, 'logging-set-level', 'The server does not declare logging.'],
  ['finds its tool', known, 'tools-call-simple-text', undefined],
  ['lacks its tool', known, 'tools-call-audio', 'The server has no tool test_audio_content.'],
  ['finds its prompt and capability', known, 'completion-complete', undefined],
  ['lacks its prompt', known, 'prompts-get-simple', 'The server has no prompt test_simple_prompt.'],
  ['lacks its resource', known, 'resources-read-text', 'The server has no resource test://static-text.'],
  ['finds its template', known, 'resources-templates-read', undefined],
  [
    'lacks its template',
    bare,
    'resources-templates-read',
    'The server has no resource template test://template/{id}/data.',
  ],
  ['may subscribe', known, 'resources-subscribe', undefined],
  ['may not subscribe', bare, 'resources-subscribe', 'The server does not declare subscriptions to resources.'],
  ['is about this machine', known, 'dns-rebinding-protection', undefined],
  [
    'is about another machine',
    bare,
    'dns-rebinding-protection',
    "It is about servers on one's own machine, without TLS and without credentials.",
  ],
])('a scenario that %s', (_, facts, name, reason) => {
  expect(
    scenarioSkip(
      CONFORMANCE_SCENARIOS.find((scenario) => scenario.name === name)!,
      facts,
    )?.reason,
  ).toBe(reason);
});
