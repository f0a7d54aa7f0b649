import { Link } from '@tanstack/react-router';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Ruler } from '../../components/ruler/ruler.tsx';
import { Section } from '../../components/section/section.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { TrialDots } from '../../components/trial-dots/trial-dots.tsx';
import type { ItemOf } from '../../data/operations.ts';
import { writeCount, writeRate } from '../../lib/format/numbers.ts';
import { kindOfVerdict } from '../../lib/run-verdict.ts';
import { kindOfTick } from '../suites/project-schedules.tsx';
import type { SuiteRead } from '../suite/suite-tab.ts';

type Tick = ItemOf<'listProjectSchedules'>['ticks'][number];
type Run = ItemOf<'listEvalSuiteRuns'>;
const [DOTS, ROWS] = [14, 7];

/** The last ticks of a schedule with the counts of their runs. */
export function LastTicks({ suite, ticks, runs }: { suite: SuiteRead; ticks: readonly Tick[]; runs: readonly Run[] }) {
  const { projectId, id: suiteId } = suite;
  const last = ticks.slice(-DOTS);
  return (
    <Section title={last.length > 0 ? `The last ${last.length} ticks` : 'The last ticks'}>
      <div className="frame">
        {last.length === 0 ? (
          <p className="pad muted">No tick has come due in the last 14 days.</p>
        ) : (
          <>
            <div className="row tick-dots">
              <TrialDots outcomes={last.map(kindOfTick)} noun="ticks" />
              <span className="push faint">
                <Time time={last[0]!.dueAt} /> to now
              </span>
            </div>
            <table className="dense">
              <tbody>
                {last
                  .toReversed()
                  .slice(0, ROWS)
                  .map((tick) => (
                    <TickRow
                      key={tick.dueAt}
                      tick={tick}
                      run={runs.find(({ id }) => id === tick.runId)}
                      projectId={projectId}
                    />
                  ))}
              </tbody>
            </table>
          </>
        )}
      </div>
      {last.length > 0 && (
        <p className="small list-foot">
          <Link to="/p/$projectId/runs" params={{ projectId }} search={{ suite: suiteId, source: 'schedule' } as never}>
            All runs of the schedule
          </Link>
        </p>
      )}
    </Section>
  );
}

function TickRow({ tick, run, projectId }: { tick: Tick; run: Run | undefined; projectId: string }) {
  const total = run?.summary.total ?? 0;
  return (
    <tr>
      <td className="mark-cell">
        <Mark kind={kindOfTick(tick)} />
      </td>
      <td className="fit-cell">
        {tick.runId === undefined ? (
          <Time time={tick.dueAt} />
        ) : (
          <Link className="plain" to="/p/$projectId/runs/$runId" params={{ projectId, runId: tick.runId }}>
            <Time time={tick.dueAt} />
          </Link>
        )}
      </td>
      {run && total > 0 ? (
        <>
          <td>
            <Ruler
              width={110}
              rate={run.summary.passRate}
              interval={
                run.summary.passRateInterval
                  ? { low: run.summary.passRateInterval.lower, high: run.summary.passRateInterval.upper }
                  : undefined
              }
              line={run.minimumAccuracy === null ? undefined : run.minimumAccuracy / 100}
              outcome={kindOfVerdict(run.verdict)}
            />
          </td>
          <td className="num">{`${writeCount(run.summary.passed)} of ${writeCount(total)}`}</td>
          <td className="num muted">{writeRate(run.summary.passRate)}</td>
        </>
      ) : (
        <td className="faint" colSpan={3}>
          {tick.reason === undefined ? (tick.runId === undefined ? 'comes due' : 'its run goes on') : 'no run'}
        </td>
      )}
    </tr>
  );
}

/** Ticks that started no run, with the reason. */
export function LostTicks({ ticks }: { ticks: readonly Tick[] }) {
  const lost = ticks.filter(({ reason }) => reason !== undefined).toReversed();
  if (lost.length === 0) return null;
  return (
    <Section title="Ticks that had no run" about="14 days">
      <div className="frame">
        <table className="dense">
          <thead>
            <tr>
              <th className="mark-cell" aria-label="Outcome" />
              <th scope="col">Tick</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {lost.map(({ dueAt, reason }) => (
              <tr key={dueAt}>
                <td className="mark-cell">
                  <Mark kind="open" word="No run" />
                </td>
                <td className="fit-cell">
                  <Time time={dueAt} />
                </td>
                <td>
                  <Foreign text={reason!} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
