import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/data-table/data-table.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Outcome } from '../../components/outcome/outcome.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { writeCount } from '../../lib/format/numbers.ts';
import { writeDuration, writeTime } from '../../lib/format/times.ts';
import { kindOfState, overWord, remarkOf, signInWord, stateOf, type ListedServer } from './server-words.ts';

const nameColumn: Column<ListedServer> = {
  id: 'name',
  head: 'Server',
  kind: 'fill',
  cell: ({ id, projectId, name }) => (
    <Link
      className="plain medium"
      to="/p/$projectId/servers/$serverId"
      params={{ projectId, serverId: id }}
      title={name}
    >
      <Foreign text={name} />
    </Link>
  ),
};

/** Beside the state the name is cut; the whole name stands in the inspector. */
const shortNameColumn: Column<ListedServer> = {
  id: 'name',
  head: 'Server',
  cell: (server) => <span className="servers-name">{nameColumn.cell(server)}</span>,
};

const markColumn = (running?: ReadonlySet<string>): Column<ListedServer> => ({
  id: 'mark',
  head: '',
  kind: 'mark',
  cell: (server) => <Mark kind={running?.has(server.id) ? 'running' : kindOfState(stateOf(server))} />,
});

const toolsColumn: Column<ListedServer> = {
  id: 'tools',
  head: 'Tools',
  kind: 'number',
  narrow: 'hidden',
  cell: ({ toolCount, state }) => <span className={state === 'unusable' ? 'faint' : 'muted'}>{toolCount ?? '–'}</span>,
};

const usesColumn = (uses: ReadonlyMap<string, number> | undefined, head: string): Column<ListedServer> => ({
  id: 'used',
  head,
  kind: 'number',
  cell: ({ id }) => <span className="muted">{uses === undefined ? '' : writeCount(uses.get(id) ?? 0)}</span>,
});

/** The columns of a list that is read row by row. */
export const columnsOfFew = (
  uses: ReadonlyMap<string, number> | undefined,
  running: ReadonlySet<string>,
): Column<ListedServer>[] => [
  markColumn(running),
  shortNameColumn,
  {
    id: 'state',
    head: 'State',
    kind: 'fill',
    narrow: 'below',
    cell: (server) =>
      server.state === 'unusable' ? (
        <code className="failed">{server.lastDiagnosis?.cause ?? 'unexplained'}</code>
      ) : server.state === undefined ? (
        <span className="faint">not known</span>
      ) : (
        remarkOf(server)
      ),
  },
  {
    id: 'since',
    head: 'Since',
    kind: 'number',
    narrow: 'hidden',
    cell: ({ stateSince }) => <span className="faint">{stateSince === undefined ? '–' : writeTime(stateSince)}</span>,
  },
  {
    id: 'over',
    head: <span className="servers-extra">Over</span>,
    narrow: 'hidden',
    cell: (server) => <span className="muted servers-extra">{overWord(server)}</span>,
  },
  {
    id: 'revision',
    head: 'Revision',
    narrow: 'hidden',
    cell: ({ lastDiagnosis }) => <span className="muted">{lastDiagnosis?.protocolVersion ?? '–'}</span>,
  },
  {
    id: 'sign-in',
    head: <span className="servers-extra">Sign-in</span>,
    narrow: 'hidden',
    cell: (server) => <span className="faint servers-extra">{signInWord(server)}</span>,
  },
  toolsColumn,
  {
    id: 'took',
    head: <span className="servers-extra">Took</span>,
    kind: 'number',
    narrow: 'hidden',
    cell: ({ lastDiagnosis }) => (
      <span className="muted servers-extra">{writeDuration(lastDiagnosis?.durationMs)}</span>
    ),
  },
  {
    id: 'breaks',
    head: 'Breaks',
    kind: 'number',
    narrow: 'hidden',
    cell: ({ state, surfaceChange }) =>
      state === 'unusable' || state === undefined ? (
        <span className="faint">–</span>
      ) : (surfaceChange?.breaking ?? 0) > 0 ? (
        <Outcome kind="warning" word={String(surfaceChange!.breaking)} calm />
      ) : (
        <span className="faint">0</span>
      ),
  },
  usesColumn(uses, 'Used'),
];

/** The columns of a long list, which is grouped by first cause. */
export const columnsOfMany = (uses: ReadonlyMap<string, number> | undefined): Column<ListedServer>[] => [
  markColumn(),
  nameColumn,
  {
    id: 'over',
    head: 'Transport',
    narrow: 'hidden',
    cell: (server) => <span className="muted">{overWord(server)}</span>,
  },
  {
    id: 'tag',
    head: 'Tag',
    narrow: 'hidden',
    cell: ({ tags = [] }) =>
      tags[0] !== undefined && (
        <Tag>
          <Foreign text={tags[0]} />
        </Tag>
      ),
  },
  toolsColumn,
  usesColumn(uses, 'Used by'),
];
