import { given } from '@assay/contract/given';
import { addedHeaders, repeatedHeaders } from './request-headers.ts';

const stated = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

test.each([
  ['a call repeats its tool', 'tools/call', { name: 'echo' }, 'echo'],
  ['a read repeats its address', 'resources/read', { uri: 'demo://a b' }, 'demo://a b'],
  ['a name outside of ASCII is encoded', 'prompts/get', { name: 'grüße' }, '=?base64?Z3LDvMOfZQ==?='],
  ['a name with space around it is encoded', 'tools/call', { name: ' echo' }, '=?base64?IGVjaG8=?='],
  ['a name with a line break is encoded', 'tools/call', { name: 'a\r\nx: y' }, '=?base64?YQ0KeDogeQ==?='],
  [
    'a name that reads as encoded is encoded',
    'tools/call',
    { name: '=?base64?YQ==?=' },
    '=?base64?PT9iYXNlNjQ/WVE9PT89?=',
  ],
  ['an empty name is encoded', 'tools/call', { name: '' }, '=?base64??='],
  ['a name that is not text is left out', 'tools/call', { name: 7 }, undefined],
  ['a list has no name', 'tools/list', { name: 'echo' }, undefined],
])('%s', (_, method, params, name) =>
  expect(repeatedHeaders({ method, params: { ...params, _meta: stated } })).toEqual({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...given({ 'mcp-name': name }),
  }),
);

test('a request that states no revision repeats nothing', () =>
  expect(repeatedHeaders({ method: 'tools/call', params: { name: 'echo' } })).toEqual({}));

test('the sender of a request replaces no fact about the session', () =>
  expect(
    addedHeaders({ 'Mcp-Session-Id': 'x', Authorization: 'x', 'MCP-Protocol-Version': 'x', 'Mcp-Param-Region': 'eu' }),
  ).toEqual({ 'mcp-param-region': 'eu' }));
