import type { Column } from '../../components/data-table/data-table.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { writeTime } from '../../lib/format/times.ts';
import { reachedBy, titleOf, verifiedBy, type PublishedServer } from './registry-words.tsx';

/** The columns of published servers. */
export const registryColumns: readonly Column<PublishedServer>[] = [
  {
    id: 'name',
    head: 'Server',
    kind: 'fill',
    cell: (server) => (
      <>
        <span className="medium">
          <Foreign text={titleOf(server)} />
        </span>{' '}
        <code className="faint">
          <Foreign text={server.name} />
        </code>{' '}
        {server.status !== 'active' && <Tag tone="warn">{server.status}</Tag>}
      </>
    ),
  },
  {
    id: 'version',
    head: 'Version',
    cell: ({ version }) => (
      <code className="muted">
        <Foreign text={version} />
      </code>
    ),
  },
  {
    id: 'reached',
    head: 'Reached by',
    narrow: 'hidden',
    cell: (server) => <span className="muted">{reachedBy(server)}</span>,
  },
  { id: 'verified', head: 'Publisher verified', narrow: 'hidden', cell: verifiedBy },
  {
    id: 'published',
    head: 'Published',
    kind: 'number',
    narrow: 'hidden',
    cell: ({ publishedAt = '' }) => (
      <span className="faint">{Number.isNaN(Date.parse(publishedAt)) ? '–' : writeTime(Date.parse(publishedAt))}</span>
    ),
  },
];
