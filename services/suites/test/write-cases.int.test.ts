import { transaction, type Statement } from '@assay/kit/db';
import { testDatabase, type TestDatabase } from '@assay/testkit/database';
import { storeSuite } from '../src/actions/store-suite.ts';
import { writeCases, type CaseToWrite, type Policy } from '../src/actions/write-cases.ts';
import { toBody } from '../src/domain/case-record.ts';
import { withRun, type RunHistory } from '../src/domain/run-history.ts';
import { deleteCase } from '../src/store/cases.ts';
import { listSuites, replaceHistory } from '../src/store/suites.ts';
import { folders } from './start.ts';

let database: TestDatabase;
beforeAll(async () => { database = await testDatabase({ folders }); });
afterAll(() => database.drop());

let suites = 0;
async function emptySuite(): Promise<string> {
  const id = `suite_${String(++suites).padStart(4, '0')}`;
  await storeSuite(database.pool, { id, projectId: 'prj_1', name: id, body: { serverIds: ['srv_1'] } }, [], undefined);
  return id;
}

const asks = (prompt: string, more: Partial<CaseToWrite> = {}): CaseToWrite =>
  ({ body: toBody({ title: prompt.slice(0, 40), steps: [{ id: 'p', kind: 'prompt', prompt }] }), ...more });
const write = (suiteId: string, cases: CaseToWrite[], policy: Policy = { duplicatePolicy: 'block' }) =>
  transaction(database.pool, (tx) => writeCases(tx, suiteId, cases, policy));
const codes = (outcomes: Awaited<ReturnType<typeof write>>) => outcomes.map((each) => ('refused' in each ? each.refused.code : 'written'));

const letters = (n: number) => String(n).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);
/** Prompts of 12 to 31 words, some of them common and most rare, from a generator that always makes the same ones. */
function* prompts(): Generator<string, never> {
  let state = 1;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (;;) yield Array.from({ length: 12 + Math.floor(random() * 20) }, () => `w${letters(Math.floor(random() * random() * 3000))}`).join(' ');
}
const source = prompts();
const many = (count: number) => Array.from({ length: count }, () => asks(source.next().value));

/** How long `work` takes, in milliseconds. */
async function measured(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

test('two cases of one request under the same idempotency key: the first has it', async () => {
  const idempotency = { key: 'key', requestHash: 'hash' };
  expect(codes(await write(await emptySuite(), [asks('One', { idempotency }), asks('Two', { idempotency })]))).toEqual(['written', 'DUPLICATE_IDEMPOTENCY_KEY']);
});

test('cases that were never marked are found, too, and marked for the next time', async () => {
  const suiteId = await emptySuite();
  await database.pool.query(`
    insert into cases (id, suite_id, position, body)
    select 'old_' || n, $1, n, json_build_object('title', 'old ' || n, 'steps', json_build_array(json_build_object('id', 's', 'kind', 'prompt', 'prompt', 'Old ' || n)), 'isNegative', false)
    from generate_series(1, 50) n`, [suiteId]);
  expect(codes(await write(suiteId, [asks('Old 17'), asks('New')]))).toEqual(['DUPLICATE_CONTENT', 'written']);
  expect((await database.pool.query('select from cases where suite_id = $1 and (content_hash is null or shape_hash is null or wording is null)', [suiteId])).rowCount).toBe(0);
});

test('the place of a deleted case is not taken by one that comes later, as long as another stands behind it', async () => {
  const suiteId = await emptySuite();
  const [first] = await write(suiteId, [asks('One'), asks('Two')]);
  if (!first || 'refused' in first) throw new Error('The case was not written.');
  await deleteCase(database.pool, suiteId, first.written.id);
  expect(await write(suiteId, [asks('Three')])).toMatchObject([{ written: { position: 2 } }]);
});

test('a thousand cases are written within two seconds, into an empty suite and into one that has ten thousand', async () => {
  const cases = many(12_000);
  const suiteId = await emptySuite();
  expect(await measured(async () => expect(codes(await write(suiteId, cases.slice(0, 1_000)))).not.toContain('DUPLICATE_CONTENT'))).toBeLessThan(2_000);
  await write(suiteId, cases.slice(1_000, 11_000));
  expect(await measured(async () => expect(codes(await write(suiteId, cases.slice(11_000)))).not.toContain('DUPLICATE_CONTENT'))).toBeLessThan(2_000);
  expect(new Set(codes(await write(suiteId, cases.slice(0, 1_000))))).toEqual(new Set(['DUPLICATE_CONTENT']));
});

test('the number of statements does not grow with the number of cases', async () => {
  const count = (cases: CaseToWrite[]) => transaction(database.pool, async (tx) => {
    const suiteId = await emptySuite();
    let statements = 0;
    const counting = new Proxy(tx, {
      get: (target, key) => (key === 'query' ? (statement: Statement) => { statements++; return target.query(statement); } : Reflect.get(target, key) as unknown),
    });
    await writeCases(counting, suiteId, cases, { duplicatePolicy: 'block' });
    return statements;
  });
  expect(await count(many(500))).toBe(await count(many(5)));
});

test('two hundred suites with ten thousand runs each are listed within 50 ms', async () => {
  const none: RunHistory = { recent: [], totals: { runs: 0, passed: 0, failed: 0 } };
  const history = Array.from({ length: 10_000 }, (_, i) => ({ id: `run_${i}`, status: 'completed', total: 4, passed: 3, failed: 1, createdAt: i })).reduce(withRun, none);
  for (let i = 0; i < 200; i++) await replaceHistory(database.pool, await emptySuite(), history);
  const times: number[] = [];
  for (let i = 0; i < 11; i++) times.push(await measured(() => listSuites(database.pool, 'prj_1', undefined, 200)));
  const [{ history: listed } = { history: none }] = await listSuites(database.pool, 'prj_1', undefined, 1);
  expect([listed.totals.runs, listed.recent.length]).toEqual([10_000, 20]);
  expect(times.toSorted((a, b) => a - b)[5]).toBeLessThan(50);
});
