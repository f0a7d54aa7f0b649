import './components-screen.css';
import { useState, type ReactNode } from 'react';
import { Bar } from '../../components/bar/bar.tsx';
import { Button } from '../../components/button/button.tsx';
import { Code } from '../../components/code/code.tsx';
import { DataTable, type Column } from '../../components/data-table/data-table.tsx';
import { Confirm } from '../../components/dialog/confirm.tsx';
import { Sheet } from '../../components/dialog/dialog.tsx';
import { Check, Radio, Switch } from '../../components/field/check.tsx';
import { SelectField, TextField } from '../../components/field/field.tsx';
import { Duration, Id, Money, Time } from '../../components/figures/figures.tsx';
import { Chip, FilterBar } from '../../components/filter-bar/filter-bar.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, wordOf, type MarkKind } from '../../components/mark/mark.tsx';
import { MoreMenu } from '../../components/menu/menu.tsx';
import { Note } from '../../components/note/note.tsx';
import { Page } from '../../components/page/page.tsx';
import { HeadRuler, Ruler } from '../../components/ruler/ruler.tsx';
import { Section } from '../../components/section/section.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { Spark } from '../../components/spark/spark.tsx';
import { Steps } from '../../components/steps/steps.tsx';
import { Tabs } from '../../components/tabs/tabs.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { showToast } from '../../components/toast/toast-queue.ts';
import { Trend } from '../../components/trend/trend.tsx';
import { TrialDots } from '../../components/trial-dots/trial-dots.tsx';
import { ServerSamples } from './server-samples.tsx';

import { EditingSamples } from './editing-samples.tsx';
import { TraceSamples } from './trace-samples.tsx';

const KINDS = ['passed', 'failed', 'open', 'excluded', 'running', 'pending', 'warning', 'note'] as const;
const SOME: readonly MarkKind[] = ['passed', 'passed', 'failed', 'open', 'running', 'pending'];
const MANY = Array.from({ length: 30 }, (_, index): MarkKind => ([7, 18].includes(index) ? 'failed' : 'passed'));
const SURFACES = [
  'surface-page',
  'surface-raised',
  'surface-sunken',
  'surface-hover',
  'surface-selected',
  'accent',
  'ink',
  'code-hit',
  'passed-solid',
  'passed-soft',
  'failed-solid',
  'failed-soft',
  'open-solid',
  'open-soft',
  'warn-solid',
  'warn-soft',
  'running-solid',
  'running-soft',
  'line',
  'line-control',
];

/** Every component in each of its states. It is made of no operation. */
export const ComponentsScreen = () => (
  <Page title="Components" crumbs={[{ text: 'Console' }, { text: 'Components' }]}>
    <div className="title">
      <h1>Components</h1>
      <span className="faint">each in its states; other parts are made of these</span>
    </div>
    <div className="cols c2 samples">
      <div>
        <Marks />
        <Dots />
        <Rulers />
        <RunsInTime />
        <Buttons />
        <Fields />
        <Chips />
        <Floating />
      </div>
      <div>
        <Notes />
        <Rows />
        <EditingSamples />
        <Types />
        <Surfaces />
      </div>
    </div>
    <ServerSamples />
    <TraceSamples />
  </Page>
);

const Sample = ({ children }: { children: ReactNode }) => <div className="frame sample">{children}</div>;

const Marks = () => (
  <Section title="Marks" about="shape first, colour second, word always: 26, 18, 14 px">
    <Sample>
      <div className="row wrap sample-marks">
        {KINDS.map((kind) => (
          <span className="sample-mark" key={kind}>
            <span className="row">
              <Mark kind={kind} size="big" />
              <Mark kind={kind} size="mid" />
              <Mark kind={kind} />
            </span>
            <span className="small muted">{wordOf(kind).toLowerCase()}</span>
          </span>
        ))}
      </div>
    </Sample>
  </Section>
);

const Dots = () => (
  <Section
    title="Trial dots"
    about="disc passed, square failed, lozenge says nothing about the server, ring is running, dot is pending"
  >
    <Sample>
      <div className="row wrap sample-wide">
        <TrialDots outcomes={SOME} />
        <span>
          <TrialDots outcomes={MANY} />
        </span>
      </div>
    </Sample>
  </Section>
);

const POINTS = [0.94, 0.96, 0.92, undefined, 0.93, 0.61].map((rate, index) => ({
  id: String(index),
  number: index + 1,
  kind: rate === undefined ? ('open' as const) : rate < 0.9 ? ('failed' as const) : ('passed' as const),
  rate,
  interval: rate === undefined ? undefined : { low: rate - 0.09, high: Math.min(1, rate + 0.05) },
}));

const RunsInTime = () => (
  <Section
    title="Runs in time"
    about="the spark of a row, and the trend of a page with its intervals; a run without a rate lies on the line"
  >
    <div className="row wrap">
      <Spark points={POINTS} line={0.9} />
      <Spark points={POINTS.slice(0, 1)} line={0.9} />
      <Spark points={POINTS.slice(4)} />
    </div>
    <div className="frame">
      <Trend runs={POINTS} line={0.9} onOpen={() => undefined} />
    </div>
  </Section>
);

