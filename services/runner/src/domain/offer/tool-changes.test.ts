import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { mergedInventory, toolChanges } from './tool-changes.ts';

const server = (...tools: Record<string, unknown>[]): ServerInventory => ({
  serverId: 'srv_1',
  serverName: 'printer',
  complete: true,
  tools,
});
const of = { serverId: 'srv_1', serverName: 'printer' };

test.each<[string, ServerInventory[], ServerInventory[], object[]]>([
  ['the same tools', [server({ name: 'a' })], [server({ name: 'a' })], []],
  [
    'tools that came, went and are declared otherwise',
    [server({ name: 'a' }, { name: 'b', description: 'x' })],
    [server({ name: 'b', description: 'y' }, { name: 'c' })],
    [{ ...of, added: ['c'], removed: ['a'], changed: ['b'] }],
  ],
  ['a server that had no list', [], [server({ name: 'a' })], [{ ...of, added: ['a'], removed: [], changed: [] }]],
])('the changes of %s are named', (_, before, now, changes) => expect(toolChanges(before, now)).toEqual(changes));

test('a merged inventory has each tool as it was declared last', () => {
  const [merged] = mergedInventory([server({ name: 'a' }, { name: 'b', n: 1 })], [server({ name: 'b', n: 2 })]);
  expect(merged!.tools).toEqual([{ name: 'b', n: 2 }, { name: 'a' }]);
});
