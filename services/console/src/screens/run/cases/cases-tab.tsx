import './cases-tab.css';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { EvalRun, EvalRunCase } from '@assay/sdk';
import { Button } from '../../../components/button/button.tsx';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { ListWithInspector } from '../../../components/inspector/inspector.tsx';
import { Note } from '../../../components/note/note.tsx';
import { PartError, Shape } from '../../../components/part/part.tsx';
import { useKeys } from '../../../lib/keys.ts';
import { NOTHING, useSelection } from '../../../lib/use-selection.ts';
import { writeCountOf } from '../../../lib/format/numbers.ts';
import { HeadActions } from '../dialogs/run-actions.tsx';
import { RunFacts, RunTabs, RunVerdict } from '../run-head.tsx';
import { isUnderWay } from '../run-words.tsx';
import { BelowCases } from './below-cases.tsx';
import { decidedColumns, liveColumns, undecidedColumns } from './case-columns.tsx';
import { CaseFilterBar } from './case-filters.tsx';
import { CaseInspector } from './case-inspector.tsx';
import { CasesWords, StopNote } from './cases-words.tsx';
import { LiveProgress } from './live-progress.tsx';
import { markOfCase } from './trial-marks.ts';
import { rowIdOf, useCasesInOrder, useSortedCases, type CaseFilters, type RunCases } from './use-run-cases.ts';
import { useReadOrder } from './use-read-order.ts';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

/** The cases of a run. Operations: listEvalRunCases, listEvalCaseEvaluations, getEvalRunGate, compareEvalRun. */
export function CasesTab({ run }: { run: EvalRun }) {
  // A list that was opened while the run went on keeps its order after the end, until the reader asks.
  const [wasLive, setLive] = useState(isUnderWay(run));
  return wasLive ? <LiveCases run={run} onSort={() => setLive(false)} /> : <DecidedCases run={run} />;
}

function useFilters(): CaseFilters {
  const { outcome = [], stage, assertion, model, leftOut, q } = route.useSearch();
  return { outcome, stage, assertion, model, leftOut, q };
}

function DecidedCases({ run }: { run: EvalRun }) {
  const { projectId, runId } = route.useParams();
  const filters = useFilters();
  const cases = useSortedCases(projectId, runId, filters);
  const onlyUndecided = filters.outcome.length === 1 && filters.outcome[0] === 'undecided';
  const navigate = useNavigate({ from: '/p/$projectId/runs/$runId' });
  useKeys(
    run.trials.excluded + run.trials.skipped > 0
      ? [
          {
            keys: ['u'],
            label: 'only undecided',
            run: () =>
              void navigate({
                search: (old) => ({ ...old, outcome: onlyUndecided ? undefined : ['undecided'] }),
                replace: true,
              }),
          },
        ]
      : [],
  );
  return (
    <>
      <RunVerdict run={run} more={<CasesWords counts={cases.counts} />} actions={<HeadActions run={run} />} />
      {run.stopped ? <StopNote run={run} /> : <RunFacts run={run} />}
      <RunTabs run={run} cases={cases.counts?.total} />
      <CaseFilterBar run={run} counts={cases.counts} sorted={onlyUndecided ? undefined : 'sorted: failed first'} />
      <CaseList run={run} cases={cases} rows={cases.rows} look={onlyUndecided ? 'undecided' : 'decided'} />
      <BelowCases run={run} />
    </>
  );
}

function LiveCases({ run, onSort }: { run: EvalRun; onSort: () => void }) {
  const { projectId, runId } = route.useParams();
  const isOver = !isUnderWay(run);
  const cases = useCasesInOrder(projectId, runId, useFilters(), !isOver);
  const { rows, moved, reorder } = useReadOrder(cases.rows, run.id);
  const [follows, follow] = useState(false);
  const isFollowing = follows && !isOver;
  useKeys(isOver ? [] : [{ keys: ['F'], label: 'follow what runs', run: () => follow(!follows) }]);
  return (
    <>
      <RunVerdict
        run={run}
        more={<CasesWords counts={isOver ? cases.counts : undefined} />}
        actions={
          <>
            {!isOver && (
              <Button keyHint="F" aria-pressed={isFollowing} onClick={() => follow(!follows)}>
                {isFollowing ? 'Following' : 'Follow'}
              </Button>
            )}
            <HeadActions run={run} />
          </>
        }
      />
      <LiveProgress run={run} running={cases.running} />
      <RunTabs run={run} cases={cases.counts?.total} />
      <CaseFilterBar run={run} counts={cases.counts} sorted="rows keep their places while you read" />
      {(moved > 0 || isOver) && (
        <p className="small hidden-note" role="status">
          {moved > 0 && `${writeCountOf(moved, 'row')} moved, `}
          <Button look="link" onClick={isOver ? onSort : reorder}>
            show the new order
          </Button>
        </p>
      )}
      <CaseList
        run={run}
        cases={cases}
        rows={rows}
        look="live"
        followed={isFollowing ? rows.findLast((row) => markOfCase(row) === 'running') : undefined}
        onChoose={() => follow(false)}
      />
    </>
  );
}

