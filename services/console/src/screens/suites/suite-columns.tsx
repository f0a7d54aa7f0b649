import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/data-table/data-table.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Outcome } from '../../components/outcome/outcome.tsx';
import { Ruler } from '../../components/ruler/ruler.tsx';
import { Spark } from '../../components/spark/spark.tsx';
import type { ItemOf } from '../../data/operations.ts';
import { writeCount, writeRate } from '../../lib/format/numbers.ts';
import { kindOfVerdict } from '../../lib/run-verdict.ts';

export type ListedSuite = ItemOf<'listEvalSuites'>;
type LatestRun = NonNullable<ListedSuite['latestRun']>;

/** The line of a run as a share; undefined where it is graded per case. */
export const lineOf = ({ minimumAccuracy }: LatestRun): number | undefined =>
  minimumAccuracy === null ? undefined : minimumAccuracy / 100;

/** The interval of a run as shares. */
export const intervalOf = ({ passRateInterval }: Pick<LatestRun, 'passRateInterval'>) =>
  passRateInterval ? { low: passRateInterval.lower, high: passRateInterval.upper } : undefined;

/** The launcher of a run: the person behind a plain request, else the program. */
export const launcherOf = (
  { launchedBy, launchedByUserId }: Pick<LatestRun, 'launchedBy'> & { launchedByUserId?: string },
  nameOf: (userId: string | undefined) => string | undefined,
): string => (['api', 'ui'].includes(launchedBy) ? (nameOf(launchedByUserId) ?? launchedBy) : launchedBy);

const none = <span className="faint">–</span>;

/** The columns of the list of suites. */
export const suiteColumns = (
  projectId: string,
  nameOf: (userId: string | undefined) => string | undefined,
): Column<ListedSuite>[] => [
  {
    id: 'verdict',
    head: <span className="visually-hidden">Verdict</span>,
    kind: 'mark',
    cell: ({ latestRun }) =>
      latestRun ? <Mark kind={kindOfVerdict(latestRun.verdict)} /> : <Mark kind="pending" word="No run yet" />,
  },
  {
    id: 'name',
    head: 'Suite',
    kind: 'fill',
    cell: ({ id: suiteId, name }) => (
      <Link className="plain medium" to="/p/$projectId/suites/$suiteId" params={{ projectId, suiteId }}>
        <Foreign text={name} />
      </Link>
    ),
  },
  {
    id: 'passed',
    head: 'Passed',
    kind: 'number',
    narrow: 'below',
    cell: ({ latestRun }) =>
      latestRun && latestRun.total > 0 ? `${writeCount(latestRun.passed)} of ${writeCount(latestRun.total)}` : none,
  },
  {
    id: 'rate',
    head: 'Rate',
    kind: 'number',
    narrow: 'hidden',
    cell: ({ latestRun }) => <span className="muted">{writeRate(latestRun?.passRate ?? undefined)}</span>,
  },
  {
    id: 'interval',
    head: '95 % interval',
    narrow: 'hidden',
    cell: ({ latestRun }) =>
      latestRun && latestRun.passRate !== null ? (
        <Ruler
          width={96}
          rate={latestRun.passRate}
          interval={intervalOf(latestRun)}
          line={lineOf(latestRun)}
          outcome={kindOfVerdict(latestRun.verdict)}
        />
      ) : null,
  },
  {
    id: 'runs',
    head: 'Last ten',
    narrow: 'hidden',
    cell: ({ latestRun, recentRuns }) =>
      latestRun && (
        <Spark
          line={lineOf(latestRun)}
          points={recentRuns.map(({ verdict, passRate }) => ({
            kind: kindOfVerdict(verdict),
            rate: passRate ?? undefined,
          }))}
        />
      ),
  },
  {
    id: 'flaky',
    head: 'Flaky',
    kind: 'number',
    narrow: 'hidden',
    cell: ({ latestRun }) =>
      latestRun ? (
        <span className={latestRun.flakyCases === 0 ? 'faint' : 'muted'}>{writeCount(latestRun.flakyCases)}</span>
      ) : (
        none
      ),
  },
  {
    id: 'schedule',
    head: 'Schedule',
    narrow: 'hidden',
    cell: ({ schedule }) => (
      <span className="row muted">
        {schedule?.enabled ? schedule.rhythm : <span className="faint">{schedule ? 'off' : 'none'}</span>}
        {schedule?.enabled && schedule.ticksWithoutVerdict > 0 && (
          <Outcome kind="open" calm word={String(schedule.ticksWithoutVerdict)} />
        )}
      </span>
    ),
  },
  {
    id: 'latest',
    head: 'Last, by',
    kind: 'number',
    cell: ({ latestRun }) =>
      latestRun ? (
        <span className="muted">
          <Time time={latestRun.completedAt} />{' '}
          <span className="faint">
            <Foreign text={launcherOf(latestRun, nameOf)} />
          </span>
        </span>
      ) : (
        none
      ),
  },
];
