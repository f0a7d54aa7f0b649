import { readMcpJson } from './mcp-json.ts';

test('a pasted mcp.json may have comments, commas at the end, and addresses and commands', () => {
  const text = `{
    // of my client
    "mcpServers": {
      "web": { "url": "http://127.0.0.1:3001/mcp", "headers": { "X-Key": "\${KEY}" } }, /* later: more */
      "local": { "command": "npx", "args": ["-y", "tools // not a comment"], "env": { "LOG": "info" }, },
    },
  }`;
  expect(readMcpJson(text)).toEqual([
    {
      name: 'web',
      transportType: 'http',
      url: 'http://127.0.0.1:3001/mcp',
      headers: { 'X-Key': '${KEY}' },
      variables: ['KEY'],
    },
    {
      name: 'local',
      transportType: 'stdio',
      command: 'npx',
      args: ['-y', 'tools // not a comment'],
      env: { LOG: 'info' },
      variables: [],
    },
  ]);
});

test.each([
  ['{"servers":{"a":{"url":"http://a/mcp"}}}', 'a'],
  ['{"mcp":{"servers":{"b":{"serverUrl":"http://b/mcp"}}}}', 'b'],
])('the servers of %s are found', (text, name) => expect(readMcpJson(text)).toMatchObject([{ name }]));

test.each([
  ['', 'no JSON'],
  ['[]', 'no object'],
  ['{}', 'no mcpServers'],
  ['{"mcpServers":{}}', 'has no server'],
  ['{"mcpServers":{"a":{}}}', '"a" has neither url nor command'],
])('a text that is no mcp.json is refused: %s', (text, message) => expect(() => readMcpJson(text)).toThrow(message));
