import { Foreign } from '../../components/foreign/foreign.tsx';
import { Duration, Money } from '../../components/figures/figures.tsx';
import { Note } from '../../components/note/note.tsx';
import { Section } from '../../components/section/section.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { writeCount } from '../../lib/format/numbers.ts';
import { writeDuration } from '../../lib/format/times.ts';

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });

const countOrNone = (count: number | null | undefined): string =>
  count === null || count === undefined ? '–' : writeCount(count);

/** The next ticks with their local times, and what each is expected to cost. */
export function NextTicks({ preview }: { preview: ReplyOf<'previewEvalSuiteSchedule'> }) {
  const { tick, month } = preview;
  const takes = tick.expectedDurationMs ?? undefined;
  return (
    <Section title={`The next ${preview.ticks.length}`} about="and what each would cost">
      <div className="frame">
        <table className="dense">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" className="num">
                There
              </th>
              <th scope="col" className="num wide-only">
                UTC
              </th>
              <th scope="col" className="num">
                Trials
              </th>
              <th scope="col" className="num wide-only">
                Takes
              </th>
              <th scope="col" className="num wide-only">
                Tokens
              </th>
              <th scope="col" className="num">
                Price
              </th>
            </tr>
          </thead>
          <tbody>
            {preview.ticks.map(({ at, localTime }, index) => (
              <tr key={at}>
                <td className={index === 0 ? 'strong' : undefined}>{day.format(new Date(`${localTime}Z`))}</td>
                <td className="num">{localTime.slice(11)}</td>
                <td className="num muted wide-only">{new Date(at).toISOString().slice(11, 16)}</td>
                <td className="num">{countOrNone(tick.trials)}</td>
                <td className="num muted wide-only">{takes === undefined ? '–' : `about ${writeDuration(takes)}`}</td>
                <td className="num muted wide-only">{countOrNone(tick.expectedTokens)}</td>
                <td className="num">{tick.price ? <Money dollars={tick.price.usualUsd} /> : '–'}</td>
              </tr>
            ))}
            <tr>
              <td className="strong">30 days</td>
              <td className="num">{`${writeCount(month.ticks)}×`}</td>
              <td className="wide-only" />
              <td className="num">{countOrNone(month.trials)}</td>
              <td className="num muted wide-only">
                <Duration ms={month.expectedDurationMs ?? undefined} />
              </td>
              <td className="num muted wide-only">{countOrNone(month.expectedTokens)}</td>
              <td className="num">{tick.price ? <Money dollars={month.usualUsd} /> : '–'}</td>
            </tr>
          </tbody>
        </table>
      </div>
      {tick.refusal && (
        <Note kind="open" title="A launch would be refused now">
          <Foreign text={tick.refusal.message} />
        </Note>
      )}
      <p className="small faint list-foot">
        {takes === undefined
          ? 'No run has completed yet, so nothing is known about duration and tokens.'
          : 'Estimated from the last five completed runs.'}
      </p>
    </Section>
  );
}
