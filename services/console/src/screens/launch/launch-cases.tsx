import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Check } from '../../components/field/check.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { useOperation, usePages } from '../../data/operations.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import type { CaseChoice } from './use-launch-cases.ts';

/** A drop that a comparison of one case should find: from 95 to 70 %. */
const [BASELINE, DROP] = [0.95, 0.25];

/** Which cases are launched, how often, and whether that is enough to see a drop. */
export function LaunchCases({
  projectId,
  suiteId,
  choice,
  onChoice,
  lastRun,
  trials,
  counts,
  override,
  onOverride,
}: {
  projectId: string;
  suiteId: string;
  choice: CaseChoice;
  /** As the address has it. */
  onChoice: (text: string | undefined) => void;
  lastRun: { id: string; number: number } | undefined;
  /** Of each target. */
  trials: number | undefined;
  /** The smallest and the largest number of trials of a case. */
  counts: { least: number; most: number } | undefined;
  override: number | undefined;
  onOverride: (trials: number | undefined) => void;
}) {
  const cases = usePages('listEvalCases', { projectId, suiteId }, { limit: 500 });
  const plan = useOperation('planEvalTrials', { projectId }, { baselineRate: BASELINE, drop: DROP });
  const total = cases.items?.length;
  const failedWord = lastRun ? `Failed in run ${lastRun.number}` : 'Failed';
  return (
    <Section
      title="Cases"
      aside={
        <Segments
          label="Cases"
          options={[
            ['all', total === undefined ? 'All' : `All ${writeCount(total)}${cases.hasNextPage ? '+' : ''}`],
            ...(lastRun || choice.kind === 'failed' ? [['failed', failedWord] as const] : []),
            ['ids', 'Choose'],
          ]}
          value={choice.kind}
          onChange={(kind) =>
            onChoice(kind === 'all' ? undefined : kind === 'failed' ? `failed:${lastRun?.id ?? ''}` : 'ids')
          }
        />
      }
    >
      <div className="frame">
        {choice.kind === 'ids' && (
          <Part of={cases} what="cases">
            {() => (
              <ul className="launch-cases" aria-label="Cases to launch">
                {cases.items?.map(({ id, title }) => (
                  <li key={id}>
                    <Check
                      isOn={choice.ids.includes(id)}
                      onChange={(isOn) =>
                        onChoice(
                          (isOn ? [...choice.ids, id] : choice.ids.filter((each) => each !== id)).join(',') || 'ids',
                        )
                      }
                    >
                      <span className="cut">
                        <Foreign text={title} />
                      </span>
                    </Check>
                  </li>
                ))}
              </ul>
            )}
          </Part>
        )}
        <table className="dense launch-facts">
          <tbody>
            <tr>
              <td className="muted fit-cell">Trials</td>
              <td>
                <Trials trials={trials} override={override} onOverride={onOverride} />
              </td>
              <td className="fit-cell">
                <Button
                  small
                  look="quiet"
                  onClick={() => onOverride(override === undefined ? (counts?.most ?? 1) : undefined)}
                >
                  {override === undefined ? 'Override' : 'As the cases say'}
                </Button>
              </td>
            </tr>
            <tr>
              <td className="muted fit-cell">Enough?</td>
              <td colSpan={2}>
                {plan.data && (
                  <>
                    A drop from 95 to 70 % in one case needs about{' '}
                    <b className="medium">{writeCountOf(plan.data.trialsPerSide, 'trial')}</b> a side
                    {counts && `; your cases have ${rangeWord(counts)}`}.
                  </>
                )}
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </Section>
  );
}

const rangeWord = ({ least, most }: { least: number; most: number }): string =>
  least === most ? writeCount(least) : `${writeCount(least)} to ${writeCount(most)}`;

function Trials({
  trials,
  override,
  onOverride,
}: {
  trials: number | undefined;
  override: number | undefined;
  onOverride: (trials: number | undefined) => void;
}) {
  const [text, setText] = useState<string>();
  if (override === undefined)
    return (
      <>
        {trials === undefined ? '–' : writeCount(trials)}{' '}
        <span className="faint">for each target, as the cases say</span>
      </>
    );
  return (
    <span className="row">
      <input
        className="input tiny"
        inputMode="numeric"
        aria-label="Trials of each case"
        autoFocus
        value={text ?? override}
        onChange={(event) => {
          setText(event.target.value);
          const count = Math.trunc(Number(event.target.value));
          if (count >= 1 && count <= 10) onOverride(count);
        }}
        onBlur={() => setText(undefined)}
      />
      <span className="faint">
        of each case, 1 to 10; {trials === undefined ? '–' : writeCount(trials)} for each target
      </span>
    </span>
  );
}
