import type { Operation } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations/index';
import { startTestGateway, type TestGateway } from './start.ts';

// A new operation is covered the moment it is declared.
let house: TestGateway;
beforeAll(async () => { house = await startTestGateway(); });
afterAll(() => house.stop());

const all = Object.entries(operations);
const keyed = all.filter(([, { access }]) => access !== 'public');
const inProject = all.filter(([, { access }]) => access === 'member' || access === 'admin');
const pathIn = ({ path }: Operation, projectId: string) => path.replace('{projectId}', projectId).replace(/\{\w+\}/g, 'x');

test.each(all)('%s is described, and its path parameters reach its RPC', (_, { path, summary, tag, reply, rpc }) => {
  const request = rpc.requestDeserialize(Buffer.alloc(0)) as object;
  expect(request).toMatchObject(Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, ''])));
  expect([summary, tag]).toEqual([expect.stringMatching(/^[A-Z].*\.$/), expect.stringMatching(/^[A-Z]/)]);
  expect(reply).toBeInstanceOf(Object);
});

test('no two operations share a method and a path', () => {
  const places = all.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
  expect(places).toHaveLength(new Set(places).size);
});

test.each(inProject)('%s has its project in its path', (_, { path }) => expect(path).toMatch(/^\/projects\/\{projectId\}/));

test.each(keyed)('%s refuses a request without a key', async (_, operation) => {
  const { status, headers, json } = await house.send(operation.method, pathIn(operation, 'prj_admin'), { key: null });
  expect([status, json().code, headers.get('www-authenticate')]).toEqual([401, 'UNAUTHORIZED', 'Bearer realm="assay"']);
});

test.each(all.filter(([, { method, consumes }]) => method !== 'GET' && consumes === undefined))('%s refuses a body that is not JSON', async (_, operation) => {
  const { status, json } = await house.send(operation.method, pathIn(operation, 'prj_admin'), { body: '{oops' });
  expect([status, json().code]).toEqual([400, 'VALIDATION_ERROR']);
});

test.each(inProject)('%s does not tell a foreign project from one that does not exist', async (_, operation) => {
  const { status, json } = await house.send(operation.method, pathIn(operation, 'prj_foreign'));
  expect([status, json()]).toEqual([404, { code: 'NOT_FOUND', message: 'No such project.' }]);
});

test.each(all.filter(([, { access }]) => access === 'admin'))('%s refuses a member', async (_, operation) => {
  const { status, json } = await house.send(operation.method, pathIn(operation, 'prj_member'));
  expect([status, json().code]).toEqual([403, 'FORBIDDEN']);
});

test.each(all.filter(([, { access }]) => access === 'public'))('%s answers without a key', async (_, operation) => {
  expect(await house.send(operation.method, operation.path, { key: null })).toMatchObject({ status: operation.status });
});
