import { requiredLabels } from './required-labels.ts';

test.each([
  ['a server over HTTP', 'http', [], []],
  ['one with labels', 'http', ['lab', 'eu'], ['eu', 'lab']],
  ['a command', 'stdio', [], ['stdio']],
  ['a command with labels', 'stdio', ['lab'], ['lab', 'stdio']],
  ['a command that says so itself', 'stdio', ['stdio'], ['stdio']],
])('%s is reached by runners with the required labels', (_, transport, runnerLabels, labels) =>
  expect(requiredLabels({ transport, runnerLabels })).toEqual(labels),
);
