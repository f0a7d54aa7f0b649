import type { Operation } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { closeFixture, create, openFixture, patch, project, scheduleFixture } from './schedule-fixture.ts';

beforeAll(openFixture);
afterAll(closeFixture);

const body = {
  title: 'Greets',
  steps: [{ id: 'c1', kind: 'toolCall', serverName: 'everything', toolName: 'add', arguments: { a: 1 } }],
};
const person = (): Caller => scheduleFixture.memberOf(project.projectId);
const agent = (): Caller => ({ ...person(), isAgent: true });
const casesOf = async (suiteId: string) =>
  (await scheduleFixture.call(operations.listEvalCases, { ...project, suiteId })).items.map(({ title }) => title);

const ADDING: [string, Operation, object][] = [
  ['a case', operations.createEvalCase, body],
  ['a batch of cases', operations.createEvalCases, { cases: [body] }],
];

describe.each(ADDING)('%s of an agent', (_, operation, input) => {
  const add = (suiteId: string, caller = agent()) =>
    scheduleFixture.call(
      operation as typeof operations.createEvalCase,
      { ...project, suiteId, declaredSuiteId: '', idempotencyKey: '' },
      input,
      caller,
    );

  test('is refused for a suite whose schedule would run it, and a person adds it', async () => {
    const suiteId = await create();
    await patch(suiteId, { enabled: true, intervalMinutes: 60 });
    const before = await casesOf(suiteId);
    await expect(add(suiteId)).rejects.toMatchObject({ code: 'FORBIDDEN', details: { reason: 'PERSON_DECIDES' } });
    expect(await casesOf(suiteId)).toEqual(before);
    await add(suiteId, person());
    expect(await casesOf(suiteId)).toEqual([...before, 'Greets']);
  });

  test('is added to a suite without a schedule, or with one that is switched off', async () => {
    const suiteId = await create();
    await patch(suiteId, { enabled: true, intervalMinutes: 60 });
    await patch(suiteId, { enabled: false });
    await add(suiteId);
    expect(await casesOf(suiteId)).toContain('Greets');
  });
});
