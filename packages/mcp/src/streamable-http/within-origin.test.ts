import { redirectWithinOrigin } from './within-origin.ts';

const followed = (from: string, location: string | undefined, { status = 307, method = 'POST' } = {}) =>
  redirectWithinOrigin(new URL(from), method, { status, headers: location === undefined ? {} : { location } })?.href;

test.each([
  ['to another path', 'http://a.example:1/mcp', '/v2/mcp', {}, 'http://a.example:1/v2/mcp'],
  ['that changes a POST to a GET', 'http://a.example/mcp', '/v2', { status: 302 }, undefined],
  ['of a GET, with any status', 'http://a.example/mcp', '/v2', { status: 302, method: 'GET' }, 'http://a.example/v2'],
  ['to another port', 'http://a.example:1/mcp', 'http://a.example:2/mcp', {}, undefined],
  ['to another host', 'http://a.example/mcp', 'http://b.example/mcp', {}, undefined],
  ['to https at the standard ports', 'http://a.example/mcp', 'https://a.example/mcp', {}, 'https://a.example/mcp'],
  ['to https at other ports', 'http://a.example:1/mcp', 'https://a.example:1/mcp', {}, undefined],
  ['from https to http', 'https://a.example/mcp', 'http://a.example/mcp', {}, undefined],
  ['to an address with a user', 'http://a.example/mcp', 'http://me@a.example/mcp', {}, undefined],
  ['without a target', 'http://a.example/mcp', undefined, {}, undefined],
  ['with a target that is no address', 'http://a.example/mcp', 'http://[', {}, undefined],
  ['that is none', 'http://a.example/mcp', '/v2', { status: 200 }, undefined],
])('a redirect %s leads to what a session may follow', (_, from, location, given, to) =>
  expect(followed(from, location, given)).toBe(to),
);
