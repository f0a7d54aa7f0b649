import type { EvalSuiteDetail } from '@assay/sdk';
import { Button } from '../../components/button/button.tsx';
import { Check } from '../../components/field/check.tsx';
import { Select } from '../../components/field/field.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { writeCountOf, writeRate } from '../../lib/format/numbers.ts';
import type { CaseEdit } from './case-edit.ts';

/** The title of a case, its settings in one line, and what can be done. */
export function CaseHead({
  edit,
  onEdit,
  revision,
  suite,
  changes,
  isSaving,
  onTry,
  onSave,
  onDiscard,
}: {
  edit: CaseEdit;
  onEdit: (edit: CaseEdit) => void;
  revision: number;
  suite: EvalSuiteDetail;
  /** How many fields differ from the stored case. */
  changes: number;
  isSaving: boolean;
  onTry: () => void;
  onSave: () => void;
  onDiscard: () => void;
}) {
  const { settings } = suite;
  // Absent and null both say that the suite is decided on its accuracy.
  const [repetitions, threshold] = [settings.repetitions ?? undefined, settings.passThreshold ?? undefined];
  const isPerCase = repetitions !== undefined && threshold !== undefined;
  const runs = isPerCase ? (edit.repetitions ?? repetitions) : edit.iterations;
  const setRuns = (text: string): void => {
    const count = Math.min(Math.max(Math.trunc(Number(text)) || 1, 1), isPerCase ? 100 : 10);
    onEdit(isPerCase ? { ...edit, repetitions: count } : { ...edit, iterations: count });
  };
  const failOnToolError = edit.advancedConfig?.failOnToolError !== false;
  return (
    <div className="case-head">
      <div className="row case-head-title">
        <input
          className="input case-title"
          aria-label="Title"
          dir="auto"
          value={edit.title}
          onChange={(event) => onEdit({ ...edit, title: event.target.value })}
        />
        {changes > 0 && (
          <>
            <Tag tone="warn">{writeCountOf(changes, 'unsaved change')}</Tag>
            <Button look="quiet" onClick={onDiscard}>
              Discard
            </Button>
          </>
        )}
        <Button icon="run" keyHint="mod+Enter" onClick={onTry}>
          Try it
        </Button>
        <Button
          look="primary"
          keyHint="mod+s"
          disabled={changes === 0 || isSaving || edit.title.trim() === ''}
          onClick={onSave}
        >
          {isSaving ? 'Saving…' : 'Save'}
        </Button>
      </div>
      <div className="row wrap muted case-settings">
        <span>Revision {revision}</span>
        <label className="row">
          Runs{' '}
          <input
            className="input case-count"
            inputMode="numeric"
            value={runs}
            onChange={(event) => setRuns(event.target.value)}
          />
        </label>
        {isPerCase ? (
          <label className="row">
            Passes at{' '}
            <input
              className="input case-rate"
              inputMode="numeric"
              aria-label="Passes at, percent of trials"
              value={`${Math.round((edit.passThreshold ?? threshold) * 100)} %`}
              onChange={(event) => {
                const percent = Number(event.target.value.replace(/[^\d.]/g, ''));
                if (percent <= 100) onEdit({ ...edit, passThreshold: percent / 100 });
              }}
            />
          </label>
        ) : (
          <span>The suite passes at {writeRate((settings.minimumAccuracy ?? 100) / 100)} of all trials</span>
        )}
        <span className="row">
          Kind{' '}
          <Select
            aria-label="Kind"
            value={edit.kind ?? ''}
            options={[
              ['', 'none'],
              ['regression', 'regression'],
              ['capability', 'capability'],
            ]}
            onValue={(kind) => {
              const { kind: _before, ...rest } = edit;
              onEdit(kind === '' ? rest : { ...rest, kind });
            }}
          />
        </span>
        <Check
          isOn={failOnToolError}
          onChange={(isOn) => {
            const { advancedConfig: _before, ...rest } = edit;
            onEdit(isOn ? rest : { ...rest, advancedConfig: { failOnToolError: false } });
          }}
        >
          a tool error fails the trial
        </Check>
      </div>
    </div>
  );
}
