import { useState } from 'react';
import type { EvalAssertion } from '@assay/sdk';
import { Button } from '../../components/button/button.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Section } from '../../components/section/section.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { AssertionWords, assertionNameOf, isGating } from '../../lib/words/assertion-words.tsx';
import { AssertionEditor, newAssertion, type AssertionTypes } from '../case/assertion-editor.tsx';

const FIRST = 'noToolErrors';

/** The checks that every case inherits; one row opens its fields. */
export function SuiteChecks({
  checks,
  types,
  onChecks,
}: {
  checks: readonly EvalAssertion[];
  types: AssertionTypes;
  onChecks: (checks: EvalAssertion[]) => void;
}) {
  const [open, setOpen] = useState<number>();
  const add = (): void => {
    onChecks([...checks, newAssertion(FIRST, types) as EvalAssertion]);
    setOpen(checks.length);
  };
  return (
    <Section title="Checks of every case" about="from the suite; a case may add its own">
      <div className="frame">
        <ul className="suite-checks">
          {checks.map((check, index) => (
            <li key={index}>
              <button
                type="button"
                aria-expanded={open === index}
                onClick={() => setOpen(open === index ? undefined : index)}
              >
                <Mark kind="note" word="" />
                <code className="strong">{assertionNameOf(check)}</code>
                <span className="grow cut">
                  <AssertionWords assertion={check} />
                </span>
                <Tag>{isGating(check) ? 'gating' : 'advisory'}</Tag>
              </button>
              {open === index && (
                <div className="check-fields">
                  <AssertionEditor
                    assertion={check}
                    types={types}
                    isInStep={false}
                    onAssertion={(next) => onChecks(checks.with(index, next as EvalAssertion))}
                  />
                  <Button
                    small
                    look="danger"
                    onClick={() => {
                      setOpen(undefined);
                      onChecks(checks.toSpliced(index, 1));
                    }}
                  >
                    Remove the check
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
        <div className="row check-foot">
          <Button small icon="plus" onClick={add}>
            Check
          </Button>
          <span className="push small faint">An advisory check reports, and fails no trial.</span>
        </div>
      </div>
    </Section>
  );
}
