import { useState } from 'react';
import { CodeEditor } from '../../components/code/code-editor.tsx';
import { Code, JsonCode } from '../../components/code/code.tsx';
import { DiffCode } from '../../components/code/diff-code.tsx';
import { DoctorStages } from '../../components/doctor-stages/doctor-stages.tsx';
import type { StageCheck, StageId } from '../../components/doctor-stages/stages.ts';
import { ForeignImage } from '../../components/foreign/foreign-image.tsx';
import { SchemaForm, type FormValue } from '../../components/schema-form/schema-form.tsx';
import { Section } from '../../components/section/section.tsx';
import { KnownValueField } from '../../components/known-value/known-value-field.tsx';
import type { WireMessage } from '../../components/wire-log/wire-message.ts';
import { WireLog } from '../../components/wire-log/wire-log.tsx';

/** The components of the pages of a server and of a trace, in each state. */
export const ServerSamples = () => (
  <div className="cols c2 samples">
    <div>
      <Codes />
      <Editor />
    </div>
    <div>
      <Form />
      <Wire />
      <Stages />
      <Values />
    </div>
  </div>
);

const RESULT = {
  content: [{ type: 'text', text: 'unknown field amountCents; send amount and currency' }],
  isError: true,
};
const LONG = Array.from({ length: 250 }, (_, line) => `line ${line} ${'of a long result '.repeat(60)}`).join('\n');

const Codes = () => (
  <Section title="Code" about="plain, numbered with evidence, clipped, and a difference">
    <div className="frame sample">
      <div className="col">
        <Code text={'A text as it is, with a hidden \u202e character.'} />
        <JsonCode
          value={RESULT}
          label="A result with evidence"
          isNumbered
          evidence={[{ pointer: '/content/0/text', range: { start: 0, end: 25 } }]}
        />
        <div className="code-sample">
          <Code text={LONG} label="A long text" isNumbered />
        </div>
        <DiffCode
          before={'amountCents\norderId\nreason'}
          after={'amount\ncurrency\norderId\nreason'}
          label="A difference"
        />
      </div>
    </div>
  </Section>
);

function Editor() {
  const [text, setText] = useState('{\n  "limit": 80\n}');
  return (
    <Section title="Code, edited" about="loaded with the first editor">
      <div className="frame sample">
        <CodeEditor
          label="Arguments"
          language="json"
          value={text}
          onValue={setText}
          faults={[{ start: 13, end: 15, message: '80 is above the maximum of 50.' }]}
        />
      </div>
    </Section>
  );
}

const SCHEMA = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 1, description: 'Words that the subject contains' },
    status: { type: 'string', enum: ['open', 'pending', 'closed'] },
    limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
    filter: { anyOf: [{ type: 'string' }, { type: 'object' }], description: 'No control says it: typed as JSON' },
    range: { type: 'object', properties: { from: { type: 'string', format: 'date' }, whole: { type: 'boolean' } } },
  },
  required: ['query'],
};

function Form() {
  const [value, setValue] = useState<FormValue>({ query: 'refund', limit: 80 });
  return (
    <Section title="Form of a schema" about="valid, invalid but sendable, JSON">
      <div className="frame sample">
        <SchemaForm schema={SCHEMA} value={value} onValue={setValue} />
      </div>
    </Section>
  );
}

const MESSAGES: readonly WireMessage[] = [
  {
    atMs: 0,
    direction: 'sent',
    bytes: 256,
    message: { id: 1, method: 'tools/call', params: { name: 'refund_order', arguments: { amountCents: 1290 } } },
  },
  {
    atMs: 40,
    direction: 'received',
    bytes: 90,
    message: { method: 'notifications/progress', params: { progress: 1 } },
  },
  { atMs: 123, direction: 'received', bytes: 139, httpStatus: 200, message: { id: 1, result: RESULT } },
  { atMs: 140, direction: 'received', bytes: 250_000, httpStatus: 200, text: '{"jsonrpc":"2.0",', truncated: true },
];

function Wire() {
  const [at, setAt] = useState<number>(2);
  return (
    <Section title="Wire" about="whole, and beside a call">
      <div className="frame">
        <WireLog label="Messages" entries={MESSAGES} selected={at} onSelect={setAt} />
      </div>
      <div className="frame">
        <WireLog
          label="Messages of a call"
          look="brief"
          entries={MESSAGES.slice(0, 3)}
          selected={at}
          onSelect={setAt}
        />
      </div>
    </Section>
  );
}

const ok: StageCheck = { status: 'ok', detail: 'It answers.', durationMs: 12 };
const skipped: StageCheck = { status: 'skipped', detail: 'There is no connection.' };
const CHECKS: Record<StageId, StageCheck> = {
  probe: ok,
  connection: {
    status: 'error',
    detail: 'The server answered initialize with HTTP status 404.',
    durationMs: 12,
    cause: 'wrong_path',
    explanation: 'There is no MCP endpoint at this address, though the host answers.',
    nextStep: 'Save the address at which it answers.',
    evidence: { httpStatus: 404 },
  },
  initialization: { ...ok, cause: 'slow', explanation: 'The answer took 4 s.' },
  capabilities: skipped,
  tools: skipped,
  resources: skipped,
  resourceTemplates: skipped,
  prompts: skipped,
};

function Stages() {
  const [open, setOpen] = useState<StageId | undefined>('connection');
  return (
    <Section title="Doctor stages" about="ok, with a cause, error, skipped">
      <DoctorStages checks={CHECKS} isRunning={false} open={open} onOpen={setOpen} />
    </Section>
  );
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function Values() {
  const [value, setValue] = useState('T-10');
  return (
    <Section title="Values that were seen, and a picture of a server">
      <div className="frame sample">
        <KnownValueField
          label="id"
          aside="from the template, required"
          hint="The server declares no completion; these values were in results of search_tickets."
          value={value}
          onValue={setValue}
          knownValues={[
            { value: 'T-1046', label: 'Charged twice for one order' },
            { value: 'T-1041', label: 'Refund has not arrived' },
          ]}
        />
        <ForeignImage base64={PIXEL} mimeType="image/png" />
      </div>
    </Section>
  );
}
