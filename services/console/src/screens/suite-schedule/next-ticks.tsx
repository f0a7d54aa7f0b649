import { Duration, Money } from '../../components/figures/figures.tsx';
import { Section } from '../../components/section/section.tsx';
import { useOperation, type ItemOf, type ReplyOf } from '../../data/operations.ts';
import { writeCount } from '../../lib/format/numbers.ts';
import { writeDuration } from '../../lib/format/times.ts';
import type { SuiteRead } from '../suite/suite-tab.ts';

type Run = ItemOf<'listEvalSuiteRuns'>;
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The next ticks with their local times, and what each would cost: as the last whole run took, so "about". */
export function NextTicks({
  suite,
  preview,
  runs,
}: {
  suite: SuiteRead;
  preview: ReplyOf<'previewEvalSuiteSchedule'>;
  runs: readonly Run[];
}) {
  const { projectId, id: suiteId } = suite;
  const environment = suite.schedule.environmentId ?? suite.environmentIds[0];
  const disclosure = useOperation(
    'getEvalRunDisclosure',
    { projectId, suiteId },
    environment === undefined ? {} : { environmentId: environment },
  );
  const trials = disclosure.data?.iterations;
  const whole = runs.find(
    ({ status, durationMs, trials: ran }) => status === 'completed' && durationMs !== null && ran.total > 0,
  );
  const scale = whole && trials !== undefined ? trials / whole.trials.total : undefined;
  const takes = scale !== undefined ? whole!.durationMs! * scale : undefined;
  const tokens = scale !== undefined ? Math.round((whole!.usage?.totalTokens ?? 0) * scale) : undefined;
  const price = scale === undefined ? undefined : whole!.usage === undefined ? 0 : (whole!.usage.costUsd ?? null);
  const cost = price === null || price === undefined ? price : price * scale!;
  const count = preview.ticksPerMonth;
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
                <td className="num">{trials === undefined ? '–' : writeCount(trials)}</td>
                <td className="num muted wide-only">{takes === undefined ? '–' : `about ${writeDuration(takes)}`}</td>
                <td className="num muted wide-only">{tokens === undefined ? '–' : writeCount(tokens)}</td>
                <td className="num">{cost === undefined ? '–' : <Money dollars={cost} />}</td>
              </tr>
            ))}
            <tr>
              <td className="strong">30 days</td>
              <td className="num">{`${writeCount(count)}×`}</td>
              <td className="wide-only" />
              <td className="num">{trials === undefined ? '–' : writeCount(trials * count)}</td>
              <td className="num muted wide-only">
                <Duration ms={takes === undefined ? undefined : takes * count} />
              </td>
              <td className="num muted wide-only">{tokens === undefined ? '–' : writeCount(tokens * count)}</td>
              <td className="num">
                {cost === undefined ? '–' : <Money dollars={cost === null ? null : cost * count} />}
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      <p className="small faint list-foot">
        {whole
          ? `Estimated from run ${whole.runNumber}, by its trials.`
          : 'No whole run has ended yet, so nothing is known about duration and price.'}
      </p>
    </Section>
  );
}