const Rulers = () => (
  <Section title="Rulers" about="point, 95 % interval, line; in the open case the interval contains the line">
    <Sample>
      <div className="row wrap sample-wide">
        <Ruler width={180} height={14} rate={0.96} interval={{ low: 0.9, high: 0.985 }} line={0.9} outcome="passed" />
        <Ruler width={180} height={14} rate={0.61} interval={{ low: 0.51, high: 0.71 }} line={0.9} outcome="failed" />
        <Ruler width={180} height={14} rate={0.88} interval={{ low: 0.74, high: 0.95 }} line={0.9} outcome="open" />
        <Ruler width={180} height={14} rate={0.4} interval={{ low: 0.2, high: 0.63 }} outcome="none" />
      </div>
      <div className="sample-below">
        <HeadRuler rate={0.88} interval={{ low: 0.74, high: 0.95 }} line={0.9} outcome="open" />
      </div>
    </Sample>
  </Section>
);

const Buttons = () => (
  <Section title="Buttons" about="one primary in a view">
    <Sample>
      <div className="row wrap">
        <Button look="primary" icon="run" keyHint="l">
          Launch
        </Button>
        <Button keyHint="C">Compare</Button>
        <Button look="quiet">Quiet</Button>
        <Button look="danger">Unpublish</Button>
        <Button disabled title="Only admins do this">
          No access
        </Button>
        <Button look="primary" disabled>
          Launching…
        </Button>
        <Button small>Small</Button>
        <MoreMenu
          actions={[
            { word: 'Duplicate', run: () => undefined, keyHint: 'D' },
            { word: 'Archive', run: () => undefined, reason: 'a run goes on' },
            { word: 'Delete…', run: () => undefined, isDanger: true },
          ]}
        />
      </div>
    </Sample>
  </Section>
);

function Fields() {
  const [name, setName] = useState('helpdesk');
  const [limit, setLimit] = useState('80');
  const [kind, setKind] = useState<'regression' | 'capability'>('regression');
  const [isOn, setOn] = useState(true);
  return (
    <Section title="Fields">
      <Sample>
        <div className="sample-fields">
          <TextField label="Name" value={name} onValue={setName} />
          <TextField label="Query" aside="string" mono defaultValue="refund" onValue={() => undefined} />
          <TextField
            label="Limit"
            mono
            value={limit}
            onValue={setLimit}
            error={Number(limit) > 50 ? `${limit} is above the maximum of 50.` : undefined}
          />
          <SelectField
            label="Kind"
            hint="A hint says what a value does."
            options={[
              ['regression', 'regression'],
              ['capability', 'capability'],
            ]}
            value={kind}
            onValue={setKind}
          />
          <span className="row wrap">
            <Check isOn={isOn} onChange={setOn}>
              chosen
            </Check>
            <Check isOn={!isOn} onChange={(value) => setOn(!value)}>
              not
            </Check>
            <Radio isOn={isOn} onChange={() => setOn(true)} name="sample">
              one
            </Radio>
            <Radio isOn={!isOn} onChange={() => setOn(false)} name="sample">
              other
            </Radio>
          </span>
          <Switch isOn={isOn} onChange={setOn}>
            {isOn ? 'on' : 'off'}
          </Switch>
        </div>
      </Sample>
    </Section>
  );
}

function Chips() {
  const [form, setForm] = useState<'form' | 'json'>('form');
  const [isOn, setOn] = useState(true);
  return (
    <Section title="Chips, tags, tabs, segments">
      <Sample>
        <FilterBar>
          <Chip isOn={false} onToggle={() => undefined} count={8}>
            <Mark kind="failed" word="" />
            failed
          </Chip>
          <Chip isOn={isOn} onToggle={() => setOn(!isOn)}>
            stage <b>call</b>
          </Chip>
          <Tag>gating</Tag>
          <Tag>advisory</Tag>
          <Tag tone="warn">changed</Tag>
          <Tag tone="failed">isError</Tag>
          <Tag tone="open">live</Tag>
        </FilterBar>
        <Segments
          label="As"
          options={[
            ['form', 'Form'],
            ['json', 'JSON'],
          ]}
          value={form}
          onChange={setForm}
        />
        <Tabs
          label="Sample"
          current="cases"
          tabs={[
            { id: 'cases', word: 'Cases', count: 20, to: { to: '/dev/components' } },
            { id: 'decision', word: 'Decision', to: { to: '/dev/components' } },
            { id: 'insights', word: 'Insights', count: 8, to: { to: '/dev/components' } },
          ]}
        />
        <div className="sample-below">
          <Steps steps={['Server', 'Doctor', 'Drafts', 'Run']} current={2} />
        </div>
      </Sample>
    </Section>
  );
}

