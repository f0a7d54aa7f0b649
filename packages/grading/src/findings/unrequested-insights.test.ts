import { unifiedFindingsOf } from '@assay/contract/areas/analysis/unified-findings';
import { unrequestedInsights } from './unrequested-insights.ts';

const unrequested = unrequestedInsights({ kind: 'eval_run', id: 'run', runId: 'run' }, 'iterations', 12);
const coverage = { ...unrequested.coverage, analyzed: 9 };
const findings = [{ id: 'f' }] as never;

test('insights that were never requested can be built, and have no snapshot and no job', () => {
  expect(unrequested.unifiedFindings).toMatchObject({ snapshot: null, job: null, canBuild: true, canEnrich: false });
});

test('pending insights tell how many trials were read, and cannot be built again', () => {
  expect(unifiedFindingsOf({ ...unrequested, status: 'pending', coverage, updatedAt: 5 })).toMatchObject({
    job: { status: 'pending', updatedAt: 5 },
    canBuild: false,
    analysis: {
      phase: 'grouping',
      progress: { done: 9, total: 12, unit: 'iterations' },
      completeness: { iterationReports: 9, total: 12, missingTraces: 3 },
    },
  });
});

test.each([
  ['no model explained', undefined, true, []],
  ['a model explained', 'openai/gpt-5', false, ['openai/gpt-5']],
])('complete insights that %s say whether a model could still do it', (_, explainedBy, canEnrich, models) => {
  const made = { ...unrequested, status: 'completed' as const, findings, ...(explainedBy && { explainedBy }) };
  expect(unifiedFindingsOf(made)).toMatchObject({ canEnrich, analysis: { phase: 'done', models } });
});
