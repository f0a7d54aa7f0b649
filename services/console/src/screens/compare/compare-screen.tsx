import './compare.css';
import { useMemo, useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { given } from '@assay/contract/given';
import { Problem, type EvalRunCompare } from '@assay/sdk';
import { Button } from '../../components/button/button.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { Page } from '../../components/page/page.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { useOperation, usePages } from '../../data/operations.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { BaselineDialog } from './baseline-dialog.tsx';
import { caseColumns } from './case-columns.tsx';
import { caseGroups, isSame, type CaseGroup, type ComparedCase } from './case-groups.ts';
import { CompareAside } from './compare-aside.tsx';
import { CompareVerdict } from './compare-verdict.tsx';
import { SideBySide } from './side-by-side.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId/compare');
/** Cases of one request. */
const PAGE = 500;

/**
 * A run beside its baseline, case by case. Operations: compareEvalRun, getEvalRun (its suite and servers),
 * listEvalSuiteRuns (another baseline); getEvalIteration and getEvalIterationTrace of both sides of the selected case.
 */
export function CompareScreen() {
  const { projectId, runId } = route.useParams();
  const { base } = route.useSearch();
  const params = { projectId, runId };
  const compared = usePages('compareEvalRun', params, { limit: PAGE, ...given({ baseRunId: base }) });
  const { error, refetch, first, items, hasNextPage, fetchNextPage } = compared;
  const isWithoutBase = error instanceof Problem && error.details?.['reason'] === 'BASELINE_NOT_FOUND';
  if (isWithoutBase) return <WithoutBaseline message={error.message} />;
  return (
    <ObjectPage of={{ data: first && items && { ...first, cases: items }, error, refetch }} what="comparison">
      {(data) => <Compared compared={data} onEnd={hasNextPage ? () => void fetchNextPage() : undefined} />}
    </ObjectPage>
  );
}

function Compared({ compared, onEnd }: { compared: EvalRunCompare; onEnd: (() => void) | undefined }) {
  const { projectId, runId } = route.useParams();
  const search = route.useSearch();
  const { only = 'differences' } = search;
  const navigate = route.useNavigate();
  const [isPicking, setPicking] = useState(false);
  const isSwapped = search.side === 'swapped';
  const run = useOperation('getEvalRun', { projectId, runId });
  const groups = useMemo(() => caseGroups(compared.cases), [compared.cases]);
  const columns = useMemo(() => caseColumns(compared), [compared.baseRun, compared.compareRun]);
  const all = groups.flatMap(({ cases }) => cases);
  const selected = all.find(({ caseKey }) => caseKey === search.sel) ?? all[0];
  const set = (change: { [Name in keyof typeof search]?: (typeof search)[Name] | undefined }): void =>
    void navigate({ search: (old) => given({ ...old, ...change }), replace: true });
  const isFolded = (group: CaseGroup): boolean =>
    only === 'differences' && isSame(group) && search.group !== group.id && groups.length > 1;
  const openTrace = ({ compare, base }: ComparedCase): void => {
    const iterationId = compare.representativeIterationId ?? base.representativeIterationId;
    if (iterationId === null) return;
    const of = compare.representativeIterationId === null ? compared.baseRun.id : compared.compareRun.id;
    void navigate({ to: '/p/$projectId/runs/$runId/i/$iterationId', params: { projectId, runId: of, iterationId } });
  };
  const total = Object.values(compared.caseCounts).reduce((sum, count) => sum + (count ?? 0), 0);
  const { baseRun, compareRun, suite } = compared;
  const title = `Run ${compareRun.runNumber} against run ${baseRun.runNumber}`;
  return (
    <Page
      title={title}
      crumbs={[
        {
          text: suite.name,
          to: { to: '/p/$projectId/suites/$suiteId', params: { projectId, suiteId: suite.id } },
        },
        { text: title },
      ]}
      request={{ operation: 'compareEvalRun', params: { projectId, runId }, query: { baseRunId: baseRun.id } }}
      keys={[
        { keys: ['s'], label: 'swap sides', run: () => set({ side: isSwapped ? undefined : 'swapped' }) },
        {
          keys: ['d'],
          label: 'only differences',
          run: () => set({ only: only === 'differences' ? 'all' : undefined }),
        },
        { keys: ['B'], run: () => setPicking(true) },
      ]}
    >
      <CompareVerdict
        compared={compared}
        actions={
          <>
            <Segments
              label="Cases"
              value={only}
              onChange={(value) => set({ only: value === 'all' ? 'all' : undefined })}
              options={[
                ['differences', 'Only differences'],
                ['all', `All ${writeCount(total)}`],
              ]}
            />
            <Button keyHint="B" onClick={() => setPicking(true)}>
              Pick another baseline
            </Button>
          </>
        }
      />
      <div className="compare-columns">
        <div>
          <div className="frame">
            <DataTable
              label="Cases of both runs"
              noun="case"
              opens="trace"
              hasFilters={false}
              columns={columns}
              groups={groups.map((group) => ({
                id: group.id,
                head: <GroupHead group={group} isFolded={isFolded(group)} onShow={() => set({ group: group.id })} />,
                rows: group.cases,
                isFolded: isFolded(group),
              }))}
              idOf={({ caseKey }) => caseKey}
              selected={selected?.caseKey}
              onSelect={({ caseKey }) => set({ sel: caseKey })}
              onOpen={openTrace}
              onEnd={onEnd}
            />
          </div>
          {selected && (
            <SideBySide
              key={selected.caseKey}
              projectId={projectId}
              compared={compared}
              of={selected}
              isSwapped={isSwapped}
            />
          )}
        </div>
        <CompareAside projectId={projectId} compared={compared} run={run.data} />
      </div>
      {isPicking && (
        <BaselineDialog
          projectId={projectId}
          suiteId={suite.id}
          runId={runId}
          onClose={() => setPicking(false)}
          onChoose={(base) => {
            setPicking(false);
            void navigate({ search: { base } });
          }}
        />
      )}
    </Page>
  );
}

const GroupHead = ({ group, isFolded, onShow }: { group: CaseGroup; isFolded: boolean; onShow: () => void }) => (
  <>
    {group.word} <span className="faint">{writeCountOf(group.cases.length, 'case')}</span>{' '}
    {isFolded && (
      <button type="button" className="link" onClick={onShow}>
        show
      </button>
    )}
  </>
);

/** A run that has no baseline: the reader names one. */
function WithoutBaseline({ message }: { message: string }) {
  const { projectId, runId } = route.useParams();
  const navigate = route.useNavigate();
  const run = useOperation('getEvalRun', { projectId, runId });
  const [isPicking, setPicking] = useState(false);
  return (
    <ObjectPage of={run} what="run">
      {({ suiteId, suiteName, runNumber }) => (
        <Page
          title={`Run ${runNumber} without a baseline`}
          crumbs={[
            { text: suiteName, to: { to: '/p/$projectId/suites/$suiteId', params: { projectId, suiteId } } },
            { text: `Run ${runNumber} against another run` },
          ]}
          request={{ operation: 'compareEvalRun', params: { projectId, runId } }}
        >
          <Empty
            title="There is no run to compare with"
            actions={<Button onClick={() => setPicking(true)}>Pick a baseline</Button>}
          >
            {message}
          </Empty>
          {isPicking && (
            <BaselineDialog
              projectId={projectId}
              suiteId={suiteId}
              runId={runId}
              onClose={() => setPicking(false)}
              onChoose={(base) => void navigate({ search: { base } })}
            />
          )}
        </Page>
      )}
    </ObjectPage>
  );
}
