import { startNameServer, type TestNameServer } from '@assay/testkit/name-server';
import { askNameServers, parseNameSearch, type NameSearch } from './ask-name-servers.ts';

let server: TestNameServer;
beforeEach(async () => {
  server = await startNameServer({ 'mcp.team.example': ['127.0.0.7', '127.0.0.8'] });
});
afterEach(() => server.stop());

const PLAIN: NameSearch = { domains: [], dots: 1 };
const asked = (waitMs: number, search = PLAIN) =>
  askNameServers('mcp.team.example', { search, waitMs, servers: [server.address] });

test('the addresses of a name come from the name servers', async () =>
  expect(await asked(5_000)).toEqual([
    { address: '127.0.0.7', family: 4 },
    { address: '127.0.0.8', family: 4 },
  ]));

test('a name that is never answered ends at the timeout, with the code of a lookup that is late', async () => {
  server.silent = true;
  await expect(asked(100)).rejects.toMatchObject({
    code: 'ETIMEOUT',
    syscall: 'getaddrinfo',
    hostname: 'mcp.team.example',
  });
});

test('a name without addresses is not found, after each search domain', async () => {
  server.addresses = {};
  await expect(asked(5_000, { domains: ['cluster.example', 'example'], dots: 5 })).rejects.toMatchObject({
    code: 'ENOTFOUND',
  });
  expect(server.lookups).toBe(3);
});

test.each([
  ['nameserver 10.0.0.1', { domains: [], dots: 1 }],
  [
    'domain old.example\nsearch a.example b.example\noptions timeout:1 ndots:5 # fine',
    { domains: ['a.example', 'b.example'], dots: 5 },
  ],
  ['', { domains: [], dots: 1 }],
])('resolv.conf %j is read', (text, search) => expect(parseNameSearch(text)).toEqual(search));
