import type { IncomingMessage } from 'node:http';
import { withoutBasePath } from './base-path.ts';

const served = (publicUrl: string, url: string): string | undefined => {
  const request = { url } as IncomingMessage;
  withoutBasePath(publicUrl)(request);
  return request.url;
};

test.each([
  ['https://a.example/evals', '/evals/api/v1/me?x=1', '/api/v1/me?x=1'],
  ['https://a.example/evals', '/api/v1/me', '/api/v1/me'],
  ['https://a.example/evals', '/evals', '/'],
  ['https://a.example/evals', '/evals?tab=1', '/?tab=1'],
  ['https://a.example/evals', '/evals/', '/'],
  ['https://a.example/evals', '/evalsuites', '/evalsuites'],
  ['https://a.example/team/evals', '/team/evals/mcp', '/mcp'],
  ['https://a.example', '/evals/mcp', '/evals/mcp'],
  ['https://a.example/api', '/api/v1/me', '/api/v1/me'],
  ['https://a.example/studies/x', '/studies/x', '/studies/x'],
])('an installation at %s serves %s as %s', (publicUrl, url, path) => {
  expect(served(publicUrl, url)).toBe(path);
});
