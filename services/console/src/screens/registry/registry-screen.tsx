import './registry-screen.css';
import '../../components/code/code.css';
import '../servers/servers-screen.css';
import { useEffect } from 'react';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { given } from '@assay/contract/given';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Chip, FilterBar, FilterGap, SearchFilter } from '../../components/filter-bar/filter-bar.tsx';
import { MenuChip } from '../../components/filter-bar/menu-chip.tsx';
import { PageWithInspector } from '../../components/inspector/inspector.tsx';
import { Note } from '../../components/note/note.tsx';
import { Page } from '../../components/page/page.tsx';
import { useProjectCrumb } from '../../components/page/use-project-crumb.ts';
import { PartError, Shape } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { pagesQuery, useOperation } from '../../data/operations.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { NOTHING, useSelection } from '../../lib/use-selection.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { RegistryInspector } from './registry-inspector.tsx';
import { InstalledServers, RegistrySources } from './registry-sections.tsx';
import type { PublishedServer } from './registry-words.tsx';
import { registryColumns } from './registry-columns.tsx';

const route = getRouteApi('/shell/p/$projectId/registry');
/** How long typing rests before the sources are asked, in milliseconds. */
const REST_MS = 300;
const PAGE = 30;

/**
 * Servers of registries, to be installed: what an install would do, before it does it. Operations: listDirectoryServers,
 * listDirectorySources, listRegistryConnections, getDirectoryServer, diagnoseAddress, previewDirectoryInstall,
 * installDirectoryServer.
 */
