import { Link, useNavigate } from '@tanstack/react-router';
import { DataTable, type Column } from '../../components/data-table/data-table.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Part } from '../../components/part/part.tsx';
import { Ruler } from '../../components/ruler/ruler.tsx';
import { Section } from '../../components/section/section.tsx';
import { Spark } from '../../components/spark/spark.tsx';
import { useOperation } from '../../data/operations.ts';
import { writeCount, writeRate } from '../../lib/format/numbers.ts';
import { kindOfVerdict } from '../../lib/run-verdict.ts';
import { intervalOf, lineOf, type ListedSuite } from '../suites/suite-columns.tsx';

/** At most this many suites on the overview, the worst first. */
const SHOWN = 10;

const columnsOf = (projectId: string): Column<ListedSuite>[] => [
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
    head: 'Passed, last run',
    cell: ({ latestRun }) =>
      latestRun && latestRun.total > 0 ? (
        <>
          {writeCount(latestRun.passed)} of {writeCount(latestRun.total)}{' '}
          {latestRun.measurementUnit === 'trial' ? 'trials' : 'case variants'}{' '}
          <span className="faint">{writeRate(latestRun.passRate ?? undefined)}</span>
        </>
      ) : (
        <span className="faint">–</span>
      ),
  },
  {
    id: 'interval',
    head: '95 % interval against its line',
    narrow: 'hidden',
    cell: ({ latestRun }) =>
      latestRun &&
      latestRun.passRate !== null && (
        <Ruler
          width={140}
          height={14}
          rate={latestRun.passRate}
          interval={intervalOf(latestRun)}
          line={lineOf(latestRun)}
          outcome={kindOfVerdict(latestRun.verdict)}
        />
      ),
  },
  {
    id: 'trend',
    head: 'Trend',
    narrow: 'hidden',
    cell: ({ latestRun, recentRuns }) =>
      latestRun && (
        <Spark
          width={96}
          line={lineOf(latestRun)}
          points={recentRuns.map(({ verdict, passRate }) => ({
            kind: kindOfVerdict(verdict),
            rate: passRate ?? undefined,
          }))}
        />
      ),
  },
  {
    id: 'runs',
    head: 'Runs',
    kind: 'number',
    narrow: 'hidden',
    cell: ({ totals }) => <span className="muted">{writeCount(totals.runs)}</span>,
  },
  {
    id: 'last',
    head: 'Last',
    kind: 'number',
    cell: ({ latestRun }) =>
      latestRun ? (
        <span className="muted">
          <Time time={latestRun.completedAt} />
        </span>
      ) : (
        <span className="faint">–</span>
      ),
  },
];

/** The suites of a project with the verdicts of their last runs, the worst first. */
export function OverviewSuites({ projectId }: { projectId: string }) {
  const suites = useOperation('listEvalSuites', { projectId }, { sort: 'verdict', limit: SHOWN });
  const navigate = useNavigate();
  return (
    <Section
      title="Suites"
      about="last verdict, and the last ten runs"
      aside={
        <Link to="/p/$projectId/suites" params={{ projectId }}>
          All suites
        </Link>
      }
    >
      <div className="frame overview-suites">
        <Part of={suites} what="suites">
          {({ items }) =>
            items.length === 0 ? (
              <p className="attention-none muted">No suite yet.</p>
            ) : (
              <DataTable
                label="Suites"
                columns={columnsOf(projectId)}
                groups={[{ id: 'all', head: undefined, rows: items }]}
                idOf={({ id }) => id}
                onOpen={({ id: suiteId }) =>
                  void navigate({ to: '/p/$projectId/suites/$suiteId', params: { projectId, suiteId } })
                }
                bindsKeys={false}
              />
            )
          }
        </Part>
      </div>
    </Section>
  );
}
