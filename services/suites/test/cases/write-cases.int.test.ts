import { transaction, type Db, type Statement } from '@assay/kit/postgres/db';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { isSlowRun } from '@assay/testkit/slow-run';
import { importSuiteFile, previewSuiteFile } from '../../src/actions/suite-files/import-suite-file.ts';
import { storeSuite } from '../../src/actions/suites/store-suite.ts';
import { writeCases, type CaseToWrite, type Policy } from '../../src/actions/cases/write-cases.ts';
import { toBody } from '../../src/domain/cases/case-record.ts';
import { withRun, type RunHistory } from '../../src/domain/suites/run-history.ts';
import { deleteCase, listCasePage, replaceCase } from '../../src/store/cases/cases.ts';
import { listSuites } from '../../src/store/suites/listed-suites.ts';
import { findSuiteWithCases, replaceHistory } from '../../src/store/suites/suites.ts';
import { pastRun } from '../support/past-run.ts';
import { folders } from '../support/start.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ folders });
});
afterAll(() => database.drop());

let suites = 0;
async function emptySuite(): Promise<string> {
  const id = `suite_${String(++suites).padStart(4, '0')}`;
  await storeSuite(database.pool, {
    suite: { id, projectId: 'prj_1', name: id, body: { serverIds: ['srv_1'] } },
    cases: [],
    createdBy: undefined,
  });
  return id;
}

const asks = (prompt: string, more: Partial<CaseToWrite> = {}): CaseToWrite => ({
  body: toBody({ title: prompt.slice(0, 40), steps: [{ id: 'p', kind: 'prompt', prompt }] }),
  ...more,
});
const write = (suiteId: string, cases: CaseToWrite[], policy: Policy = { duplicatePolicy: 'block' }) =>
  transaction(database.pool, (tx) => writeCases(tx, suiteId, cases, policy));
const codes = (outcomes: Awaited<ReturnType<typeof write>>) =>
  outcomes.map((each) => ('refused' in each ? each.refused.code : 'written'));

const letters = (n: number) => String(n).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);
/** Prompts of 12 to 31 words, a few common and most rare, from a deterministic generator. */
function* prompts(): Generator<string, never> {
  let state = 1;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (;;)
    yield Array.from(
      { length: 12 + Math.floor(random() * 20) },
      () => `w${letters(Math.floor(random() * random() * 3000))}`,
    ).join(' ');
}
const source = prompts();
const many = (count: number) => Array.from({ length: count }, () => asks(source.next().value));

