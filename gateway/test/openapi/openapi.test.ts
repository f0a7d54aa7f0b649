import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createConfig, lint } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { Type } from '@assay/contract/type';
import { allOperations, operations } from '@assay/contract/operations';
import { closed } from '@assay/contract/schema';
import { parser } from '@assay/kit/json/parse';
import { liveAliases } from '../../src/deprecations/alias.ts';
import { allAliases } from '../../src/deprecations/aliases.ts';
import { printOpenapi } from '../../src/openapi/openapi.ts';
import { startTestGateway } from '../start.ts';

interface Printed {
  openapi: string;
  info: { description: string };
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        security?: unknown[];
        responses: Record<string, unknown>;
        requestBody?: { required: boolean };
        parameters?: { name: string }[];
      }
    >
  >;
  components: { schemas: Record<string, object>; responses: Record<string, { headers?: object }> };
}
const printed = printOpenapi(allOperations) as Printed;

test('the committed openapi.json is up to date (npm run generate)', () => {
  const committed: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'));
  expect(isDeepStrictEqual(committed, JSON.parse(JSON.stringify(printed)))).toBe(true);
});

test('it is valid OpenAPI 3.1 by every rule of a strict validator', async () => {
  const config = await createConfig({ extends: ['spec'] });
  const problems = await lint({ ref: join(import.meta.dirname, '../../openapi.json'), config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  expect(printed.openapi).toBe('3.1.0');
});

test('it is served as it is committed', async () => {
  const fixture = await startTestGateway();
  const { status, json } = await fixture.send('GET', '/openapi.json', { key: null });
  await fixture.stop();
  expect([status, json()]).toEqual([200, JSON.parse(JSON.stringify(printed))]);
});

test('every operation is printed with its own name and replies', () => {
  const named = Object.values(printed.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const aliases = liveAliases(allAliases, allOperations).map(({ operationId }) => operationId);
  expect(named.toSorted()).toEqual([...Object.keys(allOperations), ...aliases].toSorted());
  expect(printed.paths['/models']!.get).toMatchObject({ security: [], responses: { 200: {}, 400: {}, 500: {} } });
  expect(printed.paths['/projects/{projectId}']!.delete).not.toHaveProperty('requestBody');
  expect(printed.components.responses['429']).toMatchObject({ headers: { 'Retry-After': {} } });
});

test.each<[string, string, number[]]>([
  ['get', '/models', [400, 500, 503, 504]],
  ['get', '/auth/sign-in', [400, 429, 500, 503, 504]],
  ['post', '/auth/sign-in', [400, 401, 403, 409, 429, 500, 503, 504]],
  ['post', '/auth/sign-in/form', [400, 401, 403, 409, 429, 500, 503, 504]],
  ['get', '/auth/oidc/start', [400, 404, 429, 500, 502, 503, 504]],
  ['get', '/auth/oidc/callback', [400, 403, 404, 429, 500, 502, 503, 504]],
  ['get', '/auth/invitations/{token}', [400, 404, 429, 500, 503, 504]],
  ['post', '/auth/invitations/{token}/accept', [400, 401, 403, 404, 409, 429, 500, 503, 504]],
  ['post', '/auth/password-resets/{token}', [400, 403, 404, 409, 429, 500, 503, 504]],
  ['get', '/server-connections/{requestId}/handoff', [400, 404, 429, 500, 503, 504]],
  ['put', '/projects/{projectId}/eval-ingest/artifacts/{uploadToken}', [400, 404, 409, 422, 429, 500, 502, 503, 504]],
])('%s %s, which needs no key, is printed with every error that it answers', (method, path, statuses) => {
  const { security, responses } = printed.paths[path]![method]!;
  expect([
    security,
    Object.keys(responses)
      .map(Number)
      .filter((status) => status >= 400),
  ]).toEqual([[], statuses]);
});

test.each<[string, string[]]>([
  ['/projects', ['Idempotency-Key']],
  ['/projects/{projectId}/eval-suites', ['Idempotency-Key', 'x-assay-idempotency-key']],
  ['/projects/{projectId}/eval-suites/{suiteId}/cases/generate', ['Idempotency-Key', 'x-assay-idempotency-key']],
  ['/projects/{projectId}/servers/{serverId}/readiness-runs/claude', ['Idempotency-Key']],
])('POST %s is printed with its idempotency headers: %j', (path, names) => {
  expect(
    printed.paths[path]!.post!.parameters?.map(({ name }) => name).filter((name) => /idempotency/i.test(name)),
  ).toEqual(names);
});

test('the rules of versions are printed', () => {
  expect(printed.info.description).toMatch(
    /`v1` is in preview[\s\S]*the changelog[\s\S]*Ignore fields that you do not know/,
  );
});

test('every reference resolves, and no schema keeps its private name', () => {
  const text = JSON.stringify(printed);
  for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
    expect(printed.components).toHaveProperty([kind!, name!]);
  expect(text).not.toContain('"$id"');
});

test('two schemas of one name are refused', () => {
  const operation = operations.createProject;
  const other = { ...operation, path: '/other', input: closed({ a: Type.String() }, { $id: 'ProjectCreateRequest' }) };
  expect(() => printOpenapi({ operation, other })).toThrow('ProjectCreateRequest');
});

describe('the printed and the enforced schemas agree', () => {
  const ajv = new Ajv2020({ strict: false, discriminator: true });
  formats.default(ajv);
  ajv.addSchema(printed, 'api');

  const server = { name: 's', enabled: true, transportType: 'http', url: 'https://x.example/mcp' };
  test.each<[string, string, object[]]>([
    [
      'createProject',
      'ProjectCreateRequest',
      [
        { name: 'a' },
        {},
        { name: '' },
        { name: ' ' },
        { name: 'a', x: 1 },
        { name: 'a', visibility: 'private' },
        { name: 'a', visibility: 'no' },
        { name: 'a\u0000' },
      ],
    ],
    ['updateProject', 'ProjectUpdateRequest', [{}, { icon: null }, { name: null }, { description: 'd'.repeat(2_001) }]],
    [
      'createProjectServer',
      'ProjectServerCreateRequest',
      [
        server,
        { ...server, url: 'no url' },
        { ...server, timeout: 0 },
        { ...server, timeout: 1.5 },
        { ...server, args: ['a'] },
        { ...server, args: [1] },
        { ...server, headers: { a: 'b' } },
        { ...server, headers: { a: 1 } },
        { ...server, headers: { 'a b': 'c' } },
        { ...server, env: { '1A': 'x' } },
        { ...server, clientSecret: null },
      ],
    ],
    [
      'updateProjectServer',
      'ProjectServerUpdateRequest',
      [
        {},
        { url: null },
        { headers: null },
        { enabled: null },
        { clearClientSecret: true },
        { oauthScopes: ['a', ''] },
      ],
    ],
  ])('%s', (operationId, schema, fixtures) => {
    const allowed = ajv.getSchema(`api#/components/schemas/${schema}`)!;
    const parse = parser(allOperations[operationId]!.input);
    const enforced = (fixture: object) => {
      try {
        parse(Buffer.from(JSON.stringify(fixture)));
        return true;
      } catch {
        return false;
      }
    };
    const verdicts = fixtures.map((fixture) => [fixture, enforced(fixture)]);
    expect(fixtures.map((fixture) => [fixture, allowed(fixture)])).toEqual(verdicts);
    expect(new Set(verdicts.map(([, verdict]) => verdict))).toEqual(new Set([true, false]));
  });
});
