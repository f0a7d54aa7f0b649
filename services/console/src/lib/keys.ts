import { createContext, useContext, useEffect, useRef } from 'react';
import { createStore } from './store.ts';

/** A key of this moment and what it does. */
export interface KeyBinding {
  /** As the event names it: `j`, `R`, `Enter`, `Escape`, `ArrowLeft`; `mod+Enter` with ⌘ or Ctrl; `g o` one after the other. */
  keys: readonly string[];
  /** The word in the key line and in the list of all keys; a key without one is only in neither. */
  label?: string;
  /** The line names it before the others: the keys that move in a list. */
  leads?: true;
  run: (key: string) => void;
}

interface Layer {
  bindings: readonly KeyBinding[];
  /** Keys of the layers below rest: a dialog is over them. */
  covers: boolean;
  floor: number;
}

/** How many dialogs a component is inside of: keys of the page rest below a dialog, also when the page comes later. */
export const KeyFloor = createContext(0);

const layers: Layer[] = [];
const inForce = createStore<readonly KeyBinding[]>([]);

/** The layers in force: of the highest floor that something covers, and above it. */
function layersInForce(): readonly Layer[] {
  const covered = Math.max(0, ...layers.filter(({ covers }) => covers).map(({ floor }) => floor));
  const cover = layers.findLastIndex(({ covers, floor }) => covers && floor === covered);
  return layers.filter(({ floor }, index) => floor > covered || (floor === covered && index >= cover));
}

const tell = (): void => {
  inForce.set(
    layersInForce()
      .toReversed()
      .flatMap(({ bindings }) => bindings),
  );
};

/** The bindings in force: first of the parts of the page, then of the page. */
export const useKeyBindings = (): readonly KeyBinding[] => inForce.use();

/**
 * Binds keys while the component is there; a later component's keys win over an earlier one's. With `covers` the keys
 * of the page behind it rest, as a dialog needs it.
 */
export function useKeys(bindings: readonly KeyBinding[], { covers = false } = {}): void {
  const floor = useContext(KeyFloor);
  const layer = useRef<Layer>({ bindings, covers, floor });
  const shown = bindings.map(({ keys, label }) => `${keys.join(' ')}:${label ?? ''}`).join('|');
  // The newest functions run, but the line is drawn anew only when its words change.
  layer.current.bindings = bindings;
  useEffect(() => {
    const own = layer.current;
    layers.push(own);
    tell();
    return () => {
      layers.splice(layers.indexOf(own), 1);
      tell();
    };
  }, [shown]);
}

const SINGLE_KEYS_OFF = 'assay-single-keys-off';
/** Whether keys without ⌘ or Ctrl are switched off in this browser (WCAG 2.1.4). */
export const areSingleKeysOff = (): boolean => localStorage.getItem(SINGLE_KEYS_OFF) === '1';
/** Switches keys without ⌘ or Ctrl off or on in this browser. */
export function switchSingleKeys(off: boolean): void {
  if (off) localStorage.setItem(SINGLE_KEYS_OFF, '1');
  else localStorage.removeItem(SINGLE_KEYS_OFF);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));

/** Inside of these, letters and arrows belong to the widget that has the focus. */
const isWidget = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('[role=menu], [role=listbox], [role=combobox], .cm-editor') !== null;

/** How long the second key of a sequence may take, in milliseconds. */
const SEQUENCE_MS = 1200;

/** Listens for keys of the whole page; the result stops it. */
export function listenToKeys(): () => void {
  let first: { key: string; at: number } | undefined;
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const isModified = event.metaKey || event.ctrlKey;
    const name = isModified ? `mod+${event.key}` : event.key;
    if (
      !isModified &&
      event.key !== 'Escape' &&
      (isTyping(event.target) || isWidget(event.target) || areSingleKeysOff())
    )
      return;
    // Enter and the space bar press the button or follow the link that has the focus.
    if (
      [' ', 'Enter'].includes(event.key) &&
      !isModified &&
      event.target instanceof HTMLElement &&
      event.target.matches('button, a[href], summary, [role=button], input')
    )
      return;
    const sequence = first && performance.now() - first.at < SEQUENCE_MS ? `${first.key} ${name}` : undefined;
    first = isModified ? undefined : { key: name, at: performance.now() };
    for (const { bindings } of layersInForce().toReversed()) {
      for (const { keys, run } of bindings) {
        const key = keys.find((one) => one === sequence) ?? keys.find((one) => one === name);
        if (key === undefined) continue;
        event.preventDefault();
        first = undefined;
        run(key);
        return;
      }
    }
  };
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('keydown', onKey);
  };
}

/** A key as its cap shows it. */
export function keyCap(key: string): string {
  const caps: Record<string, string> = {
    Enter: '⏎',
    Escape: 'Esc',
    ArrowUp: '↑',
    ArrowDown: '↓',
    ArrowLeft: '←',
    ArrowRight: '→',
    Backspace: '⌫',
    ' ': 'Space',
  };
  return key
    .split(' ')
    .map((one) => {
      const plain = one.replace(/^mod\+/, '');
      return `${one === plain ? '' : '⌘'}${caps[plain] ?? (one === plain ? plain : plain.toUpperCase())}`;
    })
    .join(' ');
}
