import { operations } from '@assay/contract/operations';
import type { PastRun } from '../../src/domain/suites/run-history.ts';
import { replaceHistory } from '../../src/store/suites/suites.ts';
import { pastRun } from '../support/past-run.ts';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

let fixture: TestSuites;
beforeAll(async () => {
  fixture = await startTestSuites();
});
afterAll(() => fixture.stop());

describe('the list of suites', () => {
  const listed = { projectId: 'prj_1' };
  const list = (query: object = {}) => fixture.call(operations.listEvalSuites, listed, query);
  const names = async (query: object) => (await list(query)).items.map(({ name }) => name);
  beforeAll(async () => {
    const make = (name: string, changes: object = {}) =>
      fixture.call(operations.createEvalSuite, listed, draft({ name, ...changes }));
    const [, bad, good] = [
      await make('Never run'),
      await make('Bad', { tags: ['release'] }),
      await make('good', { tags: ['release', 'nightly'] }),
    ];
    const schedule = { enabled: true, cron: '0 3 * * *', timeZone: 'Europe/Berlin' };
    await fixture.call(operations.updateEvalSuiteSchedule, { ...listed, suiteId: good.suiteId }, schedule);
    const run = (suiteId: string, changes: Partial<PastRun>) =>
      replaceHistory(fixture.pool, suiteId, {
        recent: [pastRun({ id: `run_${suiteId}`, ...changes })],
        totals: { runs: 1, passed: 1, failed: 1 },
      });
    await run(bad.suiteId, { verdict: 'failed', flakyCases: 2, createdAt: 2_000, launchedByUserId: 'usr_9' });
    await run(good.suiteId, { verdict: 'passed', createdAt: 1_000, launchedBy: 'schedule' });
  });

  test('leaves archived suites out unless they are asked for', async () => {
    const { suiteId } = await fixture.call(operations.createEvalSuite, listed, draft({ name: 'Old' }));
    const target = { ...listed, suiteId };
    const archived = await fixture.call(operations.archiveEvalSuite, target, {});
    expect(archived).toMatchObject({ archivedAt: expect.any(Number), revisionNumber: 1 });
    expect(await fixture.call(operations.archiveEvalSuite, target, {})).toEqual(archived);
    expect(await names({})).not.toContain('Old');
    const { items, counts } = await list({ archived: true });
    expect(items).toMatchObject([{ name: 'Old', archivedAt: archived.archivedAt }]);
    expect(counts).toMatchObject({ total: 1, archived: 1, verdict: { none: 1 } });
    expect(await fixture.call(operations.restoreEvalSuite, target, {})).not.toHaveProperty('archivedAt');
    expect(await names({ q: 'old' })).toEqual(['Old']);
    await fixture.call(operations.archiveEvalSuite, target, {});
  });

  test.each(['archiveEvalSuite', 'restoreEvalSuite'] as const)(
    '%s finds no suite of another project, and none that does not exist',
    async (id) => {
      const { suiteId } = await fixture.call(
        operations.createEvalSuite,
        { projectId: 'prj_2' },
        draft({ serverIds: ['srv_other'] }),
      );
      for (const target of [
        { ...listed, suiteId },
        { ...listed, suiteId: 'suite_nowhere' },
      ])
        await expect(fixture.call(operations[id], target, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );

  test('tells tags, servers, schedule, launcher and flaky cases of each suite', async () => {
    const { items } = await list({ sort: 'name' });
    expect(items).toMatchObject([
      { name: 'Bad', tags: ['release'], latestRun: { flakyCases: 2, launchedBy: 'api', launchedByUserId: 'usr_9' } },
      {
        name: 'good',
        latestRun: { launchedBy: 'schedule' },
        schedule: {
          enabled: true,
          words: 'daily at 03:00, Europe/Berlin',
          rhythm: 'daily',
          nextDueAt: expect.any(Number),
          ticksWithoutVerdict: 0,
        },
      },
      { name: 'Never run', latestRun: null, serverIds: [expect.any(String)] },
    ]);
    expect(items[0]).not.toHaveProperty('schedule');
  });

  test.each<[object, string[]]>([
    [{}, ['good', 'Bad', 'Never run']],
    [{ sort: 'verdict' }, ['Bad', 'good', 'Never run']],
    [{ sort: 'latestRun' }, ['Bad', 'good', 'Never run']],
    [{ sort: 'flaky' }, ['Bad', 'Never run', 'good']],
    [{ q: 'GOO' }, ['good']],
    [{ q: 'no such text' }, []],
    [{ verdict: 'failed,none', sort: 'name' }, ['Bad', 'Never run']],
    [{ tag: 'release', sort: 'name' }, ['Bad', 'good']],
    [{ flaky: 'true' }, ['Bad']],
    [{ scheduled: 'true' }, ['good']],
    [{ serverId: 'srv_none' }, []],
  ])('with %j is %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test.each(['newest', 'name', 'verdict', 'latestRun', 'passRate', 'flaky'])(
    'comes in pages in the order of %s',
    async (sort) => {
      const pages: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ sort, limit: '1', ...(cursor && { cursor }) });
        pages.push(...page.items.map(({ name }) => name));
        cursor = page.nextCursor;
      } while (cursor);
      expect(pages).toEqual(await names({ sort }));
    },
  );

  test('counts what each filter would find under the others', async () => {
    expect((await list({ verdict: 'passed' })).counts).toMatchObject({
      total: 1,
      verdict: { passed: 1, failed: 1, inconclusive: 0, notEstablished: 0, none: 1 },
      tag: { release: 1, nightly: 1 },
      flaky: 0,
      scheduled: 1,
    });
  });

  test('refuses an unknown verdict', () =>
    expect(list({ verdict: 'green' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' }));
});
