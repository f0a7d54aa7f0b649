import { Problem } from '@assay/sdk';
import { Button } from '../../components/button/button.tsx';
import { SelectField, TextField } from '../../components/field/field.tsx';
import { Section } from '../../components/section/section.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { useOperation, type ReplyOf } from '../../data/operations.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { SuiteRead } from '../suite/suite-tab.ts';
import type { ScheduleSettings } from './schedule-settings.ts';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** The form of a schedule: a cron expression or an interval, its time zone, and the environment of its runs. */
export function ScheduleForm({
  suite,
  settings,
  preview,
  problem,
  dirty,
  isSaving,
  onChange,
  onSave,
  onDiscard,
}: {
  suite: SuiteRead;
  settings: ScheduleSettings;
  preview: ReplyOf<'previewEvalSuiteSchedule'> | undefined;
  /** Why the typed settings cannot be saved. */
  problem: Error | undefined;
  dirty: number;
  isSaving: boolean;
  onChange: (settings: ScheduleSettings) => void;
  onSave: () => void;
  onDiscard: () => void;
}) {
  const environments = useOperation('listEnvironments', { projectId: suite.projectId }, { limit: 200 });
  const { kind, environmentId } = settings;
  const set = (change: Partial<ScheduleSettings>): void => onChange({ ...settings, ...change });
  const refused =
    problem instanceof Problem && problem.code === 'VALIDATION_ERROR'
      ? problem.message.replace(/^\/\w+ /, 'It ')
      : undefined;
  const attached = suite.environmentIds.map(
    (id) => [id, environments.data?.items.find((each) => each.id === id)?.name ?? id] as const,
  );
  return (
    <Section title="When">
      <div className="frame schedule-form">
        <div className="row">
          <Segments
            label="How it is timed"
            value={kind}
            onChange={(next) => set({ kind: next })}
            options={[
              ['cron', 'Cron'],
              ['interval', 'Every n minutes'],
              ['off', 'Off'],
            ]}
          />
          {dirty > 0 && (
            <span className="push small faint" role="status">
              {writeCountOf(dirty, 'unsaved change')}
            </span>
          )}
        </div>
        {kind !== 'off' && (
          <div className="schedule-fields">
            {kind === 'cron' ? (
              <>
                <TextField
                  label="Cron"
                  mono
                  value={settings.cron}
                  error={refused}
                  hint="minute, hour, day, month, weekday"
                  onValue={(cron) => set({ cron })}
                />
                <SelectField
                  label="Time zone"
                  value={settings.timeZone}
                  options={ZONES.map((zone) => [zone, zone.replaceAll('_', ' ')] as const)}
                  hint={preview?.zoneWords}
                  onValue={(timeZone) => set({ timeZone })}
                />
              </>
            ) : (
              <TextField
                label="Minutes between runs"
                type="number"
                min={5}
                max={10_080}
                value={settings.minutes}
                error={refused}
                hint="5 at least, a week at most"
                onValue={(minutes) => set({ minutes: Number(minutes) })}
              />
            )}
            {attached.length > 0 && (
              <SelectField
                label="Environment"
                value={environmentId ?? ''}
                options={[
                  ...(environmentId === undefined ? [['', 'choose one'] as const] : []),
                  ...attached.map(([id, name]) => [id, visibleText(name)] as const),
                ]}
                hint="One run per tick."
                onValue={(id) => set({ environmentId: id === '' ? undefined : id })}
              />
            )}
          </div>
        )}
        <p className="schedule-words">
          {kind === 'off' ? (
            <>
              <b>It never runs by itself.</b> Its settings are kept.
            </>
          ) : (
            preview &&
            refused === undefined && (
              <>
                <b>{`${preview.words.charAt(0).toUpperCase()}${preview.words.slice(1)}.`}</b> {preview.clockWords}
              </>
            )
          )}
        </p>
        <div className="row">
          <Button
            look="primary"
            keyHint="mod+s"
            disabled={dirty === 0 || isSaving || (kind !== 'off' && refused !== undefined)}
            onClick={onSave}
          >
            Save
          </Button>
          {dirty > 0 && (
            <Button look="quiet" onClick={onDiscard}>
              Discard
            </Button>
          )}
        </div>
      </div>
    </Section>
  );
}
