import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { EvalRun, EvalRunListPage } from '@assay/sdk';
import { Chip, FilterBar, FilterGap, SearchFilter } from '../../components/filter-bar/filter-bar.tsx';
import { MenuChip } from '../../components/filter-bar/menu-chip.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { usePages } from '../../data/operations.ts';
import { SINCE } from './since.ts';

const route = getRouteApi('/shell/p/$projectId/runs');

const VERDICTS: readonly (readonly [verdict: EvalRun['verdict'], word: string, mark: MarkKind])[] = [
  ['failed', 'failed', 'failed'],
  ['passed', 'passed', 'passed'],
  ['inconclusive', 'inconclusive', 'open'],
  ['notEstablished', 'not established', 'open'],
];
const SOURCES = ['api', 'schedule', 'ui', 'sdk'] as const;

/** The filters of the runs of a project; counts are of all matching runs. */
export function RunFilters({
  counts,
  runs,
  about,
}: {
  counts: EvalRunListPage['counts'];
  runs: readonly EvalRun[];
  about: string;
}) {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/p/$projectId/runs' });
  const suites = usePages('listEvalSuites', { projectId }, { limit: 200 });
  const environments = usePages('listEnvironments', { projectId }, { limit: 200 });
  const change = (part: Partial<typeof search>): void => {
    void navigate({ search: (old) => ({ ...old, ...part }), replace: true });
  };
  const chosen = search.verdict ?? [];
  const toggle = (verdict: EvalRun['verdict']): void => {
    const next = chosen.includes(verdict) ? chosen.filter((each) => each !== verdict) : [...chosen, verdict];
    change({ verdict: next.length > 0 ? next : undefined });
  };
  const nameIn = (list: readonly { id: string; name: string | null }[] | undefined) => (id: string) =>
    list?.find((each) => each.id === id)?.name ?? id;
  const seen = (of: (run: EvalRun) => string | null | undefined) =>
    [...new Set(runs.flatMap((run) => of(run) ?? []))].map((value) => [value] as const);
  return (
    <FilterBar about={about}>
      <MenuChip
        word="suite"
        value={search.suite}
        values={suites.items?.map(({ id }) => [id] as const) ?? []}
        shown={nameIn(suites.items)}
        onValue={(suite) => change({ suite })}
      />
      {VERDICTS.map(([verdict, word, mark]) =>
        verdict === 'inconclusive' && !counts?.verdict.inconclusive && !chosen.includes(verdict) ? null : (
          <Chip
            key={verdict}
            isOn={chosen.includes(verdict)}
            onToggle={() => toggle(verdict)}
            count={counts?.verdict[verdict]}
          >
            <Mark kind={mark} word="" />
            {word}
          </Chip>
        ),
      )}
      <FilterGap />
      <MenuChip
        word="source"
        value={search.source}
        values={SOURCES.map((source) => [source] as const)}
        onValue={(source) => change({ source: source as typeof search.source })}
      />
      <MenuChip
        word="environment"
        value={search.environment}
        values={environments.items?.map(({ id }) => [id] as const) ?? []}
        shown={nameIn(environments.items)}
        onValue={(environment) => change({ environment })}
      />
      <MenuChip
        word="model"
        value={search.model}
        values={seen(({ effectiveModelId }) => effectiveModelId)}
        onValue={(model) => change({ model })}
      />
      <MenuChip
        word="branch"
        value={search.branch}
        values={seen(({ ciMetadata }) => ciMetadata?.branch)}
        onValue={(branch) => change({ branch })}
      />
      <MenuChip
        word="since"
        value={search.since}
        values={Object.keys(SINCE).map((since) => [since] as const)}
        shown={(since) => SINCE[since]?.word ?? since}
        onValue={(since) => change({ since })}
      />
      <SearchFilter
        value={search.q ?? ''}
        label="Words of the note"
        onValue={(q) => change({ q: q === '' ? undefined : q })}
      />
    </FilterBar>
  );
}
