import { Link, getRouteApi } from '@tanstack/react-router';
import type { EvalDecisionSteps, EvalRun, EvalRunDecisionSummary } from '@assay/sdk';
import type { ReactNode } from 'react';
import { Bar } from '../../../components/bar/bar.tsx';
import { Outcome } from '../../../components/outcome/outcome.tsx';
import { Ruler } from '../../../components/ruler/ruler.tsx';
import { Section } from '../../../components/section/section.tsx';
import { writeCount, writeCountOf, writeInterval, writeRate } from '../../../lib/format/numbers.ts';
import { isUnderWay, markOfRun, rulerOf } from '../run-words.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

type Shares = Parameters<typeof Bar>[0]['parts'];

/** The way from the configured trials to the verdict: a row for each step, the last one is the verdict. */
export function Funnel({ run, decision: { steps, leftOut = [] } }: { run: EvalRun; decision: EvalRunDecisionSummary }) {
  if (!steps) return null;
  const { configured, tried, counted, passed, cases } = steps;
  const share = (count: number) => (configured.trials === 0 ? 0 : count / configured.trials);
  const ofCases = (count: number) => (cases.total === 0 ? 0 : count / cases.total);
  const hasLeftOut = tried.leftOut + counted.leftOut > 0;
  return (
    <Section
      title="From trials to the verdict"
      about={hasLeftOut ? 'hatched: says nothing about the server' : 'a trial is one iteration of a case'}
    >
      <div className="frame">
        <table className="data-table funnel">
          <tbody>
            <Step
              name="Configured"
              what={eachText(configured)}
              bar={[{ share: 1 }]}
              count={configured.trials}
              aside={`in ${writeCountOf(cases.total, 'case')}`}
            />
            <Step
              name="Tried"
              what={untriedText(leftOut, tried.leftOut)}
              bar={[{ share: share(tried.trials) }, { share: share(tried.leftOut), tone: 'res' }]}
              count={tried.trials}
              aside={<LeftOutLink count={tried.leftOut} word="left out" />}
            />
            <Step
              name="Counted"
              what={counted.leftOut === 0 ? 'none excluded' : excludedText(leftOut)}
              bar={[{ share: share(counted.trials) }, { share: share(tried.leftOut + counted.leftOut), tone: 'res' }]}
              count={counted.trials}
              aside={<LeftOutLink count={counted.leftOut} word={counted.leftOut === 0 ? 'left out' : 'excluded'} />}
            />
            <Step
              name="Passed"
              what="all gating assertions hold"
              bar={[
                { share: share(passed.trials), tone: 'passed' },
                { share: share(passed.failed), tone: 'failed' },
                { share: share(tried.leftOut + counted.leftOut), tone: 'res' },
              ]}
              count={passed.trials}
              aside={<FailedLink count={passed.failed} />}
            />
            <Step
              name="Cases"
              what={casesText(cases)}
              bar={[
                { share: ofCases(cases.passed), tone: 'passed' },
                { share: ofCases(cases.failed), tone: 'failed' },
                { share: ofCases(cases.undecided + cases.open), tone: 'res' },
              ]}
              count={cases.total}
              aside={
                cases.undecided > 0 ? <UndecidedLink count={cases.undecided} /> : <FailedLink count={cases.failed} />
              }
            />
            <VerdictRow run={run} />
          </tbody>
        </table>
      </div>
    </Section>
  );
}

const Step = ({
  name,
  what,
  bar,
  count,
  aside,
}: {
  name: string;
  what: string;
  bar: Shares;
  count: number;
  aside: ReactNode;
}) => (
  <tr>
    <td className="fit-cell medium">{name}</td>
    <td className="fill-cell cut below-cell whole muted" title={what}>
      {what}
    </td>
    <td className="funnel-bar wide-only">
      <Bar wide parts={bar} label={`${name}: ${count}`} />
    </td>
    <td className="num fit-cell strong">{writeCount(count)}</td>
    <td className="num fit-cell muted">{aside}</td>
  </tr>
);

