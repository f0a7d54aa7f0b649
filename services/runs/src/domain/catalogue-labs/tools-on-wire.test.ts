import type { WireEntry } from '@assay/contract/areas/transcripts/trace';
import { given } from '@assay/contract/given';
import { toolsOnWire } from './tools-on-wire.ts';

const entry = (direction: WireEntry['direction'], message: unknown, serverId = 'a'): WireEntry => ({
  atMs: 0,
  serverId,
  direction,
  bytes: 0,
  message,
});
const ask = (id: number, cursor?: string, serverId?: string) =>
  entry('sent', { id, method: 'tools/list', ...(cursor !== undefined && { params: { cursor } }) }, serverId);
const tell = (id: number, names: string[], nextCursor?: string, serverId?: string) =>
  entry('received', { id, result: { tools: names.map((name) => ({ name })), ...given({ nextCursor }) } }, serverId);
const truncated: WireEntry = {
  atMs: 0,
  serverId: 'a',
  direction: 'received',
  bytes: 1e6,
  text: '{"re',
  truncated: true,
};

test.each<[string, WireEntry[], string[] | undefined]>([
  ['one page', [ask(1), tell(1, ['x', 'y'])], ['x', 'y']],
  ['two pages', [ask(1), tell(1, ['x'], 'c'), ask(2, 'c'), tell(2, ['y'])], ['x', 'y']],
  ['a list that is read again', [ask(1), tell(1, ['x']), ask(2), tell(2, ['z'])], ['x']],
  [
    'two servers with equal ids',
    [ask(1), ask(1, undefined, 'b'), tell(1, ['y'], undefined, 'b'), tell(1, ['x'])],
    ['x', 'y'],
  ],
  ['other messages', [entry('sent', { id: 1, method: 'tools/call' }), tell(1, ['x'])], undefined],
  ['no answer', [ask(1)], undefined],
  ['an error', [ask(1), entry('received', { id: 1, error: { code: -1 } })], undefined],
  ['a page that was too long', [ask(1), truncated], undefined],
  ['a missing second page', [ask(1), tell(1, ['x'], 'c')], undefined],
  ['a list of nonsense', [ask(1), entry('received', { id: 1, result: { tools: 'x' } })], undefined],
  ['nothing', [], undefined],
])('the tools of a trace with %s', (_, wire, names) => {
  expect(toolsOnWire(wire)?.map(({ name }) => name)).toEqual(names);
});
