import type { ReactNode } from 'react';
import { createStore } from '../../lib/store.ts';
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

const shown = createStore<readonly ShownToast[]>([]);
let next = 1;

/** Shows a toast; the result removes it. At most four are shown, the oldest goes first. */
export function showToast(toast: Toast): () => void {
  const id = next++;
  shown.set([...shown.read(), { ...toast, id }].slice(-4));
  const close = (): void => closeToast(id);
  const { shownMs = 6_000 } = toast;
  if (Number.isFinite(shownMs)) setTimeout(close, shownMs);
  return close;
}

/** Removes a toast. */
export const closeToast = (id: number): void => {
  shown.set(shown.read().filter((one) => one.id !== id));
};

/** The toasts of this moment, the oldest first. */
export const useToasts = (): readonly ShownToast[] => shown.use();