export function RegistryScreen() {
  const { projectId } = route.useParams();
  const { q = '', source, reached, verified, sel } = route.useSearch();
  const search = route.useNavigate();
  const navigate = useNavigate();
  const set = (changes: Record<string, string | true | undefined>): void =>
    void search({ search: (old) => ({ ...old, ...changes }), replace: true });
  const asked = useSettled(q, REST_MS);
  const query = {
    limit: PAGE,
    emptyIfUnreachable: true,
    ...given({
      q: asked || undefined,
      source,
      rowType: reached === 'address' ? ('remote' as const) : undefined,
      endpointKind: reached === 'command' ? ('stdio' as const) : undefined,
      verifiedTier: verified ? ('domain' as const) : undefined,
    }),
  };
  const pages = useInfiniteQuery({
    ...pagesQuery('listDirectoryServers', {}, query),
    placeholderData: keepPreviousData,
  });
  const sources = useOperation('listDirectorySources', {});
  const cache = useQueryClient();
  const inProject = useProjectCrumb(projectId);
  // A search is an answer of the sources: their ages are read anew.
  useEffect(() => void cache.invalidateQueries({ queryKey: ['listDirectorySources'] }), [cache, pages.dataUpdatedAt]);
  const found = pages.data?.pages.flatMap(({ items }) => items);
  const unreachable = [
    ...new Set(pages.data?.pages.flatMap(({ unreachableSources = [] }) => unreachableSources) ?? []),
  ];
  const isDown = found?.length === 0 && unreachable.length > 0;
  const isStale = pages.data?.pages.some(({ stale }) => stale) ?? false;
  const selected = useSelection(sel, found?.[0]?.id);
  const shownName = visibleText(found?.find(({ id }) => id === selected)?.name ?? 'example.parcels/tracking');
  const add = (): void => void navigate({ to: '/p/$projectId/start', params: { projectId } });
  return (
    <Page
      title="Add from a registry"
      crumbs={[
        inProject,
        { text: 'Servers', to: { to: '/p/$projectId/servers', params: { projectId } } },
        { text: 'Add from a registry' },
      ]}
      keys={[{ keys: ['n'], run: add }]}
      request={{ operation: 'listDirectoryServers', query: given({ q: asked || undefined }) }}
    >
      <Verdict
        {...sentenceOf(found, pages.hasNextPage, asked, isDown)}
        why={
          <>
            A registry says what a publisher claims. Before an install Assay can ask the server itself, and shows where
            the two differ.{' '}
            {unreachable.length > 0 && (
              <>
                {unreachable.length === 1 ? 'The source' : 'The sources'} <b>{unreachable.join(', ')}</b>{' '}
                {unreachable.length === 1 ? 'does' : 'do'} not answer.
              </>
            )}
            {isStale && ' A source does not answer: its last answer is shown.'}
          </>
        }
        actions={
          <ButtonLink keyHint="n" to="/p/$projectId/start" params={{ projectId }}>
            Add by address
          </ButtonLink>
        }
      />
      <FilterBar about="in the order of the sources">
        <SearchFilter
          label="part of the name"
          value={q}
          onValue={(value) => set({ q: value || undefined, sel: undefined })}
        />
        <Chip
          isOn={reached === 'address'}
          onToggle={() => set({ reached: reached === 'address' ? undefined : 'address' })}
        >
          address
        </Chip>
        <Chip
          isOn={reached === 'command'}
          onToggle={() => set({ reached: reached === 'command' ? undefined : 'command' })}
        >
          command
        </Chip>
        <Chip isOn={verified === true} onToggle={() => set({ verified: verified ? undefined : true })}>
          publisher verified
        </Chip>
        <FilterGap />
        <MenuChip
          word="source"
          value={source}
          values={(sources.data?.items ?? []).map(({ name }) => [name] as const)}
          onValue={(value) => set({ source: value })}
        />
      </FilterBar>
      <PageWithInspector
        inspector={
          selected !== undefined && (
            <RegistryInspector
              key={selected}
              projectId={projectId}
              idOrName={selected}
              onClose={() => set({ sel: NOTHING })}
            />
          )
        }
      >
        {pages.error && !found ? (
          <PartError error={pages.error} what="published servers" onAgain={() => void pages.refetch()} />
        ) : found === undefined ? (
          <Shape rows={6} what="published servers" />
        ) : isDown ? (
          <Note
            kind="open"
            title={unreachable.length === 1 ? 'The source does not answer' : 'The sources do not answer'}
            action={
              <Button small onClick={() => void pages.refetch()}>
                Ask again
              </Button>
            }
          >
            No earlier answer is kept. A server can be added by its address.
          </Note>
        ) : found.length === 0 ? (
          <p className="muted">
            {asked === '' ? 'The sources list no server.' : `No published server has “${asked}” in its name.`}
          </p>
        ) : (
          <div className="frame servers-list registry-list">
            <DataTable
              label="Published servers"
              noun="server"
              columns={registryColumns}
              groups={[{ id: 'all', head: undefined, rows: found }]}
              idOf={({ id }) => id}
              selected={selected}
              isStale={pages.isPlaceholderData}
              onSelect={({ id }) => set({ sel: id })}
              onEnd={pages.hasNextPage && !pages.isFetchingNextPage ? () => void pages.fetchNextPage() : undefined}
            />
          </div>
        )}
        <p className="list-foot">
          What a source verified: that the publisher holds the domain of the name, or an account at a code host. It says
          nothing about what the server does.
        </p>
        <InstalledServers projectId={projectId} onCompare={(id) => set({ sel: id })} />
        <RegistrySources unreachable={unreachable} isStale={isStale} onAsk={() => void pages.refetch()} />
        <Section title="The same, in a terminal">
          <pre className="code">{`npx assay registry search ${asked || 'parcel'}
npx assay registry preview ${shownName}
npx assay registry install ${shownName}`}</pre>
        </Section>
      </PageWithInspector>
    </Page>
  );
}

function sentenceOf(found: readonly PublishedServer[] | undefined, hasMore: boolean, q: string, isDown: boolean) {
  if (isDown) return { kind: 'open' as const, word: 'No source answers.' };
  if (found === undefined) return { kind: 'pending' as const, word: 'Published servers.' };
  const commands = found.filter(({ endpointKinds }) => endpointKinds.includes('stdio')).length;
  const count = `${hasMore ? 'At least ' : ''}${writeCountOf(found.length, 'server')}`;
  return {
    kind: 'note' as const,
    word:
      q === ''
        ? `${count} ${found.length === 1 ? 'is' : 'are'} published.`
        : `${count} ${found.length === 1 ? 'matches' : 'match'} “${q}”.`,
    rest: commands > 0 ? `${commands} of them can start a command.` : undefined,
  };
}
