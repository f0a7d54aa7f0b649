import { DataTable } from '../../components/data-table/data-table.tsx';
import { Duration, Time } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { Part } from '../../components/part/part.tsx';
import { usePages, type ItemOf } from '../../data/operations.ts';

type EarlierCall = ItemOf<'listToolCalls'>;

const marks: Record<EarlierCall['outcome'], MarkKind> = { answered: 'passed', failed: 'failed', unanswered: 'open' };
const words: Record<EarlierCall['outcome'], string> = {
  answered: 'Answered',
  failed: 'The tool failed',
  unanswered: 'Not answered',
};

/** The calls of a tool that the reader made before; a call takes its arguments into the form. Operations: listToolCalls. */
export function EarlierCalls({
  address,
  toolName,
  selected,
  onSelect,
}: {
  address: { projectId: string; serverId: string };
  toolName: string;
  selected: string | undefined;
  onSelect: (call: EarlierCall) => void;
}) {
  const calls = usePages('listToolCalls', address, { toolName, limit: 20 });
  return (
    <section className="earlier-calls" aria-label="Earlier calls">
      <header>
        <h2 className="h2">Earlier calls</h2>
      </header>
      <Part of={calls} what="earlier calls">
        {() =>
          calls.items!.length === 0 ? (
            <p className="small faint pane-foot">None yet. Calls are kept for 30 days, for you alone.</p>
          ) : (
            <DataTable
              label="Earlier calls"
              columns={[
                {
                  id: 'outcome',
                  head: 'Outcome',
                  kind: 'mark',
                  cell: ({ outcome }) => <Mark kind={marks[outcome]} word={words[outcome]} />,
                },
                {
                  id: 'arguments',
                  head: 'Arguments',
                  kind: 'fill',
                  cell: ({ arguments: sent }) => (
                    <code>
                      <Foreign text={sent ? JSON.stringify(sent) : 'too large to be kept'} />
                    </code>
                  ),
                },
                {
                  id: 'took',
                  head: 'Took',
                  kind: 'number',
                  cell: ({ durationMs }) => (
                    <span className="faint">
                      <Duration ms={durationMs} />
                    </span>
                  ),
                },
                {
                  id: 'at',
                  head: 'At',
                  kind: 'number',
                  cell: ({ calledAt }) => (
                    <span className="faint">
                      <Time time={calledAt} />
                    </span>
                  ),
                },
              ]}
              groups={[{ id: 'all', head: undefined, rows: calls.items! }]}
              idOf={({ id }) => id}
              selected={selected}
              onSelect={onSelect}
              rowHeight={28}
              bindsKeys={false}
              onEnd={calls.hasNextPage ? () => void calls.fetchNextPage() : undefined}
            />
          )
        }
      </Part>
    </section>
  );
}
