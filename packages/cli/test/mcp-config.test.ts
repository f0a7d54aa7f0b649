import { readMcpConfig } from '../src/actions/server/mcp-config.ts';

const read = (text: string, env = {}) => readMcpConfig(text, 'mcp.json', env);

test.each([
  ['mcpServers of most clients', '{"mcpServers": {"a": {"url": "https://a.example/mcp"}}}'],
  ['servers of an editor', '{"servers": {"a": {"type": "http", "url": "https://a.example/mcp"}}}'],
  ['mcp.servers of the settings of an editor', '{"mcp": {"servers": {"a": {"url": "https://a.example/mcp"}}}}'],
  ['a byte order mark', '\uFEFF{"mcpServers": {"a": {"serverUrl": "https://a.example/mcp"}}}'],
  [
    'comments, and commas at the end',
    '{ // "x": {\n "mcpServers": { /* one */ "a": {"url": "https://a.example/mcp",}, }, }',
  ],
])('a configuration with %s is read', (_, text) => {
  expect(read(text)).toEqual([{ name: 'a', transportType: 'http', url: 'https://a.example/mcp', variables: [] }]);
});

test('a command is read with its arguments and variables', () => {
  const text = JSON.stringify({
    mcpServers: {
      'a/b: ü': { command: 'npx', args: ['-y', 'x'], env: { TOKEN: '${env:TOKEN}', MODE: '${MODE:-dry}' } },
    },
  });
  expect(read(text, { TOKEN: 'secret-value' })).toEqual([
    {
      name: 'a/b: ü',
      transportType: 'stdio',
      command: 'npx',
      args: ['-y', 'x'],
      env: { TOKEN: 'secret-value', MODE: 'dry' },
      variables: [],
    },
  ]);
});

test('variables that the environment does not have are named', () => {
  const text = '{"mcpServers": {"a": {"url": "https://a.example", "headers": {"X": "${ONE} ${TWO}"}}}}';
  expect(read(text, { TWO: '2' })[0]).toMatchObject({ variables: ['ONE'] });
});

test.each([
  ['no JSON', '{', 'mcp.json:1 is no JSON'],
  ['a list', '[]', 'mcp.json holds no object'],
  ['no servers', '{"a": 1}', 'mcp.json has no mcpServers and no servers.'],
  ['a server without an address', '{"servers": {"a": {}}}', 'mcp.json: the server "a" has neither url nor command.'],
])('a configuration with %s is refused', (_, text, told) => {
  expect(() => read(text)).toThrow(told);
});