const eachText = ({ fewest, most }: EvalDecisionSteps['configured']): string =>
  fewest === most
    ? `${writeCountOf(most, 'trial')} of each case`
    : `${fewest} to ${writeCountOf(most, 'trial')} of each case`;

type LeftOut = NonNullable<EvalRunDecisionSummary['leftOut']>;
const textOf = (leftOut: LeftOut, reasons: readonly string[]): string =>
  leftOut
    .filter(({ reason, trials }) => reasons.includes(reason) && trials > 0)
    .map(
      ({ reason, trials, meaning }) =>
        `${trials} ${reason === 'provider' || reason === 'platform' ? 'excluded' : reason}: ${meaning}`,
    )
    .join('; ');

function untriedText(leftOut: LeftOut, count: number): string {
  if (count === 0) return 'none cancelled, none skipped';
  return textOf(leftOut, ['skipped', 'cancelled']) || `${writeCountOf(count, 'trial')} not ended`;
}
const excludedText = (leftOut: LeftOut): string => textOf(leftOut, ['provider', 'platform', 'cassette', 'evaluator']);

function casesText({ passed, failed, undecided, open, mixed }: EvalDecisionSteps['cases']): string {
  const parts = [
    `${writeCount(passed)} pass every trial`,
    `${writeCount(failed)} do not`,
    ...(undecided > 0 ? [`${writeCount(undecided)} have no trial that counts`] : []),
    ...(open > 0 ? [`${writeCount(open)} have open trials`] : []),
  ];
  return `${parts.join(', ')}${mixed > 0 ? `; ${writeCount(mixed)} of them are flaky` : ''}`;
}

function FailedLink({ count }: { count: number }) {
  const { projectId, runId } = route.useParams();
  return (
    <Link to="/p/$projectId/runs/$runId" params={{ projectId, runId }} search={{ outcome: ['failed'] }}>
      {writeCount(count)} failed
    </Link>
  );
}
function UndecidedLink({ count }: { count: number }) {
  const { projectId, runId } = route.useParams();
  return (
    <Link
      className="open-count"
      to="/p/$projectId/runs/$runId"
      params={{ projectId, runId }}
      search={{ outcome: ['undecided'] }}
    >
      {writeCount(count)} undecided
    </Link>
  );
}
function LeftOutLink({ count, word }: { count: number; word: string }) {
  const { projectId, runId } = route.useParams();
  if (count === 0) return `0 ${word}`;
  return (
    <Link
      className="open-count"
      to="/p/$projectId/runs/$runId"
      params={{ projectId, runId }}
      search={{ leftOut: true }}
    >
      {writeCount(count)} {word}
    </Link>
  );
}

function VerdictRow({ run }: { run: EvalRun }) {
  const ruler = rulerOf(run);
  const { passRateInterval } = run.summary;
  return (
    <tr className="selected">
      <td className="fit-cell">
        <Outcome kind={markOfRun(run)} word="Run" />
      </td>
      <td className="fill-cell cut below-cell whole">{verdictText(run)}</td>
      <td className="funnel-bar wide-only">
        {ruler ? <Ruler width={160} {...ruler} /> : <span className="faint">no interval</span>}
      </td>
      <td className="num fit-cell strong">{ruler ? writeRate(ruler.rate) : '–'}</td>
      <td className="num fit-cell muted">
        {ruler && passRateInterval ? writeInterval({ low: passRateInterval.lower, high: passRateInterval.upper }) : '–'}
      </td>
    </tr>
  );
}

function verdictText(run: EvalRun): string {
  const { verdict, minimumAccuracy, measurementUnit, status } = run;
  if (isUnderWay(run)) return 'under way: no verdict yet';
  if (verdict === 'notEstablished')
    return `${status === 'completed' ? 'too few trials count' : 'stopped before its end'}: no verdict, no rate`;
  if (measurementUnit === 'caseVariant')
    return verdict === 'passed' ? 'every case reaches its threshold' : 'not every case reaches its threshold';
  return `${verdict === 'passed' ? 'on or above' : 'below'} the line of ${minimumAccuracy} %, which is on all trials`;
}
