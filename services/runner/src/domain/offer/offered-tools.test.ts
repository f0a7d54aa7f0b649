import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { offeredTools } from './offered-tools.ts';

const server = (serverName: string, ...names: string[]): ServerInventory => ({
  serverId: `srv_${serverName}`,
  serverName,
  complete: true,
  tools: names.map((name, i) => ({ name, nth: i })),
});
const names = (...servers: ServerInventory[]) =>
  [...offeredTools(servers)].map(([name, { serverName, toolName }]) => [name, serverName, toolName]);
const long = 'x'.repeat(70);

test.each<[string, ServerInventory[], string[]]>([
  [
    'a name that no other tool has is kept',
    [server('a', 'echo', 'get_sum-2'), server('b', 'time')],
    ['echo', 'get_sum-2', 'time'],
  ],
  [
    'a name that two servers have is told apart by the servers',
    [server('a', 'echo', 'x'), server('b', 'echo')],
    ['a__echo', 'x', 'b__echo'],
  ],
  [
    'a name that providers do not take is cleaned',
    [server('my server', 'files/read.all'), server('b', 'größe')],
    ['my_server__files_read_all', 'b__gr__e'],
  ],
  ['a name that is too long is cut', [server('a', long)], [`a__${long}`.slice(0, 64)]],
  [
    'a name that comes of cleaning and is taken is numbered',
    [server('a', 'x.y', 'x/y', 'a__x_y')],
    ['a__x_y_2', 'a__x_y_3', 'a__x_y'],
  ],
  [
    'a name that comes of cutting and is taken is numbered',
    [server('a', `${long}1`, `${long}2`)],
    [`a__${long}`.slice(0, 64), `${`a__${long}`.slice(0, 62)}_2`],
  ],
  ['two servers of one name are numbered', [server('a', 'echo'), server('a', 'echo')], ['a__echo', 'a__echo_2']],
  ['a server without tools offers none', [server('a')], []],
])('%s', (_, servers, expected) => {
  const offered = names(...servers);
  expect(offered.map(([name]) => name)).toEqual(expected);
  for (const name of expected) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(offered.map(([, serverName, toolName]) => [serverName, toolName])).toEqual(
    servers.flatMap(({ serverName, tools }) => tools.map(({ name }) => [serverName, name])),
  );
});

test("the first of a server's tools with the same name is offered", () => {
  expect([...offeredTools([server('a', 'echo', 'echo')]).values()]).toMatchObject([
    { name: 'echo', declaration: { nth: 0 } },
  ]);
});
