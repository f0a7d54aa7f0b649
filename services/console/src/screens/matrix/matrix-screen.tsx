import './matrix.css';
import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { given } from '@assay/contract/given';
import type { EvalRun, EvalRunGroup } from '@assay/sdk';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { Check } from '../../components/field/check.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { MatrixGrid, type MatrixColumn } from '../../components/matrix-grid/matrix-grid.tsx';
import type { MatrixPlace } from '../../components/matrix-grid/matrix-rows.ts';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { Page } from '../../components/page/page.tsx';
import { Part } from '../../components/part/part.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { operationQuery } from '../../data/operations.ts';
import { writeTime } from '../../lib/format/times.ts';
import { CellInspector } from './cell-inspector.tsx';
import { ColumnHead } from './column-head.tsx';
import { groupRows, runLabel, type GroupRow } from './group-cells.ts';
import { GroupVerdict } from './group-verdict.tsx';
import { GROUP_MS, useGroupCases, type CaseOrder, type GroupCases } from './use-group-cases.ts';

const route = getRouteApi('/shell/p/$projectId/groups/$runGroupId');

/**
 * The runs of a run group as a matrix of cases and targets. Operations: getEvalRunGroup, listEvalRunGroupCases.
 */
export function MatrixScreen() {
  const { projectId, runGroupId } = route.useParams();
  const { base } = route.useSearch();
  const group = useQuery({
    ...operationQuery('getEvalRunGroup', { projectId, runGroupId }, given({ baseRunId: base })),
    placeholderData: (before: EvalRunGroup | undefined) => before,
    refetchInterval: ({ state }) => (state.data?.runs.some(isOpen) === true ? GROUP_MS : false),
  });
  return (
    <ObjectPage of={group} what="run group">
      {(data) => <Matrix group={data} />}
    </ObjectPage>
  );
}

const isOpen = ({ completedAt }: EvalRun): boolean => completedAt === null;

function Matrix({ group }: { group: EvalRunGroup }) {
  const { projectId, runGroupId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isHiding, setHiding] = useState(false);
  const order: CaseOrder = search.only ?? 'first';
  const base = group.runs.find(({ id }) => id === search.base) ?? group.runs[0];
  const hidden = new Set(search.hide);
  const runs = [...(base ? [base] : []), ...group.runs.filter((run) => run !== base && !hidden.has(run.id))];
  const cases = useGroupCases(
    { projectId, runGroupId },
    { order, baseRunId: search.base, isOpen: group.runs.some(isOpen) },
  );
  const groups = useMemo(
    () => matrixGroups(cases, order, base?.id),
    [cases.differing, cases.same, cases.all, cases.counts, order, base?.id],
  );
  const rows = groups.flatMap((each) => each.rows);
  const columns = useMemo(
    (): MatrixColumn[] =>
      runs.map((run) => ({
        id: run.id,
        label: runLabel(run),
        head: <ColumnHead projectId={projectId} run={run} />,
      })),
    [group, search.base, search.hide],
  );
  const selected = placeOf(search.sel) ?? firstPlace(rows, runs);
  const row = rows.find(({ id }) => id === selected?.rowId);
  const run = runs.find(({ id }) => id === selected?.columnId);
  const set = (change: { [Name in keyof typeof search]?: (typeof search)[Name] | undefined }): void =>
    void navigate({ search: (old) => given({ ...old, ...change }), replace: true });
  const openCell = ({ rowId, columnId }: MatrixPlace): void => {
    const of = rows.find(({ id }) => id === rowId)?.of;
    const iterationId = of?.cells.find(({ runId }) => runId === columnId)?.iterationId;
    if (!of) return;
    if (base && columnId !== base.id)
      void navigate({
        to: '/p/$projectId/runs/$runId/compare',
        params: { projectId, runId: columnId },
        search: { base: base.id, sel: of.testCaseId },
      });
    else if (typeof iterationId === 'string')
      void navigate({
        to: '/p/$projectId/runs/$runId/i/$iterationId',
        params: { projectId, runId: columnId, iterationId },
      });
  };
  const hide = (runId: string): void => set({ hide: [...hidden, runId] });
  const title = `Run group of ${writeTime(group.createdAt)}`;
  const suiteName = group.runs[0]?.suiteName;
  return (
    <Page
      title={title}
      crumbs={[
        { text: 'Suites', to: { to: '/p/$projectId/suites', params: { projectId } } },
        ...(suiteName === undefined
          ? []
          : [
              {
                text: suiteName,
                to: { to: '/p/$projectId/suites/$suiteId' as const, params: { projectId, suiteId: group.suiteId } },
              },
            ]),
        { text: title },
        { text: 'Matrix' },
      ]}
      request={{ operation: 'listEvalRunGroupCases', params: { projectId, runGroupId } }}
      keys={[
        {
          keys: ['b'],
          label: 'make it the base column',
          run: () => selected && set({ base: selected.columnId === group.runs[0]?.id ? undefined : selected.columnId }),
        },
        {
          keys: ['h'],
          label: 'hide column',
          run: () => selected && selected.columnId !== base?.id && hide(selected.columnId),
        },
        {
          keys: ['d'],
          label: 'only differences',
          run: () => set({ only: search.only === 'differences' ? undefined : 'differences' }),
        },
      ]}
    >
      <GroupVerdict
        group={group}
        base={base}
        counts={cases.counts}
        actions={
          <>
            <Segments<CaseOrder>
              label="Order"
              value={order === 'differences' ? 'first' : order}
              onChange={(value) => set({ only: value === 'all' ? 'all' : undefined })}
              options={[
                ['first', 'Differences first'],
                ['all', 'As in the suite'],
              ]}
            />
            <Button onClick={() => setHiding(true)}>Columns</Button>
          </>
        }
      />
      <div className="matrix-columns">
        <div className="frame">
          <Part of={{ ...cases, data: cases.all ?? cases.differing }} what="cases" rows={12}>
            {() => (
              <MatrixGrid
                label="Cases by runs"
                columns={columns}
                groups={groups}
                selected={selected}
                onSelect={({ rowId, columnId }) => set({ sel: `${rowId}:${columnId}` })}
                onOpen={openCell}
                onEnd={cases.readOn}
              />
            )}
          </Part>
        </div>
        {row && run && (
          <CellInspector
            projectId={projectId}
            of={row.of}
            cell={row.of.cells.find(({ runId }) => runId === run.id)}
            run={run}
            base={base}
            isStale={cases.isStale}
            comparison={group.comparison}
          />
        )}
      </div>
      {isHiding && (
        <ColumnsDialog
          runs={group.runs}
          baseId={base?.id}
          hidden={hidden}
          onChange={(ids) => set({ hide: ids.length > 0 ? ids : undefined })}
          onClose={() => setHiding(false)}
        />
      )}
    </Page>
  );
}

