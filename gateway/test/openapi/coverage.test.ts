import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { isPersonal } from '@assay/contract/access';
import { placeOfInput, type Operation } from '@assay/contract/operation';
import { allOperations } from '@assay/contract/operations';
import {
  testOperatorKey,
  testSessions,
  testVisitor,
  startTestGateway,
  uploadPath,
  type TestGateway,
} from '../start.ts';

// Reads the declarations, so that it covers a new operation at once.
let fixture: TestGateway;
beforeAll(async () => {
  fixture = await startTestGateway();
});
afterAll(() => fixture.stop());

const all = Object.entries(allOperations);
const keyed = all.filter(([, { access }]) => access !== 'public');
const inProject = keyed.filter(([, { path }]) => path.startsWith('/projects/{projectId}'));
const pathIn = ({ path }: Operation, projectId: string, organizationId = 'org_1') =>
  path
    .replace('{uploadToken}', uploadPath('art_1', projectId).split('/').at(-1)!)
    .replace('{projectId}', projectId)
    .replace('{organizationId}', organizationId)
    .replace('{service}', 'catalog')
    .replace(/\{\w+\}/g, 'x');
/** Sends a request as a person with every right, as the operator, or as a visitor. */
const asOwner = (operation: Operation, path = pathIn(operation, 'prj_owner'), body?: unknown) =>
  fixture.send(operation.method, path, {
    ...(operation.access === 'visitor'
      ? { visitor: testVisitor }
      : operation.access === 'operator'
        ? { key: testOperatorKey }
        : { session: testSessions.owner }),
    beside: operation.beside ?? false,
    body,
  });

test.each(all)('%s is described, and its path parameters reach its RPC', (_, operation) => {
  const { path, summary, tag, reply } = operation;
  const request = rpcOf(operation).requestDeserialize(Buffer.alloc(0)) as object;
  expect(request).toMatchObject(Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, ''])));
  expect([summary, tag]).toEqual([expect.stringMatching(/^[A-Z].*\.$/), expect.stringMatching(/^[A-Z]/)]);
  expect(reply).toBeInstanceOf(Object);
});

test('every operation has its own method and path, within and beside the API', () => {
  const shape = (path: string) => path.replace(/\{\w+\}/g, '{}');
  const places = all.map(([, { method, path }]) => `${method} ${shape(path)}`);
  expect(places).toHaveLength(new Set(places).size);
  const [beside, within] = [true, false].map(
    (where) =>
      new Set(all.filter(([, operation]) => (operation.beside ?? false) === where).map(([, { path }]) => shape(path))),
  );
  expect([...beside!].filter((path) => within!.has(path))).toEqual([]);
});

test.each(keyed)('%s refuses a request without a key', async (_, operation) => {
  const { status, headers, json } = await fixture.send(operation.method, pathIn(operation, 'prj_owner'), {
    key: null,
    beside: operation.beside ?? false,
  });
  const metadata = ', resource_metadata="https://assay.example/.well-known/oauth-protected-resource/api/v1"';
  expect([status, json().code, headers.get('www-authenticate')]).toEqual([
    401,
    'UNAUTHORIZED',
    `Bearer realm="assay"${operation.beside ? '' : metadata}`,
  ]);
});

test.each(all.filter(([, operation]) => placeOfInput(operation) === 'body' && operation.consumes === undefined))(
  '%s refuses a body that is not JSON',
  async (_, operation) => {
    const { status, json } = await asOwner(operation, undefined, '{oops');
    expect([status, json().code]).toEqual([400, 'VALIDATION_ERROR']);
  },
);

// The service of an operation for any key decides about the object itself.
test.each(inProject.filter(([, { access }]) => access !== 'key'))(
  '%s answers a foreign project as a missing one',
  async (_, operation) => {
    const { status, json } = await asOwner(operation, pathIn(operation, 'prj_foreign'));
    expect([status, json()]).toEqual([404, { code: 'NOT_FOUND', message: 'No such project.' }]);
  },
);

