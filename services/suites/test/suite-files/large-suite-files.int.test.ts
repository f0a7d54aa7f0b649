import { operations } from '@assay/contract/operations';
import {
  stopSuiteFileFixture,
  counts,
  suiteFileFixture,
  load,
  startSuiteFileFixture,
  project,
} from './suite-file-calls.ts';

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

  test('1,000 cases are written within seconds', async () => {
    const start = performance.now();
    expect(await load(many(1000))).toMatchObject({ cases: counts(1000, 0, 0, 0) });
    expect(performance.now() - start).toBeLessThan(10_000);
  }, 120_000);

  test('10,000 cases are written, changed and exported in one call each', async () => {
    const { suiteId, cases } = await load(many(10_000));
    expect(cases).toEqual(counts(9000, 0, 1000, 0));
    expect(await load(many(10_000, 'other'))).toMatchObject({ cases: counts(0, 10_000, 0, 0) });
    const { content } = await suiteFileFixture.call(
      operations.exportEvalSuiteFile,
      { ...project, suiteId: suiteId! },
      {},
      undefined,
      90_000,
    );
    expect(await load(content)).toMatchObject({ cases: counts(0, 0, 10_000, 0) });
  }, 300_000);

  test('one more case is refused', async () => {
    await expect(load(many(10_001))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/cases' }] },
    });
  }, 120_000);
});
