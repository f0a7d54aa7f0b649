import { growthOf } from '@assay/testkit/growth';
import { FILES_AND_FAULTS, suiteFile } from '../test/files.ts';
import { parseSuiteFile } from './parse-suite-file.ts';

test.each(FILES_AND_FAULTS)('%s is checked correctly', (_, file, path) => {
  const parsed = parseSuiteFile(JSON.stringify(file));
  expect('faults' in parsed ? parsed.faults.map((fault) => [fault.path, fault.line]) : parsed).toEqual(
    path === undefined ? { file } : [[path, 1]],
  );
});

test('all faults are reported, each at its place in the text', () => {
  const parsed = parseSuiteFile(
    [
      'assay: 1',
      'id: smoke',
      'name: Smoke',
      'servers: [everything]',
      'colour: red',
      'cases:',
      '  - title: one',
      '    steps:',
      '      - {id: a, kind: prompt, prompt: hi, extra: kept}',
      '      - {id: b, kind: assert, assertion: {type: responseContains, needle: 5}}',
      '  - steps: []',
      '    checks: {mode: other, list: []}',
    ].join('\n'),
  );
  expect('faults' in parsed && parsed.faults.map(({ path, line, column }) => [path, line, column])).toEqual([
    ['/colour', 5, 1],
    ['/cases/0/steps/1/assertion/needle', 10, 67],
    ['/cases/1/title', 11, 5],
    ['/cases/1/steps', 11, 5],
    ['/cases/1/checks/mode', 12, 14],
  ]);
});

test('at most a hundred faults of a file are reported', () => {
  const parsed = parseSuiteFile(JSON.stringify(suiteFile({ cases: Array.from({ length: 10_000 }, () => ({})) })));
  expect('faults' in parsed && parsed.faults.length).toBe(100);
});

test('a case with faults without end does not stall', () => {
  const parse = (count: number) => {
    const steps = Array.from({ length: count }, () => ({}));
    const parsed = parseSuiteFile(JSON.stringify(suiteFile({ cases: [{ title: 'x', steps }] })));
    expect('faults' in parsed && parsed.faults.length).toBe(100);
  };
  expect(growthOf(parse, 1_000, 16)).toBeLessThan(64);
});

test('10,000 cases are parsed', () => {
  const cases = Array.from({ length: 10_000 }, (_, i) => ({ ...suiteFile().cases[0]!, id: `case_${i}` }));
  expect(parseSuiteFile(JSON.stringify(suiteFile({ cases })))).toHaveProperty('file.cases.length', 10_000);
});
