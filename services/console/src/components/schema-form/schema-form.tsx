import './schema-form.css';
import { useMemo, useState } from 'react';
import type { SchemaIssue } from '../../lib/judge-schema/judge-question.ts';
import { Field, SelectField, TextField } from '../field/field.tsx';
import { Foreign } from '../foreign/foreign.tsx';
import { Note } from '../note/note.tsx';
import { fieldsOf, type SchemaField } from './schema-fields.ts';
import { issueSentence } from './issue-sentence.ts';
import { useSchemaIssues } from './use-schema-issues.ts';

/** The values of an object, by the names of its properties. */
export type FormValue = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): FormValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FormValue) : {};

/**
 * A form for the values that a JSON Schema of a server describes. A value that does not fit is marked, and may be sent:
 * the server's answer is part of the test. Values that no control can say are typed as JSON. A
 * required value that was not typed yet is not marked.
 */
export function SchemaForm({
  schema,
  value,
  onValue,
  sendable = 'You may send it: the server’s answer is part of the test.',
}: {
  schema: unknown;
  value: FormValue;
  onValue: (value: FormValue) => void;
  /** The words after the sentence of a fault; empty where a faulty value cannot be sent. */
  sendable?: string;
}) {
  const fields = useMemo(() => fieldsOf(schema), [schema]);
  const { issues = [], fault } = useSchemaIssues(schema, value);
  return (
    <div className="schema-form">
      {fields ? (
        <Fields {...{ fields, value, onValue, issues, sendable }} pointer="" />
      ) : (
        <JsonField
          label="arguments"
          about="JSON"
          value={value}
          onValue={(next) => onValue(objectOf(next))}
          error={undefined}
          hint="Keywords of its schema say how the arguments depend on each other."
        />
      )}
      {!fields && issues[0] && (
        <Note kind="warning" title={issues[0].message}>
          {sendable}
        </Note>
      )}
      {fields && fields.length === 0 && <p className="faint">It takes no arguments.</p>}
      {fault !== undefined && (
        <Note kind="note" title="The schema cannot be used to check what is typed.">
          <Foreign text={fault} />
        </Note>
      )}
    </div>
  );
}

interface Common {
  issues: readonly SchemaIssue[];
  pointer: string;
  sendable: string;
}

function Fields({
  fields,
  value,
  onValue,
  ...common
}: Common & { fields: readonly SchemaField[]; value: FormValue; onValue: (value: FormValue) => void }) {
  return fields.map((field) => (
    <FieldControlOf
      key={field.name}
      {...common}
      field={field}
      value={value[field.name]}
      onValue={(next) => {
        const { [field.name]: _before, ...others } = value;
        // The order of the schema is kept, so that what is sent reads like it.
        const merged = next === undefined ? others : { ...others, [field.name]: next };
        onValue(Object.fromEntries(inOrder(fields, merged)));
      }}
    />
  ));
}

const inOrder = (fields: readonly SchemaField[], value: FormValue): [string, unknown][] => {
  const places = new Map(fields.map(({ name }, index) => [name, index]));
  return Object.entries(value).toSorted(
    ([one], [other]) => (places.get(one) ?? fields.length) - (places.get(other) ?? fields.length),
  );
};

function FieldControlOf({
  field,
  value,
  onValue,
  issues,
  pointer,
  sendable,
}: Common & { field: SchemaField; value: unknown; onValue: (value: unknown) => void }) {
  const { name, isRequired, schema, control, description, about } = field;
  const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const issue = value === undefined ? undefined : issues.find((each) => each.pointer === place);
  const error = issue && [issueSentence(issue, schema, value), sendable].filter(Boolean).join(' ');
  const label = (
    <>
      <Foreign text={name} />
      {!isRequired && <span className="faint field-aside">optional</span>}
    </>
  );
  const hint = description === undefined ? undefined : <Foreign text={description} />;
  const example = schema['default'];
  if (control.kind === 'group') {
    return (
      <fieldset>
        <legend>{label}</legend>
        {hint && <span className="hint">{hint}</span>}
        <Fields
          {...{ issues, sendable }}
          pointer={place}
          fields={control.fields}
          value={objectOf(value)}
          onValue={(next) => onValue(Object.keys(next).length === 0 && !isRequired ? undefined : next)}
        />
      </fieldset>
    );
  }
  if (control.kind === 'choice') {
    const { values } = control;
    const chosen = values.findIndex((each) => JSON.stringify(each) === JSON.stringify(value));
    return (
      <SelectField
        {...{ label, hint, error }}
        aside={about}
        value={String(chosen)}
        options={[
          ['-1', value === undefined || chosen >= 0 ? 'not sent' : writeValue(value)],
          ...values.map((each, index) => [String(index), writeValue(each)] as const),
        ]}
        onValue={(index) => onValue(values[Number(index)])}
      />
    );
  }
  if (control.kind === 'json') return <JsonField {...{ label, hint, error, value, onValue, about }} />;
  return (
    <TextField
      {...{ label, hint, error }}
      aside={about}
      mono
      inputMode={control.isNumber ? 'decimal' : 'text'}
      placeholder={example === undefined ? undefined : writeValue(example)}
      value={value === undefined ? '' : writeValue(value)}
      onValue={(text) => onValue(control.isNumber ? numberOf(text) : textOf(text, isRequired))}
    />
  );
}

const writeValue = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** An empty optional text is not sent; an empty required one is: servers have to answer to it. */
const textOf = (text: string, isRequired: boolean): string | undefined =>
  text === '' && !isRequired ? undefined : text;

/** A number where the text is one; else the text, which may be sent as it is. */
function numberOf(text: string): number | string | undefined {
  if (text.trim() === '') return undefined;
  const number = Number(text);
  // A text such as `1.` or `1e400` is still being typed, or would be sent as another number.
  return Number.isFinite(number) && String(number) === text.trim() ? number : text;
}

/** A value that is typed as JSON; other texts are not taken. */
function JsonField({
  label,
  hint,
  about,
  value,
  onValue,
  error,
}: {
  label: React.ReactNode;
  hint?: React.ReactNode;
  about: string;
  value: unknown;
  onValue: (value: unknown) => void;
  error: string | undefined;
}) {
  const [typed, setTyped] = useState<string>();
  const parsed = typed === undefined ? undefined : parsedJson(typed);
  const isStale = parsed?.value !== undefined && JSON.stringify(parsed.value) !== JSON.stringify(value);
  const text = typed === undefined || isStale ? (value === undefined ? '' : JSON.stringify(value, null, 2)) : typed;
  return (
    <Field {...{ label, hint }} aside={about} error={parsed?.fault ?? error}>
      {(control) => (
        <textarea
          {...control}
          className="input mono"
          rows={Math.min(12, Math.max(2, text.split('\n').length))}
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setTyped(event.target.value);
            const next = parsedJson(event.target.value);
            if (next.fault === undefined) onValue(next.value);
          }}
        />
      )}
    </Field>
  );
}

function parsedJson(text: string): { value?: unknown; fault?: string } {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { fault: 'This is not JSON yet. The value before it is kept.' };
  }
}
