import './servers-screen.css';
import { useState } from 'react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { given } from '@assay/contract/given';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { PageWithInspector } from '../../components/inspector/inspector.tsx';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { Page } from '../../components/page/page.tsx';
import { useProjectCrumb } from '../../components/page/use-project-crumb.ts';
import { pagesQuery, useOperation } from '../../data/operations.ts';
import { useMayWrite } from '../../data/project-role.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import type { KeyBinding } from '../../lib/keys.ts';
import { ServerChanges } from './server-changes.tsx';
import { ServerDays } from './server-days.tsx';
import { ServerInspector } from './server-inspector.tsx';
import { stateOf, type ListedServer } from './server-words.ts';
import { ServersEmpty } from './servers-empty.tsx';
import { ServersFilters } from './servers-filters.tsx';
import { ServersList } from './servers-list.tsx';
import { SelectionBar, SelectionInspector } from './servers-selection.tsx';
import { ServersVerdict } from './servers-verdict.tsx';
import { NOTHING, useSelection } from '../../lib/use-selection.ts';
import { useDiagnose } from './use-diagnose.ts';

const route = getRouteApi('/shell/p/$projectId/servers');
/** Servers per request. */
const PAGE = 100;

/**
 * The servers of a project: which of them stops work, why, and what to do now. Operations: listProjectServers,
 * countServerUses, listServerChanges, listServerDays, getProjectServer, getServerUses, runDoctor, updateProjectServer.
 */
export function ServersScreen() {
  const { projectId } = route.useParams();
  const { q, state, tag, transport, signIn } = route.useSearch();
  const filters = { q, state, tag, transport, signIn };
  const query = { ...given(filters), sort: 'state', counts: true, limit: PAGE };
  const all = useOperation('listProjectServers', { projectId }, { sort: 'state', counts: true, limit: PAGE });
  const pages = useInfiniteQuery({
    ...pagesQuery('listProjectServers', { projectId }, query),
    placeholderData: keepPreviousData,
  });
  return (
    <ObjectPage of={all} what="servers">
      {({ counts, items }) => (
        <Servers
          projectId={projectId}
          overall={{ counts: counts!, worst: items }}
          servers={
            pages.data?.pages.flatMap((page) => page.items) ?? (Object.values(filters).some(Boolean) ? [] : items)
          }
          counts={pages.data?.pages[0]?.counts ?? counts!}
          isStale={pages.isPlaceholderData}
          onEnd={pages.hasNextPage && !pages.isFetchingNextPage ? () => void pages.fetchNextPage() : undefined}
        />
      )}
    </ObjectPage>
  );
}

type Counts = Parameters<typeof ServersVerdict>[0]['counts'];