function CaseList({
  run,
  cases,
  rows,
  look,
  followed,
  onChoose,
}: {
  run: EvalRun;
  cases: RunCases;
  rows: EvalRunCase[];
  look: 'decided' | 'live' | 'undecided';
  /** The case that the list shows while the reader follows what runs. */
  followed?: EvalRunCase | undefined;
  /** The reader chose a case. */
  onChoose?: () => void;
}) {
  const { projectId, runId } = route.useParams();
  const { sel } = route.useSearch();
  const navigate = useNavigate({ from: '/p/$projectId/runs/$runId' });
  const byModel = Object.keys(cases.counts?.model ?? {}).length > 1;
  const idOf = (row: EvalRunCase) => rowIdOf(row, byModel);
  const line = run.minimumAccuracy === null ? undefined : run.minimumAccuracy / 100;
  const chosen = useSelection(sel, look === 'live' ? undefined : rows[0] && idOf(rows[0]));
  const selected = followed ? idOf(followed) : chosen;
  const row = rows.find((each) => idOf(each) === selected);
  const select = (id: string | undefined): void => {
    onChoose?.();
    void navigate({ search: (old) => ({ ...old, sel: id, k: undefined }), replace: true });
  };
  useEffect(() => {
    if (followed)
      document.querySelector(`[data-row="${CSS.escape(idOf(followed))}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [followed && idOf(followed)]);
  /** Opens the trial that the inspector shows, at its evidence. */
  const openShown = useRef<() => void>(undefined);
  const open = (each: EvalRunCase): void => {
    if (each === row && openShown.current) openShown.current();
    else if (each.iterationId !== null)
      void navigate({
        to: '/p/$projectId/runs/$runId/i/$iterationId',
        params: { projectId, runId, iterationId: each.iterationId },
        search: {},
      });
  };
  if (cases.error) return <PartError error={cases.error} what="cases" onAgain={cases.refetch} />;
  if (cases.isLoading && rows.length === 0) return <Shape rows={8} what="cases" />;
  const columns = {
    decided: decidedColumns(line, byModel),
    live: liveColumns(line, byModel),
    undecided: undecidedColumns(byModel),
  };
  return (
    <>
      {sel !== undefined && sel !== NOTHING && !row && !cases.more && (
        <p className="small muted hidden-note">The chosen case is hidden by a filter.</p>
      )}
      {rows.length === 0 ? (
        <NoneMatch total={cases.counts?.total ?? 0} />
      ) : (
        <div className="run-cases">
          <ListWithInspector
            list={
              <DataTable
                label="Cases"
                noun="case"
                opens="trace"
                columns={columns[look]}
                groups={[{ id: 'all', head: undefined, rows }]}
                idOf={idOf}
                selected={selected}
                onSelect={(each) => select(idOf(each))}
                onOpen={open}
                isStale={cases.isStale}
                onEnd={cases.more}
              />
            }
            inspector={row && <CaseInspector run={run} row={row} opens={openShown} onClose={() => select(NOTHING)} />}
          />
        </div>
      )}
    </>
  );
}

function NoneMatch({ total }: { total: number }) {
  const navigate = useNavigate({ from: '/p/$projectId/runs/$runId' });
  if (total === 0) return <Note kind="note" title="The run has no case yet" />;
  return (
    <Note
      kind="note"
      title="No case matches the filters"
      action={
        <Button
          look="link"
          onClick={() => {
            void navigate({ search: ({ tab }) => ({ tab }), replace: true });
          }}
        >
          remove them: {writeCountOf(total, 'case')}
        </Button>
      }
    />
  );
}
