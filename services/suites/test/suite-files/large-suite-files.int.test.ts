import { operations } from '@assay/contract/operations';
import { isSlowRun } from '@assay/testkit/slow-run';
import {
  stopSuiteFileFixture,
  counts,
  suiteFileFixture,
  load,
  startSuiteFileFixture,
  project,
} from './suite-file-calls.ts';

/** The cases of a large file; a file has at most 10,000. */
const CASES = isSlowRun ? 10_000 : 2_000;

beforeAll(startSuiteFileFixture);
afterAll(stopSuiteFileFixture);

describe('large files', () => {
  const many = (n: number, title = 'case') =>
    JSON.stringify({
      assay: 1,
      id: 'large',
      name: 'large',
      servers: ['everything'],
      model: 'scripted/rules',
      cases: Array.from({ length: n }, (_, i) => ({
        id: `c${i}`,
        title: `${title} ${i}`,
        steps: [
          { id: 'p', kind: 'prompt', prompt: `Add ${i} and ${i}.` },
          { id: 'a', kind: 'assert', assertion: { type: 'responseContains', needle: `${i + i}` } },
        ],
      })),
    });

  test(`${CASES} cases are written, changed and exported in one call each`, async () => {
    const few = CASES / 10;
    expect(await load(many(few))).toMatchObject({ cases: counts(few, 0, 0, 0) });
    const { suiteId, cases } = await load(many(CASES));
    expect(cases).toEqual(counts(CASES - few, 0, few, 0));
    expect(await load(many(CASES, 'other'))).toMatchObject({ cases: counts(0, CASES, 0, 0) });
    const { content } = await suiteFileFixture.call(
      operations.exportEvalSuiteFile,
      { ...project, suiteId: suiteId! },
      {},
      undefined,
      90_000,
    );
    expect(await load(content)).toMatchObject({ cases: counts(0, 0, CASES, 0) });
  }, 300_000);

  test('one more case is refused', async () => {
    await expect(load(many(10_001))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/cases' }] },
    });
  }, 120_000);
});
