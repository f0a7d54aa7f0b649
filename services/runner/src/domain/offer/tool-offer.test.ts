import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { isVisibleToModel, ToolOffer } from './tool-offer.ts';

const inventory = (...tools: Record<string, unknown>[]): ServerInventory[] => [
  { serverId: 'srv_1', serverName: 'printer', complete: true, tools },
];
const app = { _meta: { ui: { visibility: ['app'] } } };

test.each<[string, Record<string, unknown>, boolean]>([
  ['nothing', {}, true],
  ['another kind of metadata', { ui: { resourceUri: 'ui://a' } }, true],
  ['the app alone', { ui: { visibility: ['app'] } }, false],
  ['an empty list', { ui: { visibility: [] } }, false],
  ['the model and the app', { ui: { visibility: ['model', 'app'] } }, true],
  ['something that breaks the rules', { ui: { visibility: 'app' } }, true],
  ['a private tool of the Apps SDK', { 'openai/visibility': 'private' }, false],
  ['a public tool of the Apps SDK', { 'openai/visibility': 'public' }, true],
])('a tool whose metadata say %s is visible to the model: %#', (_, _meta, expected) => {
  expect(isVisibleToModel({ name: 'a', _meta })).toBe(expected);
});

test('hidden tools are counted, and a name is free for the tools that are left', () => {
  const tools = inventory({ name: 'a' }, { name: 'b', ...app });
  const offer = new ToolOffer(tools, { respectToolVisibility: true });
  expect([[...offer.tools.keys()], offer.hidden]).toEqual([['a'], 1]);
  const without = new ToolOffer(tools);
  expect([[...without.tools.keys()], without.hidden]).toEqual([['a', 'b'], 0]);
});

test('the offers of one inventory share their tools', () => {
  const tools = inventory({ name: 'a' });
  expect(new ToolOffer(tools).tools).toBe(new ToolOffer(tools).tools);
});

test('a model that discovers tools is told of the search, and then of what it has found', () => {
  const tools = inventory({ name: 'print', description: 'Prints.' }, { name: 'scan' }, { name: 'copy', ...app });
  const offer = new ToolOffer(tools, { respectToolVisibility: true, progressiveToolDiscovery: true });
  const search = offer.tools.get('search_tools')!;
  expect([...offer.tools.keys()]).toEqual(['search_tools']);
  expect(search.answer!({ query: 'copy' })).toMatch(/^No tool was found/);
  expect(search.answer!({})).toContain('"scan"');
  expect(search.answer!({ query: 'print' })).toBe('[{"name":"print","description":"Prints."}]');
  expect([...offer.tools.keys()]).toEqual(['search_tools', 'print', 'scan']);
});

test('a renewed offer has the tools of its servers as they are now', () => {
  const offer = new ToolOffer(inventory({ name: 'login' }, { name: 'logout', ...app }), {
    respectToolVisibility: true,
  });
  offer.renew(inventory({ name: 'secret' }, { name: 'reset', ...app }, { name: 'wipe', ...app }));
  expect([[...offer.tools.keys()], offer.hidden]).toEqual([['secret'], 2]);
});

test('a renewed offer keeps what the model has found while its server has it', () => {
  const skill = { name: 'guide', description: 'How.', files: [] } as never;
  const offer = new ToolOffer(inventory({ name: 'print' }, { name: 'scan' }), { progressiveToolDiscovery: true }, [
    skill,
  ]);
  offer.tools.get('search_tools')!.answer!({});
  offer.renew(inventory({ name: 'scan' }, { name: 'copy' }));
  expect([...offer.tools.keys()]).toEqual(['search_tools', 'scan', 'read_skill']);
  expect(offer.tools.get('search_tools')!.answer!({ query: 'copy' })).toContain('copy');
});

test('the search keeps out of the way of a tool with its name', () => {
  const offer = new ToolOffer(inventory({ name: 'search_tools' }), { progressiveToolDiscovery: true });
  expect([...offer.tools.keys()]).toEqual(['search_tools_2']);
});
