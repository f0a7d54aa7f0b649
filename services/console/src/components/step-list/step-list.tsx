import './step-list.css';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Foreign } from '../foreign/foreign.tsx';
import { Icon, type IconName } from '../icon/icon.tsx';

/** A step of a case in its list. */
export interface StepRow {
  id: string;
  icon: IconName;
  /** Behind its id: the type of an assertion, for example. */
  name?: string | undefined;
  /** Its effect in a few words. */
  words: ReactNode;
  /** At the right: its role, whether it is new. */
  tags?: ReactNode;
  /** Why it cannot be saved so. */
  fault?: string | undefined;
}

/**
 * The steps of a case in their order. The chosen one is open, with its editor. `⌥↑` and `⌥↓` move the step that has the
 * focus, `⌫` removes it, arrows go from step to step; with the pointer a step is dragged.
 */
export function StepList({
  rows,
  chosen,
  onChoose,
  onMove,
  onRemove,
  editor,
  foot,
}: {
  rows: readonly StepRow[];
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
  /** Moves the step at the place `from` to the place `to`. */
  onMove: (from: number, to: number) => void;
  onRemove: (id: string) => void;
  /** The editor of the chosen step. */
  editor: ReactNode;
  /** The buttons that add a step. */
  foot: ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number>();
  const at = rows.findIndex(({ id }) => id === chosen);
  const groups =
    at < 0
      ? [rows.map((_, index) => index)]
      : [range(0, at), [at], range(at + 1, rows.length)].filter(({ length }, index) => length > 0 || index === 2);
  const focusRow = (index: number): void => {
    requestAnimationFrame(() => {
      list.current?.querySelectorAll<HTMLElement>('.step-row')[index]?.focus();
    });
  };
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= rows.length || from === to) return;
    onMove(from, to);
    focusRow(to);
  };
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === 'Backspace' || event.key === 'Delete') {
      onRemove(rows[index]!.id);
      focusRow(Math.max(index - 1, 0));
    } else if (step !== undefined && event.altKey) move(index, index + step);
    else if (step !== undefined) focusRow(Math.min(Math.max(index + step, 0), rows.length - 1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="step-list" ref={list} role="group" aria-label="Steps">
      {groups.map((places, group) => (
        <div className="frame step-group" key={places[0] ?? 'foot'}>
          {places.map((index) => {
            const { id, icon, name, words, tags, fault } = rows[index]!;
            return (
              <button
                key={id}
                type="button"
                className={['step-row', fault !== undefined && 'invalid', dragged === index && 'dragged']
                  .filter(Boolean)
                  .join(' ')}
                aria-current={index === at ? 'step' : undefined}
                title={fault}
                draggable
                onDragStart={() => setDragged(index)}
                onDragEnd={() => setDragged(undefined)}
                onDragOver={(event) => event.preventDefault()}
                onDrop={() => dragged !== undefined && move(dragged, index)}
                onClick={() => onChoose(index === at ? undefined : id)}
                onKeyDown={(event) => onKeyDown(event, index)}
              >
                <span className="grip">
                  <Icon name="grip" />
                </span>
                <Icon name={icon} />
                <code className="medium">
                  <Foreign text={id} />
                </code>
                {name !== undefined && (
                  <code className="muted">
                    <Foreign text={name} />
                  </code>
                )}
                <span className="cut grow step-words">{words}</span>
                {tags}
                <span className="faint small">{index + 1}</span>
              </button>
            );
          })}
          {places[0] === at && at >= 0 && <div className="step-editor">{editor}</div>}
          {group === groups.length - 1 && <div className="step-foot">{foot}</div>}
        </div>
      ))}
    </div>
  );
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);
