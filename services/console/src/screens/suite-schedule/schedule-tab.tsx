import './suite-schedule.css';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Problem } from '@assay/sdk';
import { Button } from '../../components/button/button.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import { operationQuery, useOperation, type ReplyOf } from '../../data/operations.ts';
import { useMayWrite } from '../../data/project-role.ts';
import { useAction } from '../../data/use-action.ts';
import { SuiteFrame } from '../suite/suite-frame.tsx';
import { useSuiteRuns } from '../suite/suite-nav.tsx';
import type { SuiteTabProps } from '../suite/suite-tab.ts';
import { FailurePolicy, Ownership } from './schedule-policy.tsx';
import { LastTicks, LostTicks } from './last-ticks.tsx';
import { NextTicks } from './next-ticks.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { changedSettings, settingsOf, timingQuery, type ScheduleSettings } from './schedule-settings.ts';
import { ScheduleVerdict } from './schedule-verdict.tsx';

/**
 * When a suite runs by itself: the next ticks and what each costs, the last ones and the ticks without a run.
 * Operations: previewEvalSuiteSchedule, updateEvalSuiteSchedule, listProjectSchedules, listEvalSuiteRuns,
 * listEnvironments, listProjectMembers.
 */
export function ScheduleTab({ suite }: SuiteTabProps) {
  const { projectId, id: suiteId, schedule } = suite;
  const address = { projectId, suiteId };
  const navigate = useNavigate();
  const mayWrite = useMayWrite(projectId);
  const [typed, setTyped] = useState<ScheduleSettings>();
  const saved = settingsOf(suite);
  const settings = typed ?? saved;
  const query = timingQuery(settings);
  const preview = useQuery({
    ...operationQuery('previewEvalSuiteSchedule', address, {
      ...query,
      ...(settings.environmentId !== undefined && { environmentId: settings.environmentId }),
      ticks: 5,
    }),
    enabled: query !== undefined,
    retry: false,
    placeholderData: (before: ReplyOf<'previewEvalSuiteSchedule'> | undefined) => before,
  });
  const schedules = useOperation('listProjectSchedules', { projectId }, { suiteId });
  const runs = useSuiteRuns(suite);
  const ticks = schedules.data?.items[0]?.ticks ?? [];
  const change = useAction(
    (body: Parameters<typeof client.updateEvalSuiteSchedule>[1]) => client.updateEvalSuiteSchedule(address, body),
    {
      changes: ['getEvalSuite', 'listProjectSchedules', 'listEvalSuites', 'previewEvalSuiteSchedule'],
      onDone: () => setTyped(undefined),
    },
  );
  const dirty = typed ? changedSettings(saved, typed) : 0;
  const save = (): void => {
    if (mayWrite && dirty > 0 && !change.isRunning) change.run(bodyOf(settings));
  };
  const pause = (): void => {
    if (mayWrite && schedule.words !== undefined) change.run({ enabled: !schedule.enabled });
  };
  return (
    <SuiteFrame
      suite={suite}
      tab="schedule"
      request={{ operation: 'updateEvalSuiteSchedule', params: address, body: bodyOf(settings) }}
      keys={[
        { keys: ['mod+s'], label: 'save', run: save },
        { keys: ['p'], label: schedule.enabled ? 'pause' : 'switch on', run: pause },
      ]}
      head={
        <ScheduleVerdict
          suite={suite}
          ticks={ticks}
          actions={
            mayWrite && (
              <>
                {schedule.words !== undefined && (
                  <Button keyHint="p" disabled={change.isRunning} onClick={pause}>
                    {schedule.enabled ? 'Pause' : 'Switch on'}
                  </Button>
                )}
                <Button
                  icon="run"
                  keyHint="l"
                  onClick={() => void navigate({ to: '/p/$projectId/suites/$suiteId/launch', params: address })}
                >
                  Launch now
                </Button>
              </>
            )
          }
        />
      }
    >
      <div className="schedule-columns">
        <div>
          <ScheduleForm
            suite={suite}
            settings={settings}
            preview={preview.data}
            problem={preview.error ?? undefined}
            dirty={dirty}
            isSaving={change.isRunning || !mayWrite}
            onChange={setTyped}
            onSave={save}
            onDiscard={() => setTyped(undefined)}
          />
          <ActionError error={change.error} />
          {query && (preview.data || !isRefusal(preview.error)) && (
            <Part of={preview} what="next ticks" rows={5}>
              {(data: ReplyOf<'previewEvalSuiteSchedule'>) => <NextTicks preview={data} />}
            </Part>
          )}
          <LostTicks ticks={ticks} />
        </div>
        <aside aria-label="What the schedule did">
          <LastTicks suite={suite} ticks={ticks} runs={runs.data?.items ?? []} />
          {schedule.words !== undefined && (
            <>
              <FailurePolicy
                limit={schedule.pauseAfterFailures}
                isRunning={change.isRunning || !mayWrite}
                onLimit={(pauseAfterFailures) => change.run({ enabled: schedule.enabled, pauseAfterFailures })}
              />
              <Ownership suite={suite} />
            </>
          )}
        </aside>
      </div>
    </SuiteFrame>
  );
}

/** Whether the typed settings cannot be saved: the form says so at its field. */
const isRefusal = (error: Error | null): boolean => error instanceof Problem && error.code === 'VALIDATION_ERROR';

function bodyOf({ kind, cron, timeZone, minutes, environmentId }: ScheduleSettings) {
  if (kind === 'off') return { enabled: false };
  return {
    enabled: true,
    ...(kind === 'cron' ? { cron, timeZone } : { intervalMinutes: minutes }),
    ...(environmentId !== undefined && { environmentId }),
  };
}
