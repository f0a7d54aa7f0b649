import { operation } from '../../operation.ts';
import { EvalSuiteDetail } from '../suites/documents.ts';
import {
  EvalSchedulePreview,
  ListProjectSchedules,
  PreviewEvalSuiteSchedule,
  ProjectSchedulePage,
  UpdateEvalSuiteSchedule,
} from './documents.ts';

const common = { tag: 'Eval suites', access: 'member', service: 'suites' } as const;

export const updateEvalSuiteSchedule = operation({
  ...common,
  method: 'PATCH',
  path: '/projects/{projectId}/eval-suites/{suiteId}/schedule',
  summary: 'Let a suite run by itself, at an interval or by a cron expression.',
  description: [
    'Either `intervalMinutes` or `cron` is needed to switch it on for the first time; of the two, the one that was set last counts. Switching it off keeps the settings, and takes no `environmentId`.',
    'Ticks that were missed while the platform was down are made up for by one run. If a tick cannot start a run, `statusReason` says why, and the next tick tries again.',
    'A suite that has no case, or no server that is still saved, cannot be switched on.',
  ].join('\n\n'),
  input: UpdateEvalSuiteSchedule,
  status: 200,
  reply: EvalSuiteDetail,
});

export const previewEvalSuiteSchedule = operation({
  ...common,
  // The runs service answers it, because it knows what a launch costs.
  service: 'runs',
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}/schedule/preview',
  access: 'viewer',
  summary: 'Read when a schedule would run next and what that costs, as it is saved or with other settings.',
  description:
    'Nothing is stored. A suite without a schedule needs `intervalMinutes` or `cron`. Settings that could not be saved answer VALIDATION_ERROR, as their change does.',
  input: PreviewEvalSuiteSchedule,
  status: 200,
  reply: EvalSchedulePreview,
});

export const listProjectSchedules = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/schedules',
  access: 'viewer',
  summary: 'List the schedules of a project with their latest ticks, by the names of their suites.',
  description: 'Includes schedules that are switched off. A tick says which run it started, or why it started none.',
  tool: true,
  input: ListProjectSchedules,
  status: 200,
  reply: ProjectSchedulePage,
});
