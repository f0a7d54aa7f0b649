import './conflict-dialog.css';
import { useState, type ReactNode } from 'react';
import { useKeys } from '../../lib/keys.ts';
import { differingFields, withYours, wordsOfPath, type DifferingField } from '../../lib/three-way.ts';
import type { Revised } from '../../lib/kept-edit.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { Button } from '../button/button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { Radio } from '../field/check.tsx';
import { Time } from '../figures/figures.tsx';
import { Foreign } from '../foreign/foreign.tsx';
import { Mark } from '../mark/mark.tsx';

/** Two edits of one object: where both began, the other person's saved state, and yours. */
export interface Conflict<Value> {
  base: Revised<Value>;
  theirs: Revised<Value>;
  yours: Value;
  /** The person who saved it, if one did, and the time. */
  by?: string | undefined;
  at?: number | undefined;
}

const idOf = ({ path }: DifferingField): string => path.join('/');

/**
 * Another person saved what is edited here. Fields that both changed are chosen one by one, yours beforehand; fields
 * that one side changed are kept of both. Nothing typed is lost: "Keep editing" closes it without a change.
 */
export function ConflictDialog<Value extends object>({
  what,
  conflict,
  isRunning,
  onKeepEditing,
  onTakeTheirs,
  onSave,
  draw,
}: {
  /** The object in one word: "case". */
  what: string;
  conflict: Conflict<Value>;
  isRunning: boolean;
  onKeepEditing: () => void;
  onTakeTheirs: () => void;
  /** Saves the chosen fields over their revision. */
  onSave: (merged: Value) => void;
  /** A value in words, where JSON would be hard to read; undefined leaves it as JSON. */
  draw?: (value: unknown) => ReactNode;
}) {
  const { base, theirs, yours, by, at } = conflict;
  const fields = differingFields(base.value, theirs.value, yours);
  const conflicts = fields.filter(({ isConflict }) => isConflict);
  const others = fields.filter(({ isConflict }) => !isConflict);
  const [taken, setTaken] = useState<ReadonlySet<string>>(() => new Set(conflicts.map(idOf)));
  const own = others.filter((field) => isChanged(field.base, field.yours));
  const save = (): void => {
    const kept = [...own, ...conflicts.filter((field) => taken.has(idOf(field)))];
    onSave(
      withYours(
        theirs.value,
        yours,
        kept.map(({ path }) => path),
      ),
    );
  };
  const choose = (field: DifferingField, isYours: boolean): void =>
    setTaken((before) => {
      const next = new Set(before);
      if (isYours) next.add(idOf(field));
      else next.delete(idOf(field));
      return next;
    });
  const changes = conflicts.length + own.length;
  return (
    <Dialog
      alert
      wide
      title={
        <span className="conflict-title">
          <Mark kind="warning" size="mid" />
          <span>
            {by === undefined ? 'Another editor' : <Foreign text={by} />} saved this {what} while you were editing it
          </span>
        </span>
      }
      onClose={onKeepEditing}
      footer={
        <>
          <SaveKey onSave={save} />
          <span className="small faint conflict-answer">
            PATCH answered 409 <code>CONFLICT</code>, revision {theirs.revision}
          </span>
          <Button autoFocus onClick={onKeepEditing}>
            Keep editing
          </Button>
          <Button look="danger" disabled={isRunning} onClick={onTakeTheirs}>
            Take all of revision {theirs.revision}
          </Button>
          <Button look="primary" disabled={isRunning} keyHint="mod+Enter" onClick={save}>
            Save as revision {theirs.revision + 1}
          </Button>
        </>
      }
    >
      <p className="muted conflict-lead">
        You began at revision {base.revision}; it is at revision {theirs.revision} now
        {at !== undefined && (
          <>
            , saved at <Time time={at} />
          </>
        )}
        . {conflicts.length} of your {changes} {changes === 1 ? 'change' : 'changes'}{' '}
        {conflicts.length === 1 ? 'conflicts' : 'conflict'} with theirs. Nothing of yours is lost.
      </p>
      <div className="frame">
        <table className="top conflict-table">
          <thead>
            <tr>
              <th className="field-cell">Field</th>
              <th>Revision {base.revision}, where you began</th>
              <th>
                {by === undefined ? 'Theirs' : <Foreign text={by} />}, revision {theirs.revision}
              </th>
              <th>Yours</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map((field) => (
              <tr key={idOf(field)}>
                <FieldCell field={field} />
                <td data-side={`Revision ${base.revision}`}>
                  <Value value={field.base} draw={draw} />
                </td>
                {(['theirs', 'yours'] as const).map((side) => (
                  <td key={side} data-side={side === 'yours' ? 'Yours' : `Revision ${theirs.revision}`}>
                    <Radio
                      name={`conflict ${idOf(field)}`}
                      isOn={taken.has(idOf(field)) === (side === 'yours')}
                      onChange={() => choose(field, side === 'yours')}
                    >
                      <Value value={field[side]} isNew draw={draw} />
                    </Radio>
                  </td>
                ))}
              </tr>
            ))}
            {others.length > 0 && (
              <tr className="group">
                <td colSpan={4}>Only one of you changed these: both are kept</td>
              </tr>
            )}
            {others.map((field) => (
              <tr key={idOf(field)}>
                <FieldCell field={field} />
                <td className="faint" data-side={`Revision ${base.revision}`}>
                  <Value value={field.base} draw={draw} />
                </td>
                {(['theirs', 'yours'] as const).map((side) => (
                  <td key={side} data-side={side === 'yours' ? 'Yours' : `Revision ${theirs.revision}`}>
                    {isChanged(field.base, field[side]) ? (
                      <Value value={field[side]} isNew draw={draw} />
                    ) : (
                      <span className="faint">–</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}

/** Inside of the dialog, so that its key wins over the keys that the dialog covers. */
function SaveKey({ onSave }: { onSave: () => void }) {
  useKeys([{ keys: ['mod+Enter'], run: onSave }]);
  return null;
}

const isChanged = (before: unknown, after: unknown): boolean => JSON.stringify(before) !== JSON.stringify(after);

function FieldCell({ field: { path } }: { field: DifferingField }) {
  const head = path.slice(0, 2);
  const rest = path.slice(2);
  return (
    <td className="field-cell muted">
      {visibleText(wordsOfPath(head))}
      {rest.length > 0 && (
        <>
          <br />
          <span className="faint small">{visibleText(wordsOfPath(rest))}</span>
        </>
      )}
    </td>
  );
}

function Value({
  value,
  isNew = false,
  draw,
}: {
  value: unknown;
  isNew?: boolean;
  draw: ((value: unknown) => ReactNode) | undefined;
}): ReactNode {
  const drawn = value === undefined ? undefined : draw?.(value);
  if (drawn !== undefined) return <span className={isNew ? 'add' : undefined}>{drawn}</span>;
  if (value === undefined) return isNew ? <span className="del">removed</span> : <span className="faint">–</span>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const shown = <Foreign text={text} />;
  if (typeof value === 'string') return <span className={isNew ? 'add' : undefined}>{shown}</span>;
  return <code className={isNew ? 'add' : undefined}>{shown}</code>;
}
