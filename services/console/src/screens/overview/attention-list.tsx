import { DataTable, type Column } from '../../components/data-table/data-table.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { PageLink } from '../../components/page/page-link.tsx';
import { Section } from '../../components/section/section.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { writeCount } from '../../lib/format/numbers.ts';
import { Emphasized } from './emphasized.tsx';

export type AttentionItem = ReplyOf<'getProjectAttention'>['items'][number];
type Outcome = AttentionItem['outcome'];

const marks: Record<Outcome, MarkKind> = {
  passed: 'passed',
  failed: 'failed',
  warning: 'warning',
  notEstablished: 'open',
  note: 'note',
};

/** The mark of an outcome of the project or of an item. */
export const markOf = (outcome: Outcome): MarkKind => marks[outcome];

const hidden = (word: string) => <span className="visually-hidden">{word}</span>;

const columns: Column<AttentionItem>[] = [
  { id: 'outcome', head: hidden('Outcome'), kind: 'mark', cell: ({ outcome }) => <Mark kind={markOf(outcome)} /> },
  {
    id: 'sentence',
    head: hidden('What it is'),
    kind: 'fill',
    cell: ({ sentence, subject, because, action }) => {
      const words = <Emphasized text={sentence} names={[subject.name]} />;
      return (
        <div className="cut">
          {action ? (
            <PageLink className="plain" path={action.page.path}>
              {words}
            </PageLink>
          ) : (
            words
          )}
          {because !== '' && (
            <span className="muted">
              {' · '}
              <Emphasized text={because} names={[]} />
            </span>
          )}
        </div>
      );
    },
  },
  {
    id: 'at',
    head: hidden('Since'),
    kind: 'number',
    cell: ({ at }) => (
      <span className="faint">
        <Time time={at} />
      </span>
    ),
  },
  {
    id: 'action',
    head: hidden('What to do'),
    cell: ({ action }) =>
      action && (
        <PageLink className="button small" path={action.page.path}>
          {action.label}
        </PageLink>
      ),
  },
];

/** The items that need a person, the worst first. */
export const AttentionList = ({
  items,
  dismissed,
  selected,
  onSelect,
  onOpen,
}: {
  items: readonly AttentionItem[];
  dismissed: number;
  selected: string | undefined;
  onSelect: (item: AttentionItem) => void;
  onOpen: (item: AttentionItem) => void;
}) => (
  <Section
    title="What needs a person"
    about={
      items.length === 0
        ? leftOut(dismissed)
        : [`${writeCount(items.length)}, the worst first`, leftOut(dismissed)].filter(Boolean).join('; ')
    }
  >
    <div className="frame attention">
      {items.length === 0 ? (
        <p className="attention-none muted">Nothing needs a person now.</p>
      ) : (
        <DataTable
          label="What needs a person"
          columns={columns}
          groups={[{ id: 'all', head: undefined, rows: items }]}
          idOf={({ id }) => id}
          selected={selected}
          onSelect={onSelect}
          onOpen={onOpen}
          noun="move"
          hasFilters={false}
        />
      )}
    </div>
  </Section>
);

const leftOut = (dismissed: number): string => (dismissed === 0 ? '' : `${writeCount(dismissed)} left out by people`);
