import './field.css';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { Mark } from '../mark/mark.tsx';
import { visibleText } from '../../lib/visible-text.ts';

interface Around {
  label: ReactNode;
  /** The effect of the value, in one sentence. */
  hint?: ReactNode;
  /** Why the value is refused; shown in place of the hint. */
  error?: string | undefined;
  /** A word at the right of the label, such as the type of the value. */
  aside?: ReactNode;
}

/** A label with the control that `children` draws, its hint or its error. */
export function Field({
  label,
  hint,
  error,
  aside,
  children,
}: Around & { children: (control: { id: string; 'aria-describedby': string; 'aria-invalid'?: true }) => ReactNode }) {
  const id = useId();
  const about = `${id}-about`;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {aside !== undefined && <span className="faint push field-aside">{aside}</span>}
      </label>
      {children({ id, 'aria-describedby': about, ...(error !== undefined && { 'aria-invalid': true as const }) })}
      {error === undefined ? (
        <span className="hint" id={about}>
          {hint}
        </span>
      ) : (
        <span className="err" id={about} role="alert">
          <Mark kind="failed" word="" />
          {error}
        </span>
      )}
    </div>
  );
}

/** A text of one line. `mono` for what can be pasted into a terminal or was on a wire. */
export const TextField = ({
  label,
  hint,
  error,
  aside,
  mono,
  onValue,
  ...rest
}: Around & { mono?: boolean; onValue: (value: string) => void } & Omit<ComponentProps<'input'>, 'onChange'>) => (
  <Field {...{ label, hint, error, aside }}>
    {(control) => (
      <input
        autoComplete="off"
        {...rest}
        {...control}
        className={mono ? 'input mono' : 'input'}
        onChange={(event) => {
          onValue(event.target.value);
        }}
      />
    )}
  </Field>
);

/** A text of several lines. */
export const TextArea = ({
  label,
  hint,
  error,
  aside,
  mono,
  onValue,
  ...rest
}: Around & { mono?: boolean; onValue: (value: string) => void } & Omit<ComponentProps<'textarea'>, 'onChange'>) => (
  <Field {...{ label, hint, error, aside }}>
    {(control) => (
      <textarea
        rows={4}
        {...rest}
        {...control}
        className={mono ? 'input mono' : 'input'}
        onChange={(event) => {
          onValue(event.target.value);
        }}
      />
    )}
  </Field>
);

/** A choice among a few words that are known beforehand, drawn by the browser. */
export const SelectField = <Value extends string>({
  label,
  hint,
  error,
  aside,
  options,
  value,
  onValue,
  ...rest
}: Around & {
  options: readonly (readonly [value: Value, word: string])[];
  value: Value;
  onValue: (value: Value) => void;
} & Omit<ComponentProps<'select'>, 'onChange' | 'value'>) => (
  <Field {...{ label, hint, error, aside }}>
    {(control) => <Select {...rest} {...control} {...{ options, value, onValue }} />}
  </Field>
);

/** The control of `SelectField` alone; it needs `aria-label`. */
export const Select = <Value extends string>({
  options,
  value,
  onValue,
  ...rest
}: {
  options: readonly (readonly [value: Value, word: string])[];
  value: Value;
  onValue: (value: Value) => void;
} & Omit<ComponentProps<'select'>, 'onChange' | 'value'>) => (
  <select
    {...rest}
    className="input select"
    value={value}
    onChange={(event) => {
      onValue(event.target.value as Value);
    }}
  >
    {options.map(([option, word]) => (
      <option key={option} value={option}>
        {visibleText(word)}
      </option>
    ))}
  </select>
);
