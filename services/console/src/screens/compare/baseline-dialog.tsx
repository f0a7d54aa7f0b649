import { Button } from '../../components/button/button.tsx';
import { DataTable, type Column } from '../../components/data-table/data-table.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { Part } from '../../components/part/part.tsx';
import { usePages, type ItemOf } from '../../data/operations.ts';

type Run = ItemOf<'listEvalSuiteRuns'>;

const KINDS: Record<Run['verdict'], MarkKind> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'open',
  notEstablished: 'open',
};

const columns: Column<Run>[] = [
  {
    id: 'mark',
    head: <span className="visually-hidden">Verdict</span>,
    kind: 'mark',
    cell: ({ verdict }) => <Mark kind={KINDS[verdict]} />,
  },
  { id: 'number', head: 'Run', cell: ({ runNumber }) => `Run ${runNumber}` },
  { id: 'sentence', head: 'Verdict', kind: 'fill', cell: ({ sentence }) => <Foreign text={sentence} /> },
  { id: 'time', head: 'Launched', kind: 'number', cell: ({ createdAt }) => <Time time={createdAt} /> },
];

/** Chooses the run of the same suite that a run is compared with; runs that are not over are left out. */
export function BaselineDialog({
  projectId,
  suiteId,
  runId,
  onChoose,
  onClose,
}: {
  projectId: string;
  suiteId: string;
  runId: string;
  onChoose: (baseRunId: string) => void;
  onClose: () => void;
}) {
  const runs = usePages('listEvalSuiteRuns', { projectId, suiteId });
  const { items, error, isFetching, refetch, hasNextPage, fetchNextPage } = runs;
  return (
    <Dialog
      title="Which run is the baseline?"
      onClose={onClose}
      wide
      footer={<Button onClick={onClose}>Keep the one of now</Button>}
    >
      <Part of={{ data: items, error, isFetching, refetch }} what="runs" rows={6}>
        {(all) => (
          <div className="frame">
            <DataTable
              label="Runs of the suite"
              columns={columns}
              groups={[
                {
                  id: 'all',
                  head: undefined,
                  rows: all.filter(({ id, completedAt }) => id !== runId && completedAt !== null),
                },
              ]}
              idOf={({ id }) => id}
              onOpen={({ id }) => onChoose(id)}
              onSelect={({ id }) => onChoose(id)}
              onEnd={hasNextPage ? () => void fetchNextPage() : undefined}
              noun="run"
            />
          </div>
        )}
      </Part>
    </Dialog>
  );
}
