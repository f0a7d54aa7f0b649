import { useEffect, useState } from 'react';
import { isSameJson } from './same-json.ts';

/** A value with the revision in which it was read. */
export interface Revised<Value> {
  revision: number;
  value: Value;
}

/** An edit with the state that it began with. */
export interface Edit<Value> {
  base: Revised<Value>;
  value: Value;
}

const PREFIX = 'assay-edit ';
const keyOf = (object: string, revision: number): string => `${PREFIX}${object} ${revision}`;

/**
 * The edit of an object that this tab kept: of the present revision, else of an older one. Nothing kept, or something
 * that is not an edit, is undefined.
 */
export function readKeptEdit<Value>(object: string, revision: number): Edit<Value> | undefined {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(`${PREFIX}${object} `));
  const exact = keyOf(object, revision);
  const key = keys.includes(exact) ? exact : keys.toSorted().at(-1);
  const text = key === undefined ? null : sessionStorage.getItem(key);
  try {
    return text === null ? undefined : (JSON.parse(text) as Edit<Value>);
  } catch {
    return undefined;
  }
}

/** Keeps an edit until it is forgotten; a full storage keeps nothing, and the edit goes on. */
export function keepEdit<Value>(object: string, edit: Edit<Value>): void {
  forgetEdit(object);
  try {
    sessionStorage.setItem(keyOf(object, edit.base.revision), JSON.stringify(edit));
  } catch {
    // The storage of the tab is full or switched off.
  }
}

/** Forgets the kept edits of an object, of every revision. */
export function forgetEdit(object: string): void {
  for (const key of Object.keys(sessionStorage).filter((each) => each.startsWith(`${PREFIX}${object} `)))
    sessionStorage.removeItem(key);
}

/** How long typing rests before it is kept, in milliseconds. */
const REST_MS = 150;

/**
 * The edit of an object: what was typed in this tab, also before a reload, an ended session or a crash, or else the
 * present state. It is kept per object and revision until it is saved or discarded. Never for secrets.
 */
export function useKeptEdit<Value>(object: string, present: Revised<Value>) {
  const [edit, setEdit] = useState<Edit<Value>>(
    () => readKeptEdit<Value>(object, present.revision) ?? { base: present, value: present.value },
  );
  const isDirty = !isSameJson(edit.value, edit.base.value);
  // Without a change the newest state is shown.
  const isBehind = !isDirty && (edit.base.revision !== present.revision || !isSameJson(edit.base.value, present.value));
  if (isBehind) setEdit({ base: present, value: present.value });
  useEffect(() => {
    if (!isDirty) {
      forgetEdit(object);
      return undefined;
    }
    const keep = (): void => keepEdit(object, edit);
    const timer = setTimeout(keep, REST_MS);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [object, edit, isDirty]);
  return {
    base: edit.base,
    value: edit.value,
    isDirty,
    change: (value: Value) => setEdit((before) => ({ ...before, value })),
    /** Begins anew with a state: after a save, or with what a conflict was settled to. */
    begin: (base: Revised<Value>, value: Value = base.value) => setEdit({ base, value }),
    discard: () => setEdit({ base: present, value: present.value }),
  };
}
