import { useSyncExternalStore, type ReactNode } from 'react';
import type { MarkKind } from '../mark/mark.tsx';

/** A message about work elsewhere: done, under way, lost or refused. */
export interface Toast {
  kind: MarkKind;
  title: ReactNode;
  text?: ReactNode;
  /** One thing to do about it, such as Undo. */
  action?: { word: string; run: () => void };
  /** How long it is shown, in milliseconds; 6 s unless told. `Infinity` until it is closed. */
  shownMs?: number;
}

export interface ShownToast extends Toast {
  id: number;
}

let shown: readonly ShownToast[] = [];
let next = 1;
const listeners = new Set<() => void>();
const change = (toasts: readonly ShownToast[]): void => {
  shown = toasts;
  for (const listener of listeners) listener();
};

/** Shows a toast; the result removes it. At most four are shown, the oldest goes first. */
export function showToast(toast: Toast): () => void {
  const id = next++;
  change([...shown, { ...toast, id }].slice(-4));
  const close = (): void => {
    change(shown.filter((one) => one.id !== id));
  };
  const { shownMs = 6_000 } = toast;
  if (Number.isFinite(shownMs)) setTimeout(close, shownMs);
  return close;
}

/** Removes a toast. */
export const closeToast = (id: number): void => {
  change(shown.filter((one) => one.id !== id));
};

/** The toasts of this moment, the oldest first. */
export const useToasts = (): readonly ShownToast[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
