import { operations } from '@assay/contract/operations';
import { draft } from '../support/start.ts';
import {
  stopSuiteFixture,
  create,
  suiteFixture,
  startSuiteFixture,
  project,
  read,
  remove,
  update,
} from '../support/suite-calls.ts';

beforeAll(startSuiteFixture);
afterAll(stopSuiteFixture);

/** A suite that belongs to a file. */
async function ownedByFile(): Promise<string> {
  const suiteId = await create();
  await suiteFixture.pool.query('update suites set managed_by = $1, declared_id = $2 where id = $3', [
    'ci',
    `file_${suiteId}`,
    suiteId,
  ]);
  return suiteId;
}

describe('a suite that a file owns', () => {
  const readOnly = { code: 'CONFLICT', details: { reason: 'CI_OWNED_SUITE_READ_ONLY' } };

  test.each<[string, (suiteId: string, declaredSuiteId: string) => Promise<unknown>]>([
    ['changed', (suiteId, declaredSuiteId) => update(suiteId, { description: 'x' }, declaredSuiteId)],
    [
      'relieved of a case',
      async (suiteId, declaredSuiteId) => {
        const {
          items: [first],
        } = await suiteFixture.call(operations.listEvalCases, { ...project, suiteId });
        return suiteFixture.call(operations.deleteEvalCase, {
          ...project,
          suiteId,
          caseId: first!.id,
          declaredSuiteId,
        });
      },
    ],
    [
      'given a case',
      (suiteId, declaredSuiteId) =>
        suiteFixture.call(
          operations.createEvalCase,
          { ...project, suiteId, declaredSuiteId, idempotencyKey: '' },
          { title: 'x', steps: [{ ...draft().tests[0]!.steps[0]!, toolName: 'add' }] },
        ),
    ],
  ])('is %s by its file only', async (_, act) => {
    const suiteId = await ownedByFile();
    await expect(act(suiteId, '')).rejects.toMatchObject(readOnly);
    await expect(act(suiteId, 'another')).rejects.toMatchObject(readOnly);
    await expect(act(suiteId, `file_${suiteId}`)).resolves.toBeDefined();
  });

  test('may be deleted by any member', async () => {
    const suiteId = await ownedByFile();
    await remove(suiteId);
    await expect(read(suiteId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('shows its owner', async () => {
    const suiteId = await ownedByFile();
    expect(await read(suiteId)).toMatchObject({ managedBy: 'ci', declaredId: `file_${suiteId}` });
  });

  test('has no environments either', async () => {
    const attach = (suiteId: string) =>
      suiteFixture.call(
        operations.attachEvalSuiteEnvironment,
        { ...project, suiteId, declaredSuiteId: '' },
        { environmentId: 'env_1' },
      );
    await expect(attach(await ownedByFile())).rejects.toMatchObject(readOnly);
  });
});
