import { resourceFault } from './resource-fault.ts';

test.each([
  ['https://a.test/mcp', 'https://a.test/mcp'],
  ['https://a.test', 'https://a.test/'],
  ['https://A.test/mcp#part', 'https://a.test/mcp'],
])('the address %s is the resource %s', (url, resource) => expect(resourceFault(url, resource)).toBeUndefined());

test.each([
  [
    'the origin',
    'https://a.test/mcp',
    'https://a.test',
    'resource-differs',
    'https://a.test/',
    /SDKs.* do not \(VS Code/,
  ],
  [
    'a slash less',
    'https://a.test/mcp/',
    'https://a.test/mcp',
    'resource-differs',
    'https://a.test/mcp',
    /SDKs.* do not/,
  ],
  [
    'a slash more',
    'https://a.test/mcp',
    'https://a.test/mcp/',
    'resource-mismatch',
    'https://a.test/mcp/',
    /slash.*Python/,
  ],
  ['another scheme', 'https://a.test/mcp', 'http://a.test/mcp', 'resource-mismatch', 'http://a.test/mcp', /no client/],
  ['another host', 'https://a.test/mcp', 'https://b.test/mcp', 'resource-mismatch', 'https://b.test/mcp', /no client/],
  [
    'a longer path',
    'https://a.test/mcp',
    'https://a.test/mcp/v1',
    'resource-mismatch',
    'https://a.test/mcp/v1',
    /no client/,
  ],
])('a resource that is %s is a fault with both addresses', (_, url, resource, code, shown, clients) => {
  const fault = resourceFault(url, resource)!;
  expect([
    fault.code,
    fault.message.startsWith(`The metadata name the resource "${shown}", and the address of the server is "${url}".`),
  ]).toEqual([code, true]);
  expect(fault.message).toMatch(clients);
});

test('the query and the user of an address are not shown', () => {
  const { message } = resourceFault('https://u:p@a.test/mcp?key=s3', 'https://a.test/mcp?key=other')!;
  expect(message).toContain('"https://a.test/mcp?…"');
  expect(message).not.toMatch(/s3|other|u:p/);
});
