import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { RunExecution } from '@assay/contract/areas/eval-runs/execution';
import { plainClient } from '@assay/testkit/clients/plain-client';
import { executionFor } from './client-execution.ts';

test.each<[string, Partial<RunExecution>, ClientConfig | undefined, Partial<RunExecution>]>([
  ['the settings of the suite without a client', { systemPrompt: 'suite' }, undefined, { systemPrompt: 'suite' }],
  [
    "the client's where the suite says nothing",
    {},
    plainClient({ systemPrompt: 'client', temperature: 0.7 }),
    { systemPrompt: 'client', temperature: 0.7 },
  ],
  [
    "the suite's before the client's",
    { systemPrompt: 'suite', temperature: 0 },
    plainClient({ systemPrompt: 'client', temperature: 0.7 }),
    { systemPrompt: 'suite', temperature: 0 },
  ],
  ['without a temperature where neither has one', {}, plainClient({}), { systemPrompt: '' }],
  [
    'without any call where the client requires approval',
    {},
    plainClient({ requireToolApproval: true }),
    { systemPrompt: '', toolApproval: 'none' },
  ],
  [
    'with the read-only calls that the launch approves',
    { toolApproval: 'readOnly' },
    plainClient({ requireToolApproval: true }),
    { systemPrompt: '', toolApproval: 'readOnly' },
  ],
  [
    'without calls where the launch makes none',
    { toolApproval: 'none' },
    plainClient({}),
    { systemPrompt: '', toolApproval: 'none' },
  ],
])('the settings of a turn are %s', (_, execution, config, expected) =>
  expect(executionFor({ toolApproval: 'auto', maxSteps: 20, ...execution }, config)).toEqual({
    toolApproval: 'auto',
    maxSteps: 20,
    ...expected,
  }),
);
