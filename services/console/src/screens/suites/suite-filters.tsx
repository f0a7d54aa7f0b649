import { useEffect, useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { Chip, FilterBar, FilterGap, SearchFilter } from '../../components/filter-bar/filter-bar.tsx';
import { Select } from '../../components/field/field.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { changeSearch } from '../../lib/search.ts';
import { useIsLeaving } from '../../lib/use-is-leaving.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { useOperation, type ReplyOf } from '../../data/operations.ts';

const route = getRouteApi('/shell/p/$projectId/suites');
const useSearch = () => route.useSearch();
/** The search parameters of the list. */
export type Search = ReturnType<typeof useSearch>;
type Counts = ReplyOf<'listEvalSuites'>['counts'];

const SORT_WORDS = {
  verdict: 'failed first',
  passRate: 'lowest rate first',
  flaky: 'most flaky first',
  latestRun: 'latest run first',
  name: 'by name',
  newest: 'newest first',
} as const;
type Sort = keyof typeof SORT_WORDS;

const OPEN = ['notEstablished', 'inconclusive'] as const;
const VERDICTS = ['failed', 'passed', 'open'] as const;

/** The query of the list that an address asks for. */
export function suiteQuery({ q, verdict, tag, server, flaky, scheduled, archived, sort }: Search) {
  const verdicts = verdict?.flatMap((one) => (one === 'open' ? OPEN : [one]));
  return {
    ...(q !== undefined && q !== '' && { q }),
    ...(verdicts && { verdict: verdicts.join(',') }),
    ...(tag !== undefined && { tag }),
    ...(server !== undefined && { serverId: server }),
    ...(flaky && { flaky }),
    ...(scheduled && { scheduled }),
    ...(archived && { archived }),
    sort: sort !== undefined && sort in SORT_WORDS ? (sort as Sort) : ('verdict' as const),
  };
}

/** How long the search rests before it is asked for, in milliseconds. */
const REST_MS = 200;

/** The filters of the list of suites; their counts are of the whole list under the other filters. */
export function SuiteFilters({
  projectId,
  search,
  counts,
  sort,
}: {
  projectId: string;
  search: Search;
  counts: Counts;
  sort: Sort;
}) {
  const navigate = route.useNavigate();
  const servers = useOperation('listProjectServers', { projectId }, { limit: 200 });
  const set = (change: { [Name in keyof Search]?: Search[Name] | undefined }): void =>
    void navigate({ search: changeSearch<Search>(change), replace: true });
  const [typed, setTyped] = useState(search.q ?? '');
  const isLeaving = useIsLeaving();
  useEffect(() => {
    if (typed === (search.q ?? '')) return undefined;
    const timer = setTimeout(() => {
      if (!isLeaving()) set({ q: typed === '' ? undefined : typed });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [typed]);
  const chosen = search.verdict ?? [];
  const toggle = (verdict: string): void => {
    const next = chosen.includes(verdict) ? chosen.filter((one) => one !== verdict) : [...chosen, verdict];
    set({ verdict: next.length > 0 ? next : undefined });
  };
  const count = (verdict: (typeof VERDICTS)[number]): number | undefined =>
    counts && (verdict === 'open' ? OPEN : [verdict]).reduce((sum, one) => sum + (counts.verdict[one] ?? 0), 0);
  return (
    <FilterBar about={SORT_WORDS[sort]}>
      <SearchFilter label="name, case, tool" value={typed} onValue={setTyped} />
      {VERDICTS.map((verdict) => (
        <Chip key={verdict} isOn={chosen.includes(verdict)} count={count(verdict)} onToggle={() => toggle(verdict)}>
          <Mark kind={verdict} word="" />
          {verdict === 'open' ? 'not established' : verdict}
        </Chip>
      ))}
      <FilterGap />
      <ChoiceChip
        word="tag"
        value={search.tag}
        options={Object.keys(counts?.tag ?? {}).map((tag) => [tag, tag])}
        onValue={(tag) => set({ tag })}
      />
      <ChoiceChip
        word="server"
        value={search.server}
        options={Object.keys(counts?.server ?? {}).map((id) => [
          id,
          servers.data?.items.find((server) => server.id === id)?.name ?? id,
        ])}
        onValue={(server) => set({ server })}
      />
      <Chip
        isOn={search.flaky ?? false}
        count={counts?.flaky}
        onToggle={() => set({ flaky: search.flaky ? undefined : true })}
      >
        flaky
      </Chip>
      <Chip
        isOn={search.scheduled ?? false}
        count={counts?.scheduled}
        onToggle={() => set({ scheduled: search.scheduled ? undefined : true })}
      >
        scheduled
      </Chip>
      {(search.archived || (counts?.archived ?? 0) > 0) && (
        <Chip
          isOn={search.archived ?? false}
          count={counts?.archived}
          onToggle={() => set({ archived: search.archived ? undefined : true })}
        >
          archived
        </Chip>
      )}
    </FilterBar>
  );
}

/** A filter with one value of several; while it is on, a click removes it. */
function ChoiceChip({
  word,
  value,
  options,
  onValue,
}: {
  word: string;
  value: string | undefined;
  options: readonly (readonly [value: string, word: string])[];
  onValue: (value: string | undefined) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const chosen = options.find(([one]) => one === value)?.[1] ?? value;
  if (isOpen)
    return (
      <Select
        autoFocus
        aria-label={word}
        value=""
        options={[['', word], ...options.map(([one, name]) => [one, visibleText(name)] as const)]}
        onValue={(next) => {
          setOpen(false);
          onValue(next === '' ? undefined : next);
        }}
        onBlur={() => setOpen(false)}
      />
    );
  return (
    <Chip isOn={value !== undefined} onToggle={() => (value === undefined ? setOpen(true) : onValue(undefined))}>
      {word}
      {chosen !== undefined && <b>{visibleText(chosen)}</b>}
    </Chip>
  );
}
