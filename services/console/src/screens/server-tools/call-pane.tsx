import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { CodeEditor } from '../../components/code/code-editor.tsx';
import { JsonCode } from '../../components/code/code.tsx';
import { Check } from '../../components/field/check.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Note } from '../../components/note/note.tsx';
import { SchemaForm, type FormValue } from '../../components/schema-form/schema-form.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import type { ItemOf } from '../../data/operations.ts';
import { EarlierCalls } from './earlier-calls.tsx';
import type { ListedTool } from './tool-effect.ts';

export type ArgumentsAs = 'form' | 'json' | 'schema';

/** The arguments of a tool as a form, as JSON, or its schema; and the calls before. */
export function CallPane({
  address,
  tool,
  as,
  onAs,
  value,
  onValue,
  isCalling,
  withReport,
  onWithReport,
  onCall,
  onSave,
  earlier,
  onEarlier,
}: {
  address: { projectId: string; serverId: string };
  tool: ListedTool | undefined;
  as: ArgumentsAs;
  onAs: (as: ArgumentsAs) => void;
  value: FormValue;
  onValue: (value: FormValue) => void;
  isCalling: boolean;
  withReport: boolean;
  onWithReport: (isOn: boolean) => void;
  onCall: () => void;
  onSave: () => void;
  earlier: string | undefined;
  onEarlier: (call: ItemOf<'listToolCalls'>) => void;
}) {
  if (!tool)
    return (
      <section className="pane raised" aria-label="Call">
        <p className="faint pad">Choose a tool.</p>
      </section>
    );
  const { name, description, inputSchema, outputSchema } = tool;
  return (
    <section className="pane raised" aria-label="Call">
      <header>
        <h2 className="mono cut">
          <Foreign text={name} />
        </h2>
        <span className="push">
          <Segments<ArgumentsAs>
            label="Arguments as"
            options={[
              ['form', 'Form'],
              ['json', 'JSON'],
              ['schema', 'Schema'],
            ]}
            value={as}
            onChange={onAs}
          />
        </span>
      </header>
      <div className="pad call-form">
        {description !== undefined && description !== '' && (
          <p className="muted">
            <Foreign text={description} />
          </p>
        )}
        {as === 'form' && <SchemaForm key={name} schema={inputSchema ?? {}} value={value} onValue={onValue} />}
        {as === 'json' && <JsonArguments key={name} value={value} onValue={onValue} />}
        {as === 'schema' && (
          <>
            <JsonCode value={inputSchema ?? {}} label="The input schema" />
            {outputSchema && (
              <>
                <h3 className="h2">Output</h3>
                <JsonCode value={outputSchema} label="The output schema" />
              </>
            )}
          </>
        )}
        {holdsMask(value) && (
          <Note kind="warning" title="Masked values are sent as they stand here.">
            Type them again to send what they were.
          </Note>
        )}
        <div className="row wrap">
          <Button look="primary" keyHint="mod+Enter" disabled={isCalling} onClick={onCall}>
            {isCalling ? 'Calling…' : 'Call'}
          </Button>
          <Button keyHint="s" onClick={onSave}>
            Save as case
          </Button>
          <span className="push faint small">
            <Check isOn={withReport} onChange={onWithReport}>
              ask for a report
            </Check>
          </span>
        </div>
      </div>
      <EarlierCalls address={address} toolName={name} selected={earlier} onSelect={onEarlier} />
    </section>
  );
}

const holdsMask = (value: FormValue): boolean => JSON.stringify(value).includes('[redacted]');

/** The arguments as a JSON text; only an object is taken. */
function JsonArguments({ value, onValue }: { value: FormValue; onValue: (value: FormValue) => void }) {
  const [typed, setTyped] = useState(() => JSON.stringify(value, null, 2));
  const parsed = objectIn(typed);
  const isOther = parsed !== undefined && JSON.stringify(parsed) !== JSON.stringify(value);
  return (
    <>
      <CodeEditor
        label="The arguments"
        language="json"
        value={isOther ? JSON.stringify(value, null, 2) : typed}
        onValue={(text) => {
          setTyped(text);
          const next = objectIn(text);
          if (next) onValue(next);
        }}
      />
      {parsed === undefined && (
        <p className="small failed" role="alert">
          This is no JSON object yet. The arguments before it are sent.
        </p>
      )}
    </>
  );
}

function objectIn(text: string): FormValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FormValue) : undefined;
  } catch {
    return undefined;
  }
}
