import { SelectField, TextField } from '../../components/field/field.tsx';
import { Section } from '../../components/section/section.tsx';
import type { DecisionEdit } from './judge-edit.ts';

const number = (text: string, max: number): number | null => {
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? null : Math.min(Math.max(value, 0), max);
};

/** When a run passes: the line of all trials, or of each case. */
export function PassForm({ edit, onEdit }: { edit: DecisionEdit; onEdit: (change: Partial<DecisionEdit>) => void }) {
  const { minimumAccuracy, repetitions, passThreshold, minimumIterations } = edit;
  const isPerCase = repetitions !== null && passThreshold !== null;
  return (
    <Section title="When a run passes" about="the verdict">
      <div className="frame pass-form">
        {isPerCase ? (
          <TextField
            label="Line, of each case"
            type="number"
            min={0}
            max={100}
            aside="%"
            value={Number((passThreshold * 100).toFixed(4))}
            onValue={(text) => onEdit({ passThreshold: (number(text, 100) ?? 100) / 100 })}
          />
        ) : (
          <TextField
            label="Line, of all trials"
            type="number"
            min={0}
            max={100}
            aside="%"
            placeholder="100"
            value={minimumAccuracy ?? ''}
            onValue={(text) => onEdit({ minimumAccuracy: number(text, 100) })}
          />
        )}
        <SelectField
          label="Or case by case"
          value={isPerCase ? 'on' : 'off'}
          hint="Trials of a case, and how many must pass."
          options={[
            ['off', 'off'],
            ['on', 'each case by itself'],
          ]}
          onValue={(value) =>
            onEdit(
              value === 'on'
                ? { repetitions: 5, passThreshold: 1, minimumAccuracy: null }
                : { repetitions: null, passThreshold: null },
            )
          }
        />
        {isPerCase ? (
          <TextField
            label="Trials of each case"
            type="number"
            min={1}
            max={100}
            value={repetitions}
            hint="Of a case without a setting of its own."
            onValue={(text) => onEdit({ repetitions: Math.max(1, Math.round(number(text, 100) ?? 1)) })}
          />
        ) : (
          <TextField
            label="Fewest trials of each case"
            type="number"
            min={1}
            max={100}
            placeholder="no minimum"
            value={minimumIterations ?? ''}
            hint="Every case is tried at least this often."
            onValue={(text) => {
              const wanted = number(text, 100);
              onEdit({ minimumIterations: wanted === null ? null : Math.max(1, Math.round(wanted)) });
            }}
          />
        )}
      </div>
    </Section>
  );
}