test.each(keyed.filter(([, { path }]) => path.includes('{organizationId}')))(
  "%s accepts no organization but the caller's",
  async (_, operation) => {
    const { status, json } = await asOwner(operation, pathIn(operation, 'prj_owner', 'org_2'));
    expect([status, json()]).toEqual([404, { code: 'NOT_FOUND', message: 'No such organization.' }]);
  },
);

test.each(keyed.filter(([, operation]) => isPersonal(operation)))('%s refuses a key', async (_, operation) => {
  expect(
    await fixture.send(operation.method, pathIn(operation, 'prj_owner'), { beside: operation.beside ?? false }),
  ).toMatchObject({ status: 403 });
});

/** The answer to a role that is too small. */
const refusalOf = ({ hides }: Operation) => (hides === undefined ? [403, 'FORBIDDEN'] : [404, 'NOT_FOUND']);

test.each(keyed.filter(([, operation]) => operation.access === 'admin' && !isPersonal(operation)))(
  '%s refuses a member',
  async (_, operation) => {
    const { status, json } = await fixture.send(operation.method, pathIn(operation, 'prj_member'));
    expect([status, json().code]).toEqual(refusalOf(operation));
  },
);

test.each(inProject.filter(([, operation]) => operation.access === 'member' && !isPersonal(operation)))(
  '%s refuses a viewer',
  async (_, operation) => {
    const { status, json } = await fixture.send(operation.method, pathIn(operation, 'prj_viewer'));
    expect([status, json().code]).toEqual(refusalOf(operation));
  },
);

const ofOperator = keyed.filter(([, { access }]) => access === 'operator');
const ofOthers = keyed.filter(([, { access }]) => access !== 'operator' && access !== 'visitor');

test.each(ofOperator)('%s refuses an owner, with a session and with a key', async (_, operation) => {
  for (const credential of [{ session: testSessions.owner }, {}]) {
    const { status, json } = await fixture.send(operation.method, pathIn(operation, 'x'), credential);
    expect([status, json().code]).toEqual([403, 'FORBIDDEN']);
  }
});

test.each(ofOthers)("%s refuses the operator's key", async (_, operation) => {
  const { status, json } = await fixture.send(operation.method, pathIn(operation, 'prj_owner'), {
    key: testOperatorKey,
    beside: operation.beside ?? false,
  });
  expect([status, json().code]).toEqual([403, 'FORBIDDEN']);
});

// An operation that requires a body may refuse its absence.
test.each(all.filter(([, { access }]) => access === 'public'))('%s answers without a key', async (_, operation) => {
  const { status } = await fixture.send(operation.method, pathIn(operation, 'x'), {
    key: null,
    beside: operation.beside ?? false,
  });
  expect(operation.method === 'GET' ? [operation.status] : [operation.status, 400]).toContain(status);
});

test.each(all.filter(([, { access, beside, method }]) => access === 'public' && beside && method !== 'GET'))(
  '%s refuses requests from pages of other sites',
  async (_, operation) => {
    const sendFrom = async (headers: Record<string, string>) =>
      (
        await fixture.send(operation.method, pathIn(operation, 'x'), {
          key: null,
          beside: true,
          headers,
          body: '{oops',
        })
      ).status;
    const host = new URL(fixture.origin).host;
    expect(
      await Promise.all(
        [
          { origin: 'https://evil.example' },
          { origin: 'null' },
          { origin: `https://evil.example/${host}` },
          { origin: 'http://assay.example' },
          { origin: `http://${host}` },
        ].map(sendFrom),
      ),
    ).toEqual([403, 403, 403, 403, 403]);
    const own = await Promise.all(
      [{ origin: 'https://assay.example' }, { origin: `https://${host}` }, {}].map(sendFrom),
    );
    expect(own).not.toContain(403);
  },
);
