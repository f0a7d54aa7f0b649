import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

let fixture: TestSuites;
beforeAll(async () => {
  fixture = await startTestSuites();
});
afterAll(() => fixture.stop());

const project = { projectId: 'prj_1' };

describe('a creation with an idempotency key', () => {
  const create = (key: string, body: object, projectId = 'prj_1') =>
    fixture.call(operations.createEvalSuite, { projectId, idempotencyKey: key }, body);

  test('is answered with the first answer again, also when the suite is deleted', async () => {
    const body = draft();
    const first = await create('repeated', body);
    expect(await create('repeated', body)).toEqual(first);
    await fixture.pool.query('delete from suites where id = $1', [first.suiteId]);
    expect(await create('repeated', body)).toEqual(first);
    const { replayed } = await fixture.mesh.call(
      rpcOf(operations.createEvalSuite),
      { ...project, idempotencyKey: 'repeated', input: Buffer.from(JSON.stringify(body)) },
      { caller: fixture.memberOf('prj_1') },
    );
    expect(replayed).toBe(true);
  });

  test('can be sent again when it was refused', async () => {
    const body = draft();
    await expect(create('refused', { ...body, serverIds: ['srv_none'] })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(create('refused', body)).resolves.toMatchObject({ name: body.name });
  });

  test('makes one suite, also in concurrent requests', async () => {
    const body = draft();
    const [one, two] = await Promise.all([1, 2].map(() => create('at once', body)));
    expect(one).toEqual(two);
    expect((await fixture.pool.query('select from suites where name = $1', [body.name])).rowCount).toBe(1);
  });

  test('is a conflict when another body has the key', async () => {
    const body = draft();
    await create('taken', body);
    await expect(create('taken', { ...body, description: 'another' })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'IDEMPOTENCY_CONFLICT' },
    });
  });

  test('is separate for each project', async () => {
    await create('shared', draft());
    await expect(create('shared', draft({ serverIds: ['srv_other'] }), 'prj_2')).resolves.toMatchObject({
      servers: [{ id: 'srv_other' }],
    });
  });
});