/** The sizes of suites that are written to. */
const [LARGE, MANY, LONG] = isSlowRun ? [9_000, 1_000, 5_000] : [3_000, 300, 1_500];
/** The processor time of `work` in this process, in milliseconds: a busy machine does not lengthen it. */
async function measured(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test('of two cases in one request with the same idempotency key the first keeps it', async () => {
  const idempotency = { key: 'key', requestHash: 'hash' };
  expect(codes(await write(await emptySuite(), [asks('One', { idempotency }), asks('Two', { idempotency })]))).toEqual([
    'written',
    'DUPLICATE_IDEMPOTENCY_KEY',
  ]);
});

test('cases without marks are found too, and marked for the next time', async () => {
  const suiteId = await emptySuite();
  await database.pool.query(
    `
    insert into cases (id, suite_id, position, body)
    select 'old_' || n, $1, n, json_build_object('title', 'old ' || n, 'steps', json_build_array(json_build_object('id', 's', 'kind', 'prompt', 'prompt', 'Old ' || n)), 'isNegative', false)
    from generate_series(1, 50) n`,
    [suiteId],
  );
  expect(codes(await write(suiteId, [asks('Old 17'), asks('New')]))).toEqual(['DUPLICATE_CONTENT', 'written']);
  expect(
    (
      await database.pool.query(
        'select from cases where suite_id = $1 and num_nulls(content_hash, shape_hash, wording, near_keys) > 0',
        [suiteId],
      )
    ).rowCount,
  ).toBe(0);
});

test('the position of a deleted case is not reused while another stands behind it', async () => {
  const suiteId = await emptySuite();
  const [first] = await write(suiteId, [asks('One'), asks('Two')]);
  if (!first || 'refused' in first) throw new Error('The case was not written.');
  await deleteCase(database.pool, suiteId, first.written.id);
  expect(await write(suiteId, [asks('Three')])).toMatchObject([{ written: { position: 2 } }]);
});

test(`${MANY} cases are written in seconds, into an empty suite and into one of ${LARGE}`, async () => {
  const cases = many(LARGE + MANY);
  const suiteId = await emptySuite();
  const writeNew = (those: CaseToWrite[]) =>
    measured(async () => expect(codes(await write(suiteId, those))).not.toContain('DUPLICATE_CONTENT'));
  expect(await writeNew(cases.slice(0, MANY))).toBeLessThan(10 * MANY);
  await write(suiteId, cases.slice(MANY, LARGE));
  expect(await writeNew(cases.slice(LARGE))).toBeLessThan(10 * MANY);
  expect(new Set(codes(await write(suiteId, cases.slice(0, MANY))))).toEqual(new Set(['DUPLICATE_CONTENT']));
}, 120_000);

test('one case is written fast into a suite of thousands of long ones, repetitions are found', async () => {
  const long = () => Array.from({ length: 12 }, () => source.next().value).join(' ');
  const suiteId = await emptySuite();
  const texts = Array.from({ length: LONG }, long);
  await write(
    suiteId,
    texts.map((text) => asks(text)),
    { duplicatePolicy: 'create_anyway', overrideReason: 'They are random.' },
  );
  const times: number[] = [];
  for (let i = 0; i < 5; i++)
    times.push(await measured(async () => expect(codes(await write(suiteId, [asks(long())]))).toEqual(['written'])));
  expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(1_000);
  expect(codes(await write(suiteId, [asks(`${texts[1_234]} besides`)]))).toEqual(['DUPLICATE_CONTENT']);
}, 120_000);

test('near-same cases pass where that is allowed, equal ones do not', async () => {
  const suiteId = await emptySuite();
  const prompt = 'Please list all of the open orders of our best customer';
  await write(suiteId, [asks(prompt)]);
  expect(
    codes(
      await write(suiteId, [asks(prompt), asks(`${prompt} today`), asks(`${prompt} today`)], {
        duplicatePolicy: 'block',
        near: 'allow',
      }),
    ),
  ).toEqual(['DUPLICATE_CONTENT', 'written', 'DUPLICATE_CONTENT']);
});

describe('a suite that is nearly full', () => {
  test('takes the cases that it has room for, and refuses the others', async () => {
    const suiteId = await emptySuite();
    await database.pool.query(
      `insert into cases (id, suite_id, position, body, content_hash) select 'full_' || n, $1, n, '{}', n::text from generate_series(1, 9998) n`,
      [suiteId],
    );
    expect(codes(await write(suiteId, [asks('One'), asks('One'), asks('Two'), asks('Three')]))).toEqual([
      'written',
      'DUPLICATE_CONTENT',
      'written',
      'UNSTORABLE_ITEM',
    ]);
    await transaction(database.pool, (tx) => deleteCase(tx, suiteId, 'full_7'));
    expect(codes(await write(suiteId, [asks('Four'), asks('Five')]))).toEqual(['written', 'UNSTORABLE_ITEM']);
  });

  test('counts the bytes of its cases, also those of changed ones', async () => {
    const suiteId = await emptySuite();
    const large = (n: number): CaseToWrite => asks(`${n} ${'é'.repeat(500_000)}`);
    expect(
      new Set(
        codes(
          await write(
            suiteId,
            Array.from({ length: 33 }, (_, n) => large(n)),
          ),
        ),
      ),
    ).toEqual(new Set(['written']));
    expect(codes(await write(suiteId, [large(33), asks('A small one')]))).toEqual(['UNSTORABLE_ITEM', 'written']);
    const [first] = (await listCasePage(database.pool, suiteId, -1, 1)).cases;
    await replaceCase(database.pool, suiteId, { ...first!, body: asks('Small now').body });
    expect(codes(await write(suiteId, [large(33)]))).toEqual(['written']);
  });
});

test('a file with more cases than a suite may have is refused, and so is its preview', async () => {
  const cases = Array.from({ length: 10_001 }, (_, n) => ({ declaredId: `c${n}`, body: asks(`Say ${n}`).body }));
  const declaration = { projectId: 'prj_1', declaredId: 'large', name: 'large', body: { serverIds: ['srv_1'] }, cases };
  const refusal = { code: 'VALIDATION_ERROR', details: { issues: [{ path: '/cases' }] } };
  await expect((async () => importSuiteFile(database.pool, declaration, undefined))()).rejects.toMatchObject(refusal);
  await expect(previewSuiteFile(database.pool, declaration)).rejects.toMatchObject(refusal);
  expect((await database.pool.query(`select from suites where declared_id = 'large'`)).rowCount).toBe(0);
});

test('a page of cases ends after eight megabytes, and the next one continues there', async () => {
  const suiteId = await emptySuite();
  await write(
    suiteId,
    Array.from({ length: 12 }, (_, n) => asks(`${n} ${'x'.repeat(1_000_000)}`)),
  );
  const first = await listCasePage(database.pool, suiteId, -1, 500);
  const second = await listCasePage(database.pool, suiteId, first.cases.at(-1)!.position, 500);
  expect([first, second].map(({ cases, more }) => [cases.map(({ position }) => position), more])).toEqual([
    [[0, 1, 2, 3, 4, 5, 6, 7], true],
    [[8, 9, 10, 11], false],
  ]);
  const { cases, more } = await listCasePage(database.pool, suiteId, -1, 3);
  expect([cases.length, more]).toEqual([3, true]);
});

test('a suite is read from one snapshot during concurrent writes', async () => {
  const suiteId = await emptySuite();
  // A concurrent transaction adds a case after each statement of the read.
  const meanwhile = {
    query: async (statement: Statement) => {
      const result = await database.pool.query(statement);
      await write(suiteId, [asks('Meanwhile')]);
      return result;
    },
  } as unknown as Db;
  expect((await findSuiteWithCases(meanwhile, 'prj_1', suiteId))?.cases).toEqual([]);
  expect((await findSuiteWithCases(database.pool, 'prj_1', suiteId))?.cases).toHaveLength(1);
});

test('the number of statements does not grow with the number of cases', async () => {
  const count = (cases: CaseToWrite[]) =>
    transaction(database.pool, async (tx) => {
      const suiteId = await emptySuite();
      let statements = 0;
      const counting = new Proxy(tx, {
        get: (target, key) =>
          key === 'query'
            ? (...statement: Parameters<typeof target.query>) => {
                statements++;
                return target.query(...statement);
              }
            : (Reflect.get(target, key) as unknown),
      });
      await writeCases(counting, suiteId, cases, { duplicatePolicy: 'block' });
      return statements;
    });
  expect(await count(many(500))).toBe(await count(many(5)));
});

test('a suite with 10,000 runs has no larger a history than a suite with a hundred', async () => {
  const none: RunHistory = { recent: [], totals: { runs: 0, passed: 0, failed: 0 } };
  const historyOf = (runs: number) =>
    Array.from({ length: runs }, (_, i) =>
      pastRun({
        id: `run_${String(i).padStart(4, '0')}`,
        total: 4,
        passed: 3,
        failed: 1,
        passRate: 0.75,
        createdAt: 10_000 + i,
      }),
    ).reduce((sum, run) => withRun(sum, run, run), none);
  const listed = async (runs: number) => {
    const suiteId = await emptySuite();
    await replaceHistory(database.pool, suiteId, historyOf(runs));
    return (await listSuites(database.pool, 'prj_1', {}, undefined, 1))[0]!.history;
  };
  const [few, large] = [await listed(100), await listed(10_000)];
  expect([large.totals.runs, large.recent.length]).toEqual([10_000, few.recent.length]);
  expect(JSON.stringify(large).length).toBeLessThan(JSON.stringify(few).length + 20);
});
