import { useMemo } from 'react';
import type { EvalStepAssertion } from '@assay/sdk';
import { SelectField } from '../../components/field/field.tsx';
import { SchemaForm, type FormValue } from '../../components/schema-form/schema-form.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { assertionNameOf } from '../../lib/words/assertion-words.tsx';

/** The assertion types with what each means. */
export type AssertionTypes = ReplyOf<'listEvalAssertionTypes'>;
type AssertionType = AssertionTypes['items'][number];

const WIDGET_TYPES = ['textVisible', 'elementVisible', 'elementHidden', 'inputValue', 'widgetToolCalled'];

/** Fields of one assertion: its type with the explanation, its values, and whether it decides. */
export function AssertionEditor({
  assertion,
  onAssertion,
  types,
  isInStep,
}: {
  assertion: EvalStepAssertion;
  onAssertion: (assertion: EvalStepAssertion) => void;
  types: AssertionTypes;
  /** Types that say something about a whole trial have no meaning in a step. */
  isInStep: boolean;
}) {
  const name = assertionNameOf(assertion);
  const type = types.items.find((each) => each.type === name);
  const own = useMemo(() => ownSchemaOf(type), [type]);
  const {
    type: _type,
    role,
    severity: _severity,
    ...values
  } = assertion as { type?: string; role?: string } & FormValue;
  const offered = types.items.filter(({ trialOnly }) => !isInStep || !trialOnly).map((each) => each.type);
  const change = (next: FormValue): void => onAssertion(next as unknown as EvalStepAssertion);
  return (
    <div className="col">
      <div className="case-fields">
        <SelectField
          label="Assertion"
          hint={type?.description ?? 'It reads a live page, so that it can only be tried in a run.'}
          value={name}
          options={[...new Set([name, ...offered])].map((each) => [each, each] as const)}
          disabled={WIDGET_TYPES.includes(name)}
          onValue={(next) => onAssertion(newAssertion(next, types))}
        />
        {type && (
          <SelectField
            label="Role"
            hint={type.advisoryOnly ? 'An observation never decides a trial.' : 'A gating assertion decides the trial.'}
            value={role === 'advisory' ? 'advisory' : 'gating'}
            disabled={type.advisoryOnly}
            options={[
              ['gating', 'gating'],
              ['advisory', 'advisory'],
            ]}
            onValue={(next) => change({ type: name, role: next, ...values })}
          />
        )}
      </div>
      {own ? (
        Object.keys(own.properties).length > 0 && (
          <SchemaForm
            schema={own}
            value={values}
            sendable=""
            onValue={(next) => change({ type: name, ...(role !== undefined && { role }), ...next })}
          />
        )
      ) : (
        <SchemaForm
          schema={{}}
          value={assertion as unknown as FormValue}
          sendable=""
          onValue={(next) => onAssertion(next as unknown as EvalStepAssertion)}
        />
      )}
    </div>
  );
}

interface OwnSchema {
  type: 'object';
  properties: Record<string, unknown>;
  required: string[];
}

/** The fields of a type without the fields of every assertion. */
function ownSchemaOf(type: AssertionType | undefined): OwnSchema | undefined {
  if (!type) return undefined;
  const { properties = {}, required = [] } = type.schema as Partial<OwnSchema>;
  const { type: _type, role: _role, severity: _severity, ...own } = properties;
  return { type: 'object', properties: own, required: required.filter((key) => key in own) };
}

const EMPTY: Record<string, unknown> = { string: '', integer: 1, array: [], object: {} };

/** An assertion of a type whose values are to be typed; observations are advisory. */
export function newAssertion(name: string, { items }: AssertionTypes): EvalStepAssertion {
  const type = items.find((each) => each.type === name);
  const { properties, required }: Pick<OwnSchema, 'properties' | 'required'> = ownSchemaOf(type) ?? {
    properties: {},
    required: [],
  };
  const values = required.map((key) => {
    const schema = properties[key] as { type?: string; properties?: object } | undefined;
    return [key, schema?.properties && 'args' in schema.properties ? { args: {} } : EMPTY[schema?.type ?? '']] as const;
  });
  return {
    type: name,
    ...(type?.advisoryOnly && { role: 'advisory' }),
    ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
  } as unknown as EvalStepAssertion;
}
