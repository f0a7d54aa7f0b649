import { join } from 'node:path';
import { transaction } from '@assay/kit/db';
import { testDatabase, type TestDatabase } from '@assay/testkit/database';
import { writeCases, type CaseToWrite, type Policy } from '../src/actions/write-cases.ts';
import { storeSuite } from '../src/actions/store-suite.ts';
import { toBody } from '../src/domain/case-record.ts';
import { listCases } from '../src/store/cases.ts';

let database: TestDatabase;
beforeAll(async () => { database = await testDatabase({ folders: [join(import.meta.dirname, '../../../packages/kit/migrations'), join(import.meta.dirname, '../migrations')] }); });
afterAll(() => database.drop());

let suites = 0;
async function emptySuite(): Promise<string> {
  const id = `suite_${++suites}`;
  await storeSuite(database.pool, { id, projectId: 'prj_1', name: id, body: { serverIds: ['srv_1'] } }, [], undefined);
  return id;
}
const write = (suiteId: string, cases: CaseToWrite[], policy: Policy = { duplicatePolicy: 'block' }) => transaction(database.pool, (tx) => writeCases(tx, suiteId, cases, policy));
const prompt = (text: string, more: object = {}): CaseToWrite => ({ body: toBody({ title: text.slice(0, 40), steps: [{ id: 'p', kind: 'prompt', prompt: text }] }), ...more });

test('perf', async () => {
  const words = Array.from({ length: 3000 }, (_, i) => `w${String.fromCharCode(97 + i % 26)}${String.fromCharCode(97 + (i / 26 | 0) % 26)}${String.fromCharCode(97 + (i / 676 | 0))}`);
  let seed = 1;
  const random = () => { seed = (seed + 0x6d2b79f5) | 0; let t = Math.imul(seed ^ (seed >>> 15), 1 | seed); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) / 4294967296; };
  const text = () => Array.from({ length: 12 + Math.floor(random() * 20) }, () => words[Math.floor(random() * random() * 3000)]).join(' ');
  const many = (n: number) => Array.from({ length: n }, () => prompt(text()));
  const empty = await emptySuite();
  let t = performance.now();
  const o = await write(empty, many(1000));
  console.log('1000 into empty', performance.now() - t, o.filter((x) => 'written' in x).length);
  const big = await emptySuite();
  t = performance.now();
  await write(big, many(10000));
  console.log('10000 into empty', performance.now() - t);
  for (let i = 0; i < 3; i++) {
    t = performance.now();
    const o2 = await write(big, many(1000));
    console.log('1000 into 10000', performance.now() - t, o2.filter((x) => 'written' in x).length);
  }
  t = performance.now();
  await write(big, many(1));
  console.log('1 into 13000', performance.now() - t);
  await database.pool.query('update cases set content_hash = null, shape_hash = null, wording = null where suite_id = $1', [big]);
  t = performance.now();
  await write(big, many(1));
  console.log('1 into 13000 unmarked', performance.now() - t);
  t = performance.now();
  console.log((await listCases(database.pool, big)).length, performance.now() - t);
}, 120000);
