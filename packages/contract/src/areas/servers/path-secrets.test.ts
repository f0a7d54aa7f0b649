import { pathSecretsIn, withHiddenPath } from './path-secrets.ts';

test.each([
  ['a token', 'https://mcp.example/api/s/ZmE4M2Q5OTctOTQzOS00YjE2LTk1/mcp', 'ZmE4M2Q5OTctOTQzOS00YjE2LTk1'],
  ['a UUID', 'https://mcp.example/3f1b2c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d', '3f1b2c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d'],
  ['hexadecimal digits', 'http://mcp.example:81/0123456789abcdef/mcp?a=b#c', '0123456789abcdef'],
  ['a key with a prefix', 'https://mcp.example/sk_live_51Habcdefghijklmn/sse', 'sk_live_51Habcdefghijklmn'],
  ['what follows the word token', 'https://mcp.example/token/abc12345/mcp', 'abc12345'],
  ['letters of mixed case', 'https://mcp.example/aBcDeFgHiJkLmNoPqRsT/mcp', 'aBcDeFgHiJkLmNoPqRsT'],
  ['a token with escapes', 'https://mcp.example/Zm9vYmFyMTIzNDU2Nzg%3D/mcp', 'Zm9vYmFyMTIzNDU2Nzg%3D'],
])('%s in the path of an address is masked', (_, address, secret) => {
  expect(pathSecretsIn(address)).toEqual([secret]);
  expect(withHiddenPath(address)).toBe(address.replace(secret, '[redacted]'));
  expect(withHiddenPath(withHiddenPath(address))).toBe(withHiddenPath(address));
});

test.each([
  'https://mcp.example/mcp',
  'https://mcp.example/modelcontextprotocol/server/2026-07-28/mcp',
  'https://mcp.example/@acme/my-internal-project-2026/ModelContextProtocolServer',
  'https://mcp.example/token/exchange',
  'https://mcp.example/productionenvironment2/mcp',
  'https://0123456789abcdef.example',
  'https://mcp.example?key=0123456789abcdef',
  'no address',
])('%s has no secret in its path', (address) => {
  expect(pathSecretsIn(address)).toEqual([]);
  expect(withHiddenPath(address)).toBe(address);
});