function Floating() {
  const [open, setOpen] = useState<'sheet' | 'confirm'>();
  const close = (): void => setOpen(undefined);
  return (
    <Section title="What floats" about="dialog, sheet, toast">
      <Sample>
        <div className="row wrap">
          <Button onClick={() => setOpen('confirm')}>Confirm</Button>
          <Button onClick={() => setOpen('sheet')}>Sheet</Button>
          <Button
            onClick={() =>
              showToast({
                kind: 'passed',
                title: 'Case deleted',
                text: '“search without a match says so”, with its 14 results. Final in 20 s.',
                action: { word: 'Undo', run: () => undefined },
              })
            }
          >
            Toast
          </Button>
        </div>
      </Sample>
      {open === 'confirm' && (
        <Confirm title="Revoke nightly?" verb="Revoke nightly" isRunning={false} onConfirm={close} onClose={close}>
          <p className="muted">3 jobs used it in the last 7 days; they are refused from then on.</p>
        </Confirm>
      )}
      {open === 'sheet' && (
        <Sheet title="Launch" onClose={close} footer={<Button onClick={close}>Close</Button>}>
          <p className="muted">A form that needs the page behind it.</p>
        </Sheet>
      )}
    </Section>
  );
}

const Notes = () => (
  <Section title="Notes">
    <Sample>
      <div className="sample-notes">
        <Note kind="failed" title="argumentsMatchToolSchema at step fits">
          the value must have required property ‘amount’.
        </Note>
        <Note kind="open" title="One target would be refused" action={<Button small>Leave it out</Button>}>
          It names a sandbox image, and no launcher is installed.
        </Note>
        <Note kind="warning" title="2 changes break callers">
          Both are in refund_order.
        </Note>
        <Note kind="passed" title="Fair to compare">
          Same model, counts, rules and judge.
        </Note>
        <Note kind="running" title="Waits for a runner">
          No live runner has the label mac.
        </Note>
      </div>
    </Sample>
  </Section>
);

interface SampleRow {
  id: string;
  kind: MarkKind;
  ms: number | undefined;
}
const SAMPLE_ROWS: readonly SampleRow[] = [
  { id: 'at rest', kind: 'passed', ms: 71 },
  { id: 'under the pointer', kind: 'failed', ms: 350 },
  { id: 'selected', kind: 'failed', ms: 132 },
  { id: 'without a duration', kind: 'open', ms: undefined },
];
const COLUMNS: readonly Column<SampleRow>[] = [
  { id: 'mark', head: '', kind: 'mark', cell: ({ kind }) => <Mark kind={kind} /> },
  { id: 'case', head: 'Row', kind: 'fill', cell: ({ id }) => <Foreign text={id} /> },
  { id: 'took', head: 'Took', kind: 'number', cell: ({ ms }) => <Duration ms={ms} /> },
];

function Rows() {
  const [selected, setSelected] = useState('selected');
  return (
    <Section title="Rows">
      <div className="frame">
        <DataTable
          label="Rows"
          columns={COLUMNS}
          groups={[
            { id: 'one', head: undefined, rows: SAMPLE_ROWS },
            { id: 'other', head: 'Group 3', rows: [], isFolded: true },
          ]}
          idOf={({ id }) => id}
          selected={selected}
          onSelect={({ id }) => setSelected(id)}
        />
      </div>
    </Section>
  );
}

const Types = () => (
  <Section title="Type and values">
    <Sample>
      <p className="sample-verdict">22/28 the verdict and titles</p>
      <p className="sample-dialog">16/24 dialogs</p>
      <p className="sample-prose">14/20 explanations, conversation</p>
      <p>13/20 rows, controls; 0123456789 1 204 148 ms</p>
      <p className="small">
        12/16 heads, meta <code>mono on the wire 0Ol1I {'{}'}</code>
      </p>
      <p className="row wrap sample-below">
        <Time time={Date.UTC(2026, 10, 29, 9, 32)} />
        <Duration ms={252_000} />
        <Money dollars={0.0042} />
        <Money dollars={null} />
        <Id id="run_01kb7w3x20j7q4k8n5d9c6h1nd" />
        <Foreign text={'name with \u202eoverride and \u200bspace'} />
      </p>
      <Bar
        parts={[
          { share: 0.62, tone: 'passed' },
          { share: 0.2, tone: 'failed' },
          { share: 0.1, tone: 'res' },
        ]}
        label="62 % passed"
      />
      <Code text={'{ "orderId": "O-7811" }'} />
    </Sample>
  </Section>
);

const Surfaces = () => (
  <Section title="Surfaces and roles">
    <Sample>
      <div className="sample-surfaces">
        {SURFACES.map((name) => (
          <span key={name}>
            <span className="swatch" style={{ background: `var(--${name})` }} />
            <code className="small">{name}</code>
          </span>
        ))}
      </div>
    </Sample>
  </Section>
);