function Servers({
  projectId,
  overall,
  servers,
  counts,
  isStale,
  onEnd,
}: {
  projectId: string;
  overall: { counts: Counts; worst: readonly ListedServer[] };
  servers: readonly ListedServer[];
  counts: Counts;
  isStale: boolean;
  onEnd: (() => void) | undefined;
}) {
  const { q = '', state, tag, transport, signIn, sel } = route.useSearch();
  const search = route.useNavigate();
  const navigate = useNavigate();
  const mayWrite = useMayWrite(projectId);
  const { running, diagnose } = useDiagnose(projectId);
  const inProject = useProjectCrumb(projectId);
  const [chosen, setChosen] = useState<ReadonlyMap<string, ListedServer>>(new Map());
  const counted = useOperation('countServerUses', { projectId });
  const uses = counted.data && new Map(counted.data.items.map(({ serverId, count }) => [serverId, count]));
  const isFiltered =
    q !== '' || state !== undefined || tag !== undefined || transport !== undefined || signIn !== undefined;
  const selected = useSelection(sel, servers[0]?.id);
  const listed = servers.find(({ id }) => id === selected) ?? overall.worst.find(({ id }) => id === selected);
  const chosenNow = [...chosen.keys()].map((id) => servers.find((server) => server.id === id) ?? chosen.get(id)!);
  const shown = chosenNow.filter(({ id }) => servers.some((server) => server.id === id));

  const set = (
    changes: Partial<Record<'q' | 'state' | 'tag' | 'transport' | 'signIn' | 'sel', string | undefined>>,
  ): void => void search({ search: (old) => ({ ...old, ...changes }) as typeof old, replace: true });
  const choose = (ids: ReadonlySet<string>): void =>
    setChosen(
      (before) =>
        new Map(
          [...ids].flatMap((id) => {
            const server = servers.find((one) => one.id === id) ?? before.get(id);
            return server ? [[id, server] as const] : [];
          }),
        ),
    );
  const add = (): void => void navigate({ to: '/p/$projectId/start', params: { projectId } });
  const diagnoseAll = (): void => diagnose(overall.worst.map(({ id }) => id));
  const keys: KeyBinding[] = mayWrite
    ? [
        // With chosen servers, `d` is the key of their bar.
        ...(chosen.size === 0 ? [{ keys: ['d'], label: 'diagnose', run: () => listed && diagnose([listed.id]) }] : []),
        { keys: ['n'], label: 'add', run: add },
        { keys: ['D'], run: diagnoseAll },
      ]
    : [];
  const isOne = overall.counts.total === 1;
  return (
    <Page
      title="Servers"
      crumbs={[inProject, { text: 'Servers' }]}
      keys={keys}
      request={{
        operation: 'listProjectServers',
        params: { projectId },
        query: given({ q: q || undefined, state, tag, transport, signIn, sort: 'state' }),
      }}
    >
      {overall.counts.total === 0 ? (
        <ServersEmpty projectId={projectId} mayWrite={mayWrite} />
      ) : (
        <>
          <ServersVerdict
            {...overall}
            actions={
              mayWrite && (
                <>
                  <Button keyHint="D" disabled={running.size > 0} onClick={diagnoseAll}>
                    {running.size > 0 ? `Diagnosing ${running.size}…` : 'Diagnose all'}
                  </Button>
                  <ButtonLink icon="plus" keyHint="n" to="/p/$projectId/start" params={{ projectId }}>
                    Add a server
                  </ButtonLink>
                </>
              )
            }
          />
          <ServersFilters
            asked={{ q, state, tag, transport, signIn }}
            counts={counts}
            hasGroups={!isOne}
            onChange={set}
          />
          <PageWithInspector
            inspector={
              chosen.size > 1 ? (
                <SelectionInspector
                  servers={chosenNow}
                  uses={uses}
                  onDiagnose={() => diagnose([...chosen.keys()])}
                  onClose={() => setChosen(new Map())}
                />
              ) : (
                listed && (
                  <ServerInspector
                    key={listed.id}
                    listed={listed}
                    mayWrite={mayWrite}
                    isDiagnosing={running.has(listed.id)}
                    onDiagnose={() => diagnose([listed.id])}
                    onClose={() => set({ sel: NOTHING })}
                  />
                )
              )
            }
          >
            {chosen.size > 0 && (
              <div className="frame servers-bulk-frame">
                <SelectionBar
                  projectId={projectId}
                  servers={shown}
                  hiddenCount={chosen.size - shown.length}
                  onDiagnose={() => diagnose([...chosen.keys()])}
                  onClear={() => setChosen(new Map())}
                />
              </div>
            )}
            {servers.length === 0 && isFiltered && !isStale ? (
              <NoMatch
                total={overall.counts.total}
                onClear={() =>
                  set({ q: undefined, state: undefined, tag: undefined, transport: undefined, signIn: undefined })
                }
              />
            ) : (
              <ServersList
                {...{ servers, counts, uses, isStale, running, state, onEnd }}
                selected={selected}
                chosen={new Set(chosen.keys())}
                onSelect={({ id }) => set({ sel: id })}
                onOpen={({ id }) =>
                  void navigate({ to: '/p/$projectId/servers/$serverId', params: { projectId, serverId: id } })
                }
                onChoose={mayWrite ? choose : undefined}
              />
            )}
            <p className="list-foot">
              {isFiltered
                ? `${writeCountOf(counts.total, 'server')} of ${overall.counts.total}`
                : `All ${writeCountOf(overall.counts.total, 'server')}`}
              , as they were last diagnosed. “Over” is the transport, “took” that diagnosis; “breaks” counts breaking
              changes since the previous release, “used” the suites, environments, journeys and studies.
              {listed && !servers.some(({ id }) => id === listed.id) && ' The chosen server is hidden by a filter.'}
            </p>
            <ServerChanges projectId={projectId} />
            <ServerDays
              projectId={projectId}
              servers={servers.filter((server) => stateOf(server) !== 'unknown' || servers.length < 20)}
            />
          </PageWithInspector>
        </>
      )}
    </Page>
  );
}

const NoMatch = ({ total, onClear }: { total: number; onClear: () => void }) => (
  <section className="frame empty">
    <h2>No server matches</h2>
    <p className="muted">The filters leave none of {writeCountOf(total, 'server')}.</p>
    <div className="row">
      <Button look="primary" onClick={onClear}>
        Clear all filters
      </Button>
    </div>
  </section>
);
