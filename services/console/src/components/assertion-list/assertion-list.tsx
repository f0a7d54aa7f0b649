import './assertion-list.css';
import { useEffect, useRef } from 'react';
import { Foreign } from '../foreign/foreign.tsx';
import { Mark, type MarkKind } from '../mark/mark.tsx';
import { Tag } from '../tag/tag.tsx';

/** One assertion of a trial with its verdict, or a fault of the trial. */
export interface AssertionItem {
  id: string;
  kind: MarkKind;
  /** The type of the assertion: `toolCalledWith`. */
  name: string;
  /** Where it is from, and what is special about it: `step`, `advisory`, `live`. */
  tags: readonly string[];
  stage?: string | undefined;
  reason: string;
}

/** Assertions with their reasons. The evidence beside the list is of the chosen one. */
export function AssertionList({
  items,
  chosen,
  onChoose,
  label = 'Assertions',
}: {
  items: readonly AssertionItem[];
  chosen: string | undefined;
  onChoose: (item: AssertionItem) => void;
  label?: string;
}) {
  const list = useRef<HTMLUListElement>(null);
  const shown = useRef(chosen);
  useEffect(() => {
    // The page begins at its verdict, wherever the first choice stands.
    if (shown.current !== chosen)
      list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' });
    shown.current = chosen;
  }, [chosen]);
  return (
    <ul className="assertions" aria-label={label} ref={list}>
      {items.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            className="assertion"
            aria-current={item.id === chosen}
            data-assertion={item.id}
            onClick={() => onChoose(item)}
          >
            <Mark kind={item.kind} />
            <span>
              <span className="row">
                <code className="medium">{item.name}</code>
                {item.tags.map((tag) => (
                  <Tag key={tag}>{tag}</Tag>
                ))}
                {item.stage !== undefined && <span className="push faint small">{item.stage}</span>}
              </span>
              <span className="reason">
                <Foreign text={item.reason} />
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
