import './keys.css';
import type { Column } from '../../components/data-table/data-table.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import type { ItemOf } from '../../data/operations.ts';

export type ListedKey = ItemOf<'listOrganizationApiKeys'>;

/** The columns of the list of keys. */
export const keyColumns = (onRevoke: (key: ListedKey) => void): Column<ListedKey>[] => [
  {
    id: 'name',
    head: 'Name',
    kind: 'fill',
    cell: ({ name }) => (
      <span className="medium">
        <Foreign text={name} />
      </span>
    ),
  },
  { id: 'key', head: 'Key', cell: ({ prefix }) => <code className="muted">{prefix}…</code> },
  {
    id: 'user',
    head: 'Belongs to',
    narrow: 'below',
    cell: ({ user }) => (
      <span className="muted">
        <Foreign text={user.email} />
      </span>
    ),
  },
  {
    id: 'made',
    head: 'Made',
    narrow: 'hidden',
    cell: ({ createdAt }) => (
      <span className="muted">
        <Time time={createdAt} />
      </span>
    ),
  },
  {
    id: 'used',
    head: 'Last used',
    narrow: 'below',
    cell: ({ lastUsedAt }) => (
      <span className="muted">{lastUsedAt === undefined ? 'never' : <Time time={lastUsedAt} />}</span>
    ),
  },
  {
    id: 'revoke',
    head: <span className="visually-hidden">Revoke</span>,
    cell: (key) => (
      <button type="button" className="button quiet small danger" onClick={() => onRevoke(key)}>
        Revoke<span className="visually-hidden"> {key.name}</span>
      </button>
    ),
  },
];
