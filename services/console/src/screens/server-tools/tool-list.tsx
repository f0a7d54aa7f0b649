import { useState } from 'react';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { PaneSearch } from '../../components/panes/pane-search.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { effectOf, type ListedTool } from './tool-effect.ts';

/** The tools of a server by name, with what their annotations claim. */
export function ToolList({
  tools,
  selected,
  onSelect,
  onEnd,
}: {
  tools: readonly ListedTool[];
  selected: string | undefined;
  onSelect: (name: string) => void;
  onEnd: (() => void) | undefined;
}) {
  const [query, setQuery] = useState('');
  const words = query.trim().toLowerCase();
  const rows = tools.filter(({ name, description = '' }) => `${name} ${description}`.toLowerCase().includes(words));
  return (
    <div className="tool-list">
      <PaneSearch
        label="Filter the tools"
        placeholder={writeCountOf(tools.length, 'tool')}
        value={query}
        onValue={setQuery}
      />
      <DataTable
        label="Tools"
        noun="tool"
        columns={[
          {
            id: 'name',
            head: 'Name',
            kind: 'fill',
            cell: ({ name }) => (
              <code className={name === selected ? 'medium' : undefined}>
                <Foreign text={name} />
              </code>
            ),
          },
          {
            id: 'effect',
            head: 'Effect',
            cell: (tool) => {
              const effect = effectOf(tool);
              return effect && <Tag {...(effect === 'destroys' && { tone: 'warn' as const })}>{effect}</Tag>;
            },
          },
        ]}
        groups={[{ id: 'all', head: undefined, rows }]}
        idOf={({ name }) => name}
        selected={selected}
        onSelect={({ name }) => onSelect(name)}
        onEnd={onEnd}
      />
      <p className="small faint pane-foot">
        {rows.length === 0 && words !== ''
          ? 'No tool has these words.'
          : 'What a tool does is what its annotations claim. Assay did not verify it.'}
      </p>
    </div>
  );
}
