import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { DataTable, type Column } from '../../components/data-table/data-table.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { Duration, Money, Time } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Part } from '../../components/part/part.tsx';
import { Ruler } from '../../components/ruler/ruler.tsx';
import { useOperation, usePages, type ItemOf } from '../../data/operations.ts';
import { useMemberNames } from '../../data/use-members.ts';
import { writeCount, writeRate } from '../../lib/format/numbers.ts';
import { kindOfVerdict } from '../../lib/run-verdict.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { launcherOf } from '../suites/suite-columns.tsx';
import { RunTrend } from './run-trend.tsx';
import { SuiteFrame } from './suite-frame.tsx';
import type { SuiteTabProps } from './suite-tab.ts';
import { SuiteVerdict } from './suite-verdict.tsx';

type Run = ItemOf<'listEvalSuiteRuns'>;
const route = getRouteApi('/shell/p/$projectId/suites/$suiteId');

/** The runs of a suite with their trend. Operations: listEvalSuiteRuns, getEvalSuiteCaseHistory, listProjectMembers. */
export function RunsTab({ suite }: SuiteTabProps) {
  const { projectId, id: suiteId } = suite;
  const address = { projectId, suiteId };
  const { sel } = route.useSearch();
  const select = route.useNavigate();
  const navigate = useNavigate();
  const nameOf = useMemberNames(projectId);
  const runs = usePages('listEvalSuiteRuns', address, { limit: 100 });
  const history = useOperation('getEvalSuiteCaseHistory', address);
  const items = runs.items ?? [];
  return (
    <SuiteFrame
      suite={suite}
      tab="runs"
      head={<SuiteVerdict suite={suite} runs={items} history={history.data} />}
      request={{ operation: 'listEvalSuiteRuns', params: address }}
    >
      <RunTrend suite={suite} runs={items} />
      <Part of={runs} what="runs" rows={6}>
        {() =>
          items.length === 0 ? (
            <Empty title="No run yet" command={`npx assay run "${visibleText(suite.name)}"`}>
              A run tries each case as often as the suite says, and ends with a verdict.
            </Empty>
          ) : (
            <div className="frame suite-runs">
              <DataTable
                label="Runs"
                noun="run"
                columns={columnsOf(projectId, nameOf)}
                groups={[{ id: 'all', head: undefined, rows: items }]}
                idOf={({ id }) => id}
                selected={sel}
                onSelect={({ id }) => void select({ search: (old) => ({ ...old, sel: id }), replace: true })}
                onOpen={({ id: runId }) =>
                  void navigate({ to: '/p/$projectId/runs/$runId', params: { projectId, runId } })
                }
                onEnd={runs.hasNextPage ? () => void runs.fetchNextPage() : undefined}
              />
            </div>
          )
        }
      </Part>
    </SuiteFrame>
  );
}

const columnsOf = (projectId: string, nameOf: (userId: string | undefined) => string | undefined): Column<Run>[] => [
  {
    id: 'verdict',
    head: <span className="visually-hidden">Verdict</span>,
    kind: 'mark',
    cell: ({ verdict, completedAt }) => <Mark kind={completedAt === null ? 'running' : kindOfVerdict(verdict)} />,
  },
  {
    id: 'number',
    head: 'Run',
    kind: 'fill',
    cell: ({ id: runId, runNumber, sentence }) => (
      <>
        <Link className="plain medium" to="/p/$projectId/runs/$runId" params={{ projectId, runId }}>
          {`run ${runNumber}`}
        </Link>{' '}
        <span className="muted">{sentence}</span>
      </>
    ),
  },
  {
    id: 'passed',
    head: 'Passed',
    kind: 'number',
    narrow: 'below',
    cell: ({ summary: { passed, total } }) =>
      total > 0 ? `${writeCount(passed)} of ${writeCount(total)}` : <span className="faint">–</span>,
  },
  {
    id: 'rate',
    head: 'Rate',
    kind: 'number',
    narrow: 'hidden',
    cell: ({ summary: { total, passRate } }) => (
      <span className="muted">{writeRate(total > 0 ? passRate : undefined)}</span>
    ),
  },
  {
    id: 'interval',
    head: '95 % interval',
    narrow: 'hidden',
    cell: ({ summary: { total, passRate, passRateInterval: interval }, minimumAccuracy, verdict }) =>
      total > 0 && (
        <Ruler
          width={96}
          rate={passRate}
          interval={interval ? { low: interval.lower, high: interval.upper } : undefined}
          line={minimumAccuracy === null ? undefined : minimumAccuracy / 100}
          outcome={kindOfVerdict(verdict)}
        />
      ),
  },
  {
    id: 'revision',
    head: 'Revision',
    kind: 'number',
    narrow: 'hidden',
    cell: ({ suiteRevision }) => <span className="muted">{suiteRevision ?? '–'}</span>,
  },
  {
    id: 'duration',
    head: 'Took',
    kind: 'number',
    narrow: 'hidden',
    cell: ({ durationMs }) => (
      <span className="muted">
        <Duration ms={durationMs ?? undefined} />
      </span>
    ),
  },
  {
    id: 'cost',
    head: 'Cost',
    kind: 'number',
    narrow: 'hidden',
    cell: ({ usage }) => <Money dollars={usage ? usage.costUsd : 0} />,
  },
  {
    id: 'made',
    head: 'Launched, by',
    kind: 'number',
    cell: (run) => (
      <span className="muted">
        <Time time={run.createdAt} />{' '}
        <span className="faint">
          <Foreign text={launcherOf(run, nameOf)} />
        </span>
      </span>
    ),
  },
];
