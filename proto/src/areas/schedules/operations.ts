import { operation } from '../../operation.ts';
import { EvalSuiteDetail } from '../suites/documents.ts';
import { UpdateEvalSuiteSchedule } from './documents.ts';

const common = { tag: 'Eval suites', access: 'member', service: 'suites' } as const;

export const updateEvalSuiteSchedule = operation({
  ...common,
  method: 'PATCH',
  path: '/projects/{projectId}/eval-suites/{suiteId}/schedule',
  summary: 'Let a suite run by itself, every so often or by a cron expression.',
  description: [
    'Either `intervalMinutes` or `cron` is needed to switch it on for the first time; later the last one counts. Switching it off keeps what it was set to, and takes no `environmentId`.',
    'Ticks that nobody could serve, because the platform was down, are made up for by one run. A tick that cannot start a run is told in `statusReason`, and the next one tries again.',
    'A suite that has no case, or no server that is still saved, cannot be switched on.',
  ].join('\n\n'),
  input: UpdateEvalSuiteSchedule,
  status: 200,
  reply: EvalSuiteDetail,
});
