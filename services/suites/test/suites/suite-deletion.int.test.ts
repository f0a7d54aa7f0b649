import { SuiteCreated, SuiteDeleted } from '@assay/mesh/events';
import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import type { BusMessage } from '@assay/kit/bus/bus';
import { waitUntil } from '@assay/testkit/until';
import { draft } from '../support/start.ts';
import {
  stopSuiteFixture,
  create,
  suiteFixture,
  startSuiteFixture,
  project,
  read,
  remove,
} from '../support/suite-calls.ts';

beforeAll(startSuiteFixture);
afterAll(stopSuiteFixture);

describe('a deleted suite', () => {
  test('is deleted with its cases and revisions, and both its events are published once', async () => {
    const told: BusMessage[] = [];
    const subscription = await suiteFixture.bus.subscribe({
      group: 'test',
      topics: [SuiteDeleted.topic],
      handle: async (message) => {
        told.push(message);
      },
    });
    const suiteId = await create();
    await remove(suiteId);
    await expect(remove(suiteId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const table of ['cases', 'suite_revisions'])
      expect((await suiteFixture.pool.query(`select from ${table} where suite_id = $1`, [suiteId])).rowCount).toBe(0);
    const [created, message] = await waitUntil(() => {
      const found = told.filter(({ key }) => key === suiteId);
      return found.length > 1 && found;
    });
    expect([created!.type, message!.type]).toEqual([SuiteCreated.type, SuiteDeleted.type]);
    expect(SuiteCreated.codec.decode(created!.value)).toMatchObject({ suiteId, ...project });
    expect(SuiteDeleted.codec.decode(message!.value)).toMatchObject({
      suiteId,
      ...project,
      deletedAtMs: expect.any(Number),
    });
    await subscription.stop();
  });

  test('has its events published again when it was created anew under its id', async () => {
    const told: BusMessage[] = [];
    const subscription = await suiteFixture.bus.subscribe({
      group: 'again',
      topics: [SuiteDeleted.topic],
      handle: async (message) => {
        told.push(message);
      },
    });
    const suiteId = await create();
    await remove(suiteId);
    await suiteFixture.mesh.call(AuthoringService.authorSuite, {
      ...project,
      suiteId,
      suite: Buffer.from(JSON.stringify(draft({ name: 'anew' }))),
    });
    await remove(suiteId);
    const ids = await waitUntil(() => {
      const found = told.filter(({ key }) => key === suiteId).map(({ id }) => id);
      return found.length === 4 && found;
    });
    expect(new Set(ids).size).toBe(4);
    await subscription.stop();
  });

  test('frees its name', async () => {
    await remove(await create({ name: 'again' }));
    await expect(create({ name: 'again' })).resolves.toMatch(/^suite_/);
  });
});

test.each([
  ['a runner', 'UNAUTHORIZED', () => ({ service: 'runner' })],
  ['a viewer', 'FORBIDDEN', () => ({ ...suiteFixture.memberOf('prj_1'), role: 'viewer' as const })],
  ['a member of another project', 'NOT_FOUND', () => suiteFixture.memberOf('prj_2')],
])('a suite stays when its deletion is asked for by %s', async (_, code, caller) => {
  const suiteId = await create();
  await expect(
    suiteFixture.mesh.call(
      AuthoringService.removeSuite,
      { ...project, suiteId },
      { caller: { requestId: 'req_test', ...caller() } },
    ),
  ).rejects.toMatchObject({ code });
  await expect(read(suiteId)).resolves.toBeDefined();
});
