import { useState } from 'react';
import { Radio } from '../../components/field/check.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { KeyValues } from '../../components/section/key-values.tsx';
import { Section } from '../../components/section/section.tsx';
import { useMemberNames } from '../../data/use-members.ts';
import { writeCount } from '../../lib/format/numbers.ts';
import type { SuiteRead } from '../suite/suite-tab.ts';

const FIRST_LIMIT = 3;

/** The reaction of a schedule to failures in a row; it is saved at once. */
export function FailurePolicy({
  limit,
  isRunning,
  onLimit,
}: {
  limit: number | undefined;
  isRunning: boolean;
  onLimit: (limit: number | null) => void;
}) {
  const [typed, setTyped] = useState(String(limit ?? FIRST_LIMIT));
  const send = (text: string): void => {
    const wanted = Number(text);
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= 20 && wanted !== limit) onLimit(wanted);
  };
  return (
    <Section title="After failures in a row">
      <div className="frame policy">
        <Radio name="policy" isOn={limit === undefined} disabled={isRunning} onChange={() => onLimit(null)}>
          stays on
        </Radio>
        <div className="row">
          <Radio name="policy" isOn={limit !== undefined} disabled={isRunning} onChange={() => send(typed)}>
            pauses after
          </Radio>
          <input
            className="input tiny"
            type="number"
            min={1}
            max={20}
            aria-label="Failures in a row"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => limit !== undefined && send(typed)}
          />
          <span>failures in a row</span>
        </div>
      </div>
    </Section>
  );
}

/** The person who set a schedule, and the number of its ticks in a row that started no run. */
export function Ownership({ suite }: { suite: SuiteRead }) {
  const nameOf = useMemberNames(suite.projectId);
  const { createdBy, consecutiveFailures = 0 } = suite.schedule;
  return (
    <Section title="Ownership">
      <div className="frame pad">
        <KeyValues
          rows={[
            ['Set by', <Foreign text={nameOf(createdBy) ?? createdBy ?? 'a key'} />],
            ['Without a run', `${writeCount(consecutiveFailures)} in a row`],
          ]}
        />
      </div>
    </Section>
  );
}
