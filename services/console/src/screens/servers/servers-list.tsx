import { useState } from 'react';
import { DataTable, type RowGroup } from '../../components/data-table/data-table.tsx';
import { Icon } from '../../components/icon/icon.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { useKeys } from '../../lib/keys.ts';
import { stateOf, states, type ListedServer, type ServerState } from './server-words.ts';
import { columnsOfFew, columnsOfMany } from './server-columns.tsx';

/** From this many servers on groups fold, and unusable servers are grouped by their first cause. */
const MANY = 20;

type Counts = NonNullable<ReplyOf<'listProjectServers'>['counts']>;

/** The servers of a project, grouped by what the reader has to do. */
export function ServersList({
  servers,
  counts,
  uses,
  selected,
  chosen,
  isStale,
  running,
  state,
  onSelect,
  onOpen,
  onChoose,
  onEnd,
}: {
  servers: readonly ListedServer[];
  counts: Counts;
  /** How many objects use a server, by its id. */
  uses: ReadonlyMap<string, number> | undefined;
  selected: string | undefined;
  chosen: ReadonlySet<string>;
  isStale: boolean;
  running: ReadonlySet<string>;
  /** The state that the list is filtered by. */
  state: ServerState | undefined;
  onSelect: (server: ListedServer) => void;
  onOpen: (server: ListedServer) => void;
  /** Absent for a person who may only read. */
  onChoose: ((chosen: ReadonlySet<string>) => void) | undefined;
  onEnd: (() => void) | undefined;
}) {
  const isMany = counts.total >= MANY;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const present = states.filter(({ id }) => (counts.states[id] ?? 0) > 0 && (state === undefined || state === id));
  const isFolded = (id: string): boolean => isMany && present[0]?.id !== id && !open.has(id);
  const toggle = (id: string): void => setOpen((before) => before.symmetricDifference(new Set([id])));
  useKeys(
    isMany && present.length > 1
      ? [
          {
            keys: ['z'],
            label: 'fold',
            run: () => setOpen((before) => (before.size > 0 ? new Set() : new Set(present.map(({ id }) => id)))),
          },
        ]
      : [],
  );
  const groups: RowGroup<ListedServer>[] =
    counts.total <= 1
      ? [{ id: 'all', head: undefined, rows: servers }]
      : present.flatMap(({ id, group }): RowGroup<ListedServer>[] => {
          const rows = servers.filter((server) => stateOf(server) === id);
          const head = (
            <GroupHead
              word={group}
              about={isMany ? aboutOf(id, counts) : writeCountOf(counts.states[id] ?? 0, 'server')}
              isFolded={isMany && present[0]?.id !== id ? isFolded(id) : undefined}
              onToggle={() => toggle(id)}
            />
          );
          if (!isMany || id !== 'unusable') return [{ id, head, rows, isFolded: isFolded(id) }];
          return [{ id, head, rows: [] }, ...byCause(rows, counts)];
        });
  return (
    <div className="frame servers-list">
      <DataTable
        label="Servers"
        noun="server"
        columns={isMany ? columnsOfMany(uses) : columnsOfFew(uses, running)}
        groups={groups}
        idOf={({ id }) => id}
        selected={selected}
        onSelect={onSelect}
        onOpen={onOpen}
        isStale={isStale}
        onEnd={onEnd}
        {...(onChoose && (isMany || chosen.size > 0) && { chosen, onChoose })}
      />
    </div>
  );
}

const byCause = (rows: readonly ListedServer[], { causes }: Counts): RowGroup<ListedServer>[] =>
  [...Map.groupBy(rows, ({ lastDiagnosis }) => lastDiagnosis?.cause ?? 'unexplained')]
    .toSorted(([one], [other]) => (causes[other] ?? 0) - (causes[one] ?? 0))
    .map(([cause, servers]) => ({
      id: `cause ${cause}`,
      head: (
        <span className="servers-cause">
          <code className="failed">{cause}</code>{' '}
          <span className="faint">{writeCount(causes[cause] ?? servers.length)}</span>
        </span>
      ),
      rows: servers,
    }));

const aboutOf = (state: ServerState, { states: byState, total }: Counts): string =>
  state === 'unusable'
    ? `${writeCount(byState[state] ?? 0)} of ${writeCount(total)}, by first cause`
    : writeCount(byState[state] ?? 0);

const GroupHead = ({
  word,
  about,
  isFolded,
  onToggle,
}: {
  word: string;
  about: string;
  /** Undefined for a group that does not fold. */
  isFolded: boolean | undefined;
  onToggle: () => void;
}) =>
  isFolded === undefined ? (
    <>
      {word} <span className="faint">{about}</span>
    </>
  ) : (
    <button type="button" className="servers-fold" aria-expanded={!isFolded} onClick={onToggle}>
      <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} />
      <span className="medium no-wrap">{word}</span>
      <span className="faint cut">{about}</span>
    </button>
  );
