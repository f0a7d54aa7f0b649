import { Chip, FilterBar, FilterGap, SearchFilter } from '../../components/filter-bar/filter-bar.tsx';
import { MenuChip } from '../../components/filter-bar/menu-chip.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { states } from './server-words.ts';

type Filters = Partial<Record<'q' | 'state' | 'tag' | 'transport' | 'signIn', string | undefined>>;

/** The filters of the list of servers, each with the count under the others. Without `hasGroups` there is the search alone. */
export function ServersFilters({
  asked: { q = '', state, tag, transport, signIn },
  counts,
  hasGroups,
  onChange,
}: {
  asked: Filters;
  counts: NonNullable<ReplyOf<'listProjectServers'>['counts']>;
  hasGroups: boolean;
  onChange: (changes: Filters) => void;
}) {
  return (
    <FilterBar about="worst first">
      <SearchFilter label="name, address, tag" value={q} onValue={(value) => onChange({ q: value || undefined })} />
      {hasGroups && (
        <>
          {states
            .filter(({ id }) => id === state || (counts.states[id] ?? 0) > 0)
            .map(({ id, kind, chip }) => (
              <Chip
                key={id}
                isOn={state === id}
                count={counts.states[id] ?? 0}
                onToggle={() => onChange({ state: state === id ? undefined : id })}
              >
                <Mark kind={kind} word="" />
                {chip}
              </Chip>
            ))}
          <FilterGap />
          <MenuChip
            word="tag"
            value={tag}
            values={Object.entries(counts.tags)}
            onValue={(value) => onChange({ tag: value })}
          />
          <MenuChip
            word="transport"
            value={transport}
            values={Object.entries(counts.transports)}
            onValue={(value) => onChange({ transport: value })}
          />
          <MenuChip
            word="sign-in"
            value={signIn}
            values={Object.entries(counts.signIns)}
            onValue={(value) => onChange({ signIn: value })}
          />
        </>
      )}
    </FilterBar>
  );
}
