import { useEffect, useMemo, useRef, useState } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Icon } from '../../components/icon/icon.tsx';
import { PaneSearch } from '../../components/panes/pane-search.tsx';
import { writeCount } from '../../lib/format/numbers.ts';
import { useKeys } from '../../lib/keys.ts';
import { treeOf, typeWord, type HeldResource, type TreeLine } from './resource-tree.ts';

const LINE_HEIGHT = 28;
/** From this many lines on only the ones in sight are in the document. */
const VIRTUAL_FROM = 100;

/** The resources of a server as a tree by prefix: `j` and `k` move between addresses. */
export function TreePane({
  resources,
  query,
  onQuery,
  selected,
  onSelect,
  onEnd,
}: {
  resources: readonly HeldResource[];
  query: string;
  onQuery: (query: string) => void;
  selected: string | undefined;
  onSelect: (resource: HeldResource) => void;
  /** Loads further pages of the list. */
  onEnd: (() => void) | undefined;
}) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(
    () => treeOf(resources, query, toggled, onEnd !== undefined),
    [resources, query, toggled, onEnd !== undefined],
  );
  const place = useRef<HTMLDivElement>(null);
  const isVirtual = lines.length > VIRTUAL_FROM;
  const virtual = useVirtualizer({
    count: isVirtual ? lines.length : 0,
    getScrollElement: () => place.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 12,
  });
  const inSight = virtual.getVirtualItems();
  const [first, last] = isVirtual ? [inSight[0]?.index ?? 0, inSight.at(-1)?.index ?? 0] : [0, lines.length - 1];
  const isAtEnd = last >= lines.length - 20;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, resources.length]);
  const toggle = (id: string): void => setToggled((before) => before.symmetricDifference(new Set([id])));
  const leaves = lines.flatMap((line, index) => (line.kind === 'leaf' ? [{ ...line, index }] : []));
  useKeys([
    {
      keys: ['j', 'k'],
      label: 'resource',
      run: (key) => {
        const at = leaves.findIndex(({ resource }) => resource.uri === selected);
        const next = leaves[Math.min(Math.max(at + (key === 'j' ? 1 : -1), 0), leaves.length - 1)];
        if (!next) return;
        onSelect(next.resource);
        if (isVirtual) virtual.scrollToIndex(next.index);
      },
    },
    {
      keys: ['/', 'f'],
      run: () => document.querySelector<HTMLElement>('[data-list-search]')?.focus(),
    },
  ]);
  return (
    <section className="pane raised" aria-label="Resources">
      <PaneSearch label="Filter the resources" placeholder="address, name, type" value={query} onValue={onQuery} />
      <div className={isVirtual ? 'tree long' : 'tree'} role="tree" aria-label="Resources" ref={place}>
        {isVirtual && <div aria-hidden="true" style={{ height: first * LINE_HEIGHT }} />}
        {lines.slice(first, last + 1).map((line) => (
          <Line key={line.id} {...{ line, selected, onSelect, toggle }} />
        ))}
        {isVirtual && <div aria-hidden="true" style={{ height: (lines.length - last - 1) * LINE_HEIGHT }} />}
      </div>
      <p className="small faint tree-foot">
        {lines.length === 0
          ? query === ''
            ? 'The server lists no resource, and no result of a call linked one.'
            : 'No address, name or type has these words.'
          : 'Linked in results: addresses in results of tools that no list has. Assay reads them only when you ask.'}
      </p>
    </section>
  );
}

function Line({
  line,
  selected,
  onSelect,
  toggle,
}: {
  line: TreeLine;
  selected: string | undefined;
  onSelect: (resource: HeldResource) => void;
  toggle: (id: string) => void;
}) {
  if (line.kind === 'head')
    return (
      <div className="tree-line head" role="presentation">
        {line.word} <span className="faint">{line.about}</span>
      </div>
    );
  if (line.kind === 'prefix')
    return (
      <div
        className="tree-line"
        role="treeitem"
        aria-level={1}
        aria-expanded={!line.isFolded}
        aria-selected={false}
        tabIndex={0}
        onClick={() => toggle(line.id)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            toggle(line.id);
          }
        }}
      >
        {line.isFolded && <Icon name="chevron-right" />}
        <code className="faint cut">
          <Foreign text={line.text} />
        </code>
        {line.isFolded && <span className="push small faint">{writeCount(line.count)}</span>}
      </div>
    );
  const { resource, text, isInside } = line;
  const isSelected = resource.uri === selected;
  return (
    <div
      className={`tree-line${isInside ? ' inside' : ''}${isSelected ? ' selected' : ''}`}
      role="treeitem"
      aria-level={isInside ? 2 : 1}
      aria-selected={isSelected}
      tabIndex={0}
      title={resource.name}
      onClick={() => onSelect(resource)}
      onKeyDown={(event) => {
        if (event.key === ' ') {
          event.preventDefault();
          onSelect(resource);
        }
      }}
    >
      <code className={isSelected ? 'medium cut' : 'cut'}>
        <Foreign text={text} />
      </code>
      <span className="push small faint no-wrap">
        <Foreign text={typeWord(resource.mimeType)} />
      </span>
    </div>
  );
}
