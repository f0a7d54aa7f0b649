import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Confirm } from '../../components/dialog/confirm.tsx';
import { Sheet } from '../../components/dialog/dialog.tsx';
import { Check, Radio, Switch } from '../../components/field/check.tsx';
import { SelectField, TextField } from '../../components/field/field.tsx';
import { Chip, FilterBar } from '../../components/filter-bar/filter-bar.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { MoreMenu } from '../../components/menu/menu.tsx';
import { Section } from '../../components/section/section.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { Steps } from '../../components/steps/steps.tsx';
import { Tabs } from '../../components/tabs/tabs.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { showToast } from '../../components/toast/toast-queue.ts';
import { Sample } from './sample.tsx';

/** The buttons. */
export const Buttons = () => (
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

/** The fields of forms. */
export function Fields() {
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

/** Chips, tags, tabs and segments. */
export function Chips() {
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

/** Dialogs, sheets and toasts. */
export function Floating() {
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
