import { useKeys, type KeyBinding } from '../../lib/keys.ts';

interface ListKeys {
  /** The ids of the rows in their order. */
  ids: readonly string[];
  /** The id of the selected row. */
  at: string | undefined;
  moveTo: ((id: string) => void) | undefined;
  open?: ((id: string) => void) | undefined;
  chosen?: ReadonlySet<string> | undefined;
  onChoose?: ((chosen: ReadonlySet<string>) => void) | undefined;
  hasFilters: boolean;
  noun?: string | undefined;
  opens?: string | undefined;
}

/** Binds the keys of a list: `j`, `k`, Home and End move the selection, Enter opens, `x` and `X` choose. */
export function useListKeys({
  ids,
  at,
  moveTo,
  open,
  chosen = new Set(),
  onChoose,
  hasFilters,
  noun = 'row',
  opens = 'open',
}: ListKeys): void {
  const index = at === undefined ? -1 : ids.indexOf(at);
  const step = (by: number): void => {
    const next = ids[Math.min(Math.max(index + by, 0), ids.length - 1)];
    if (next !== undefined) moveTo!(next);
  };
  const choose = (isRange: boolean): void => {
    if (at === undefined) return;
    const from = isRange ? ids.findLastIndex((id, place) => place < index && chosen.has(id)) : -1;
    const range = from < 0 ? [at] : ids.slice(from, index + 1);
    onChoose!(from < 0 ? chosen.symmetricDifference(new Set(range)) : chosen.union(new Set(range)));
  };
  const bindings: KeyBinding[] = [];
  if (moveTo) {
    bindings.push(
      { keys: ['j', 'k'], label: noun, leads: true, run: (key) => step(key === 'j' ? 1 : -1) },
      { keys: ['Home', 'End'], run: (key) => step(key === 'Home' ? -ids.length : ids.length) },
    );
  }
  if (open) bindings.push({ keys: ['Enter'], label: opens, leads: true, run: () => at !== undefined && open(at) });
  if (onChoose) bindings.push({ keys: ['x', 'X'], label: 'choose', run: (key) => choose(key === 'X') });
  if (moveTo && hasFilters)
    bindings.push({
      keys: ['/', 'f'],
      label: 'filter',
      run: () => document.querySelector<HTMLElement>('[data-list-search], .filters button')?.focus(),
    });
  useKeys(bindings);
}
