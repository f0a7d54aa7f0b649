import type { Finding } from '@assay/contract/areas/analysis/insights';
import { lifecycleOf } from './lifecycle.ts';

const finding = (id: string, caseIds = ['a']) => ({ id, caseIds }) as Finding;
const sinceRun = (ids: string[]) => new Map(ids.map((id) => [id, { runId: 'run_1', runNumber: 1 }]));
const statuses = (...args: Parameters<typeof lifecycleOf>) => {
  const { current, resolved } = lifecycleOf(...args);
  return [...current, ...resolved].map(({ id, status }) => `${id} ${status}`);
};

test.each<[string, Finding[], Finding[], string[], string[]]>([
  ['nothing before', [finding('x')], [], [], ['x new']],
  ['the run before had it', [finding('x')], [finding('x')], ['x'], ['x recurring']],
  ['an older run had it, the one before did not', [finding('x')], [], ['x'], ['x regressed']],
  ['it did not come back', [], [finding('x')], [], ['x resolved']],
  ['it did not come back, but one of its cases was not run', [], [finding('x', ['a', 'b'])], [], []],
  ['it was gone in the run before already', [], [], ['x'], []],
])('%s', (_, found, before, older, expected) =>
  expect(statuses(found, { before, since: sinceRun(older) }, new Set(['a']))).toEqual(expected),
);
