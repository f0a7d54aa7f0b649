import './known-value-field.css';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Field } from '../field/field.tsx';
import { Foreign } from '../foreign/foreign.tsx';

/** A value that can be taken, and a text that tells what it is. */
export interface KnownValue {
  value: string;
  label?: string | undefined;
}

/** A text with values to choose from, which open below it while it has the focus. Arrows choose, Enter takes. */
export function KnownValueField({
  label,
  aside,
  hint,
  value,
  onValue,
  knownValues,
}: {
  label: ReactNode;
  aside?: ReactNode;
  hint?: ReactNode;
  value: string;
  onValue: (value: string) => void;
  knownValues: readonly KnownValue[];
}) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const typed = value.toLowerCase();
  const isExact = knownValues.some((each) => each.value === value);
  const shown = knownValues.filter(
    (each) => isExact || `${each.value} ${each.label ?? ''}`.toLowerCase().includes(typed),
  );
  const isShown = isOpen && shown.length > 0;
  const take = (known: KnownValue | undefined): void => {
    if (!known) return;
    onValue(known.value);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt((before) => (isShown ? (before + step + shown.length) % shown.length : 0));
    } else if (event.key === 'Enter' && isShown && !event.metaKey && !event.ctrlKey) take(shown[at]);
    else if (event.key === 'Escape' && isShown) setOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <Field {...{ label, aside, hint }}>
      {(control) => (
        <>
          <input
            {...control}
            className="input mono"
            role="combobox"
            aria-expanded={isShown}
            aria-controls={listId}
            aria-autocomplete="list"
            {...(isShown && { 'aria-activedescendant': `${listId}-${at}` })}
            autoComplete="off"
            spellCheck={false}
            value={value}
            onFocus={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setAt(0);
              setOpen(true);
              onValue(event.target.value);
            }}
          />
          <div role="listbox" id={listId} aria-label="Values" className={isShown ? 'known-values' : undefined}>
            {isShown &&
              shown.map((known, index) => (
                <div
                  key={known.value}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  // The field keeps the focus: a click would take it away before it is a click.
                  onMouseDown={(event) => {
                    event.preventDefault();
                    take(known);
                  }}
                >
                  <code>
                    <Foreign text={known.value} />
                  </code>
                  {known.label !== undefined && (
                    <span className="faint push cut">
                      <Foreign text={known.label} />
                    </span>
                  )}
                </div>
              ))}
          </div>
        </>
      )}
    </Field>
  );
}
