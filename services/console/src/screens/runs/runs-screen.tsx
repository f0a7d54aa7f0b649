import './runs-screen.css';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EvalRun, EvalRunListPage } from '@assay/sdk';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { ListWithInspector } from '../../components/inspector/inspector.tsx';
import { Page } from '../../components/page/page.tsx';
import { Note } from '../../components/note/note.tsx';
import { Part } from '../../components/part/part.tsx';
import { useMayWrite } from '../../data/project-role.ts';
import { pagesQuery } from '../../data/operations.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { isUnderWay } from '../run/run-words.tsx';
import { runColumns } from './run-columns.tsx';
import { RunFilters } from './run-filters.tsx';
import { RunInspector } from './run-inspector.tsx';
import { momentOf } from './since.ts';

const route = getRouteApi('/shell/p/$projectId/runs');
/** Runs under way are read again after this time, in milliseconds. */
const LIVE_MS = 3_000;
const NO_RUN: ReadonlySet<string> = new Set();

/** The search of the list as the API has it. */
function useListQuery() {
  const { suite, verdict, status, source, since, until, branch, commit, environment, model, group, q } =
    route.useSearch();
  const [opened] = useState(Date.now);
  return {
    suiteId: suite,
    verdict: verdict && verdict.join(','),
    status,
    source,
    since: momentOf(since, opened),
    until: momentOf(until, opened),
    branch,
    commit,
    environmentId: environment,
    model,
    runGroupId: group,
    q,
  };
}

/** The runs of a project, the newest first. Operations: listEvalRuns, listEvalSuites, listEnvironments. */
export function RunsScreen() {
  const { projectId } = route.useParams();
  const { sel, suite } = route.useSearch();
  const navigate = useNavigate({ from: '/p/$projectId/runs' });
  const query = useListQuery();
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  const asked = useInfiniteQuery({
    ...pagesQuery('listEvalRuns', { projectId }, { ...query, counts: true, limit: 50 }),
    placeholderData: (old) => old,
    refetchInterval: ({ state }) =>
      (state.data as { pages: EvalRunListPage[] } | undefined)?.pages.some(({ items }) => items.some(isUnderWay))
        ? LIVE_MS
        : false,
  });
  const runs = asked.data?.pages.flatMap(({ items }) => items);
  const counts = asked.data?.pages[0]?.counts;
  const [chosen, choose] = useState(NO_RUN);
  const selected = runs?.find(({ id }) => id === sel);
  const select = (id: string | undefined): void => {
    void navigate({ search: (old) => ({ ...old, sel: id }), replace: true });
  };
  const two = runs?.filter(({ id }) => chosen.has(id)) ?? [];
  const compare = (): void => {
    const [newer, older] = two;
    if (two.length === 2)
      void navigate({
        to: '/p/$projectId/runs/$runId/compare',
        params: { projectId, runId: newer!.id },
        search: { base: older!.id },
      });
  };
  return (
    <Page
      title="Runs"
      crumbs={[{ text: 'Runs' }]}
      request={{ operation: 'listEvalRuns', params: { projectId }, query: { ...query } }}
      keys={[{ keys: ['C'], label: 'compare two', run: compare }]}
    >
      <div className="title">
        <h1>Runs</h1>
        <span className="push runs-title-actions">
          <Button
            keyHint="C"
            disabled={two.length !== 2 || two[0]!.suiteId !== two[1]!.suiteId}
            title={two.length === 2 ? 'Runs of two suites cannot be compared' : 'Choose two runs of one suite'}
            onClick={compare}
          >
            Compare{chosen.size > 0 && ` ${chosen.size}`}
          </Button>
          <LaunchLink suiteId={suite} />
        </span>
      </div>
      <RunFilters
        counts={counts}
        runs={runs ?? []}
        about={`newest first${chosen.size > 0 ? ` · ${chosen.size} selected` : ''}`}
      />
      <Part of={{ ...asked, data: runs }} what="runs" rows={10}>
        {(all) =>
          all.length === 0 ? (
            <NoRuns isFiltered={isFiltered} />
          ) : (
            <div className="runs-list">
              <ListWithInspector
                list={
                  <DataTable
                    label="Runs"
                    noun="run"
                    columns={runColumns({ withSuite: suite === undefined, isNarrow: selected !== undefined })}
                    groups={[{ id: 'all', head: undefined, rows: all }]}
                    idOf={({ id }) => id}
                    selected={sel}
                    onSelect={({ id }) => select(id)}
                    onOpen={({ id: runId }) =>
                      void navigate({ to: '/p/$projectId/runs/$runId', params: { projectId, runId }, search: {} })
                    }
                    chosen={chosen}
                    onChoose={choose}
                    isStale={asked.isPlaceholderData}
                    onEnd={
                      asked.hasNextPage && !asked.isFetchingNextPage ? () => void asked.fetchNextPage() : undefined
                    }
                  />
                }
                inspector={selected && <RunInspector run={selected} onClose={() => select(undefined)} />}
              />
              <p className="small faint runs-end">{endText(all, counts, asked.hasNextPage)}</p>
            </div>
          )
        }
      </Part>
    </Page>
  );
}

function endText(runs: readonly EvalRun[], counts: EvalRunListPage['counts'], hasMore: boolean): string {
  if (!hasMore) return `All ${writeCountOf(runs.length, 'run')}.`;
  return counts
    ? `${writeCount(runs.length)} of ${counts.isAtLeast ? 'at least ' : ''}${writeCountOf(counts.total, 'run')}.`
    : '';
}

/** A launch is of a suite: of the one that the list is filtered by, or of one that is chosen first. */
function LaunchLink({ suiteId }: { suiteId: string | undefined }) {
  const { projectId } = route.useParams();
  if (!useMayWrite(projectId)) return null;
  return suiteId === undefined ? (
    <ButtonLink look="primary" icon="run" to="/p/$projectId/suites" params={{ projectId }} search={{}}>
      Launch
    </ButtonLink>
  ) : (
    <ButtonLink
      look="primary"
      icon="run"
      to="/p/$projectId/suites/$suiteId/launch"
      params={{ projectId, suiteId }}
      search={{}}
    >
      Launch
    </ButtonLink>
  );
}

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  const { projectId } = route.useParams();
  const navigate = useNavigate({ from: '/p/$projectId/runs' });
  if (isFiltered)
    return (
      <Note
        kind="note"
        title="No run matches the filters"
        action={
          <Button small onClick={() => void navigate({ search: {}, replace: true })}>
            Remove them
          </Button>
        }
      />
    );
  return (
    <Empty
      title="No run yet"
      command="assay run <suite>"
      actions={
        <ButtonLink look="primary" to="/p/$projectId/suites" params={{ projectId }} search={{}}>
          Choose a suite to launch
        </ButtonLink>
      }
    >
      A run tries the cases of a suite against its servers, and decides whether enough of them pass.
    </Empty>
  );
}