/** The rows under their heads, in the order that the reader chose. */
function matrixGroups({ differing, same, all, counts }: GroupCases, order: CaseOrder, baseId: string | undefined) {
  const head = (word: string, count: number | undefined) => (
    <>
      {word} {count !== undefined && <span className="faint">{count}</span>}
    </>
  );
  if (order === 'all') return [{ id: 'all', head: undefined, rows: groupRows(all ?? [], baseId) }];
  return [
    {
      id: 'differing',
      head: head('Depends on the environment', counts?.differing),
      rows: groupRows(differing ?? [], baseId),
    },
    {
      id: 'same',
      head: head('The same everywhere', counts && counts.total - counts.differing),
      rows: groupRows(same ?? [], baseId),
    },
  ];
}

/** The cell of an address: the id of its row and of its run. */
function placeOf(sel: string | undefined): MatrixPlace | undefined {
  const at = sel?.lastIndexOf(':') ?? -1;
  return sel === undefined || at < 0 ? undefined : { rowId: sel.slice(0, at), columnId: sel.slice(at + 1) };
}

/** The first cell that fails where the base passes, else the first one that fails, else the first one. */
function firstPlace(rows: readonly GroupRow[], [base, ...others]: readonly EvalRun[]): MatrixPlace | undefined {
  const find = (isWanted: (row: GroupRow, runId: string) => boolean): MatrixPlace | undefined => {
    for (const row of rows) {
      const run = others.find(({ id }) => isWanted(row, id));
      if (run) return { rowId: row.id, columnId: run.id };
    }
    return undefined;
  };
  const fails = (row: GroupRow, runId: string): boolean => row.cells.get(runId)?.kind === 'failed';
  const [first] = rows;
  return (
    find((row, runId) => fails(row, runId) && !fails(row, base?.id ?? '')) ??
    find(fails) ??
    (first && base && { rowId: first.id, columnId: base.id })
  );
}

/** Shows and hides the columns of the matrix; the base stays. */
const ColumnsDialog = ({
  runs,
  baseId,
  hidden,
  onChange,
  onClose,
}: {
  runs: readonly EvalRun[];
  baseId: string | undefined;
  hidden: ReadonlySet<string>;
  onChange: (hidden: string[]) => void;
  onClose: () => void;
}) => (
  <Dialog title="Which columns are shown?" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
    <div className="hide-columns">
      {runs
        .filter(({ id }) => id !== baseId)
        .map((run) => (
          <Check
            key={run.id}
            isOn={!hidden.has(run.id)}
            onChange={() => onChange([...hidden.symmetricDifference(new Set([run.id]))])}
          >
            <Foreign text={runLabel(run)} />
          </Check>
        ))}
    </div>
  </Dialog>
);
