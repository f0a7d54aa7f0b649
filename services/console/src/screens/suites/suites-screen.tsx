import './suites.css';
import { useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { PageWithInspector } from '../../components/inspector/inspector.tsx';
import { Page } from '../../components/page/page.tsx';
import { Part } from '../../components/part/part.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { useHeldIds } from '../../data/held-delete.ts';
import { usePages } from '../../data/operations.ts';
import { useMayWrite } from '../../data/project-role.ts';
import { useMemberNames } from '../../data/use-members.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { changeSearch } from '../../lib/search.ts';
import { FailureCauses } from './failure-causes.tsx';
import { NewSuite } from './new-suite.tsx';
import { ProjectSchedules } from './project-schedules.tsx';
import { suiteColumns, type ListedSuite } from './suite-columns.tsx';
import { SuiteFilters, suiteQuery, type Search } from './suite-filters.tsx';
import { SuiteInspector } from './suite-inspector.tsx';
import { suitesVerdict, SuitesWhy } from './suites-verdict.tsx';

const route = getRouteApi('/shell/p/$projectId/suites');
const SORTS = ['verdict', 'passRate', 'flaky', 'latestRun', 'name', 'newest'] as const;

/**
 * The suites of a project: what fails, since when, and why. Operations: listEvalSuites, listEvalFailureCauses,
 * listProjectSchedules, listProjectMembers; of the inspector listEvalRunCases and getEvalSuite.
 */
export function SuitesScreen() {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isMaking, setMaking] = useState(false);
  const held = useHeldIds();
  const mayWrite = useMayWrite(projectId);
  const nameOf = useMemberNames(projectId);
  const query = suiteQuery(search);
  const suites = usePages('listEvalSuites', { projectId }, query, { keepsRows: true });
  const items = suites.items?.filter(({ id }) => !held.has(id)) ?? [];
  const counts = suites.first?.counts;
  const isFiltered = Object.keys(query).some((name) => name !== 'sort');
  const selected = items.find(({ id }) => id === search.sel);
  const select = (sel: string | undefined): void =>
    void navigate({ search: changeSearch<Search>({ sel }), replace: true });
  const open = ({ id: suiteId }: ListedSuite): void =>
    void navigate({ to: '/p/$projectId/suites/$suiteId', params: { projectId, suiteId } });
  const nextSort = (): void => {
    const next = SORTS[(SORTS.indexOf(query.sort) + 1) % SORTS.length]!;
    void navigate({ search: changeSearch<Search>({ sort: next === SORTS[0] ? undefined : next }), replace: true });
  };
  const launch = (): void => {
    const suite = selected ?? items[0];
    if (suite && suite.archivedAt === undefined)
      void navigate({ to: '/p/$projectId/suites/$suiteId/launch', params: { projectId, suiteId: suite.id } });
  };
  const isEmpty = suites.data !== undefined && items.length === 0 && !isFiltered && (counts?.archived ?? 0) === 0;
  return (
    <Page
      title="Suites"
      crumbs={[{ text: 'Suites' }]}
      request={{ operation: 'listEvalSuites', params: { projectId }, query }}
      keys={[
        ...(mayWrite
          ? [
              { keys: ['l'], label: 'launch', run: launch },
              { keys: ['n'], label: 'new', run: () => setMaking(true) },
            ]
          : []),
        { keys: ['s'], label: 'sort', run: nextSort },
      ]}
    >
      <Verdict
        {...suitesVerdict(items, counts?.total ?? 0, isFiltered)}
        why={items.length > 0 ? <SuitesWhy suites={items} /> : undefined}
        actions={
          mayWrite && (
            <>
              <ButtonLink to="/p/$projectId/suites/import" params={{ projectId }}>
                Import a file
              </ButtonLink>
              <Button icon="plus" keyHint="n" onClick={() => setMaking(true)}>
                New suite
              </Button>
            </>
          )
        }
      />
      {isMaking && <NewSuite projectId={projectId} onClose={() => setMaking(false)} />}
      {isEmpty ? (
        <Empty
          title="No suite yet"
          command={'npx assay suite draft --server <name>'}
          actions={
            mayWrite && (
              <Button look="primary" onClick={() => setMaking(true)}>
                New suite
              </Button>
            )
          }
        >
          A suite is a list of cases that are tried together, with the line that their trials have to reach.
        </Empty>
      ) : (
        <>
          <SuiteFilters projectId={projectId} search={search} counts={counts} sort={query.sort} />
          <PageWithInspector
            inspector={
              selected && (
                <SuiteInspector key={selected.id} suite={selected} nameOf={nameOf} onClose={() => select(undefined)} />
              )
            }
          >
            <Part of={suites} what="suites" rows={4}>
              {() =>
                items.length === 0 ? (
                  <p className="frame none-match">
                    No suite matches. Without filters there would be {writeCountOf(totalOf(counts), 'suite')}.{' '}
                    <Button small onClick={() => void navigate({ search: {}, replace: true })}>
                      Remove the filters
                    </Button>
                  </p>
                ) : (
                  <>
                    <div className={`frame suites-list${selected ? ' beside' : ''}`}>
                      <DataTable
                        label="Suites"
                        noun="suite"
                        columns={suiteColumns(projectId, nameOf)}
                        groups={[{ id: 'all', head: undefined, rows: items }]}
                        idOf={({ id }) => id}
                        selected={search.sel}
                        onSelect={({ id }) => select(id)}
                        onOpen={open}
                        isStale={suites.isPlaceholderData}
                        onEnd={suites.hasNextPage ? () => void suites.fetchNextPage() : undefined}
                      />
                    </div>
                    <p className="small faint list-foot">
                      {suites.hasNextPage
                        ? `The first ${items.length} suites.`
                        : `All ${writeCountOf(items.length, 'suite')}.`}{' '}
                      Counts are of the last run that ended; a lozenge behind a schedule counts its ticks without a
                      verdict, in a row.
                    </p>
                    <FailureCauses projectId={projectId} suites={items} />
                    <ProjectSchedules projectId={projectId} />
                  </>
                )
              }
            </Part>
          </PageWithInspector>
        </>
      )}
    </Page>
  );
}

const totalOf = (counts: { verdict: Record<string, number> } | undefined): number =>
  Object.values(counts?.verdict ?? {}).reduce((sum, count) => sum + count, 0);
