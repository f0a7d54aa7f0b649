import { groupRows, nounOf, runLabel } from './group-cells.ts';

const cell = (runId: string, passed: number, more: object = {}) =>
  ({ runId, outcome: 'passed', passed, eligible: 5, p50DurationMs: 12, trials: [], ...more }) as never;

test('cells are compared with the base, and cases of several models have rows of their own', () => {
  const rows = groupRows(
    [
      { testCaseId: 'a', title: 'A', differs: true, cells: [cell('x', 5), cell('y', 3, { outcome: 'failed' })] },
      { testCaseId: 'a', title: 'A', differs: false, cells: [cell('x', 5), cell('y', 5, { p50DurationMs: null })] },
    ] as never,
    'x',
  );
  expect(rows.map(({ id, isFaint }) => [id, isFaint])).toEqual([
    ['a', false],
    ['a@2', true],
  ]);
  expect([...rows[0].cells.values()]).toMatchObject([
    { kind: 'passed', text: '5 of 5', isSame: false },
    { kind: 'failed', text: '3 of 5', isSame: false },
  ]);
  expect(rows[1].cells.get('y')).toMatchObject({ isSame: true, figure: '' });
});

test('a run is named by its arm, its environment, its client or its number', () => {
  const run = (more: object) =>
    ({ environment: null, client: { source: 'sdk', name: 'c' }, runNumber: 3, ...more }) as never;
  expect(
    [
      { arm: 'A' },
      { environment: { id: 'e', name: null } },
      { client: { source: 'attached_host', name: 'c' } },
      {},
    ].map((more) => runLabel(run(more))),
  ).toEqual(['A', 'e', 'c', 'Run 3']);
  expect(nounOf([run({ arm: 'A' }), run({ arm: 'B' })])[1]).toBe('arms');
  expect(nounOf([run({ arm: 'A' }), run({})])[1]).toBe('runs');
});
