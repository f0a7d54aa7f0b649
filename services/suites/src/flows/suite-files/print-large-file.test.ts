import type { SuiteFile } from '@assay/contract/areas/suite-files/documents';
import { printCheckedFile } from '../../domain/suite-files/print-checked-file.ts';
import { printLargeFile } from './print-large-file.ts';

const fileOf = (chars: number): SuiteFile => ({
  assay: 1,
  id: 'a',
  name: 'A',
  servers: ['everything'],
  model: 'scripted/rules',
  cases: [{ id: 'c', title: 'C', steps: [{ id: 'p', kind: 'prompt', prompt: 'x'.repeat(chars) }] }],
});

test.each([
  ['is printed in place when it is small', 10, 0],
  ['is printed in a worker thread when it is large', 100_001, 1],
])('a suite file %s', async (_name, chars, turns) => {
  let others = 0;
  setImmediate(() => others++);
  const printed = await printLargeFile(fileOf(chars), 'yaml');
  expect(others).toBe(turns);
  expect(printed).toEqual(printCheckedFile(fileOf(chars), 'yaml'));
});
