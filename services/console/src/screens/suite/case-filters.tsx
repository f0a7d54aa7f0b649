import { useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { Chip, FilterBar, SearchFilter } from '../../components/filter-bar/filter-bar.tsx';
import { Select } from '../../components/field/field.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { changeSearch } from '../../lib/search.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { CaseRow } from './case-rows.tsx';

const route = getRouteApi('/shell/p/$projectId/suites/$suiteId');
const useSearch = () => route.useSearch();
type Search = ReturnType<typeof useSearch>;
type Change = { [Name in keyof Search]?: Search[Name] | undefined };

const OUTCOMES = [
  ['failed', 'failed', 'failed'],
  ['undecided', 'open', 'not established'],
] as const;
/** The value of `source` for cases that ask a model. */
const MODEL = 'model';

/** Whether a case matches the filters of an address. */
export function matchesFilters(row: CaseRow, { q, outcome, flaky, tool, source }: Search): boolean {
  const words = (q ?? '').toLowerCase();
  return (
    (words === '' || [row.title, ...row.tools].some((text) => text.toLowerCase().includes(words))) &&
    (!outcome || (row.past !== undefined && outcome.includes(row.past.latest.outcome))) &&
    (!flaky || row.past?.isFlaky === true) &&
    (tool === undefined || row.tools.includes(tool)) &&
    (source !== MODEL || row.asksModel)
  );
}

/** The filters of the list of cases. All cases of the suite are read, so the counts are about the whole list. */
export function CaseFilters({ rows, about }: { rows: readonly CaseRow[]; about: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isChoosing, setChoosing] = useState(false);
  const set = (change: Change): void => void navigate({ search: changeSearch<Search>(change), replace: true });
  const count = (change: Partial<Search>): number =>
    rows.filter((row) => matchesFilters(row, { ...search, ...change })).length;
  const chosen = search.outcome ?? [];
  const toggle = (outcome: string): void => {
    const next = chosen.includes(outcome) ? chosen.filter((one) => one !== outcome) : [...chosen, outcome];
    set({ outcome: next.length > 0 ? next : undefined });
  };
  const tools = [...new Set(rows.flatMap((row) => row.tools))].toSorted();
  return (
    <FilterBar about={about}>
      <SearchFilter label="title, tool" value={search.q ?? ''} onValue={(q) => set({ q: q === '' ? undefined : q })} />
      {OUTCOMES.map(([outcome, kind, word]) => {
        const found = count({ outcome: [outcome] });
        return found === 0 && !chosen.includes(outcome) ? null : (
          <Chip key={outcome} isOn={chosen.includes(outcome)} count={found} onToggle={() => toggle(outcome)}>
            <Mark kind={kind} word="" />
            {word}
          </Chip>
        );
      })}
      <Chip
        isOn={search.flaky ?? false}
        count={count({ flaky: true })}
        onToggle={() => set({ flaky: search.flaky ? undefined : true })}
      >
        flaky
      </Chip>
      <Chip
        isOn={search.source === MODEL}
        count={count({ source: MODEL })}
        onToggle={() => set({ source: search.source === MODEL ? undefined : MODEL })}
      >
        with a model
      </Chip>
      {isChoosing ? (
        <Select
          autoFocus
          aria-label="tool"
          value=""
          options={[['', 'tool'], ...tools.map((tool) => [tool, visibleText(tool)] as const)]}
          onValue={(tool) => {
            setChoosing(false);
            set({ tool: tool === '' ? undefined : tool });
          }}
          onBlur={() => setChoosing(false)}
        />
      ) : (
        <Chip
          isOn={search.tool !== undefined}
          onToggle={() => (search.tool === undefined ? setChoosing(true) : set({ tool: undefined }))}
        >
          tool
          {search.tool !== undefined && <b className="mono">{visibleText(search.tool)}</b>}
        </Chip>
      )}
    </FilterBar>
  );
}
