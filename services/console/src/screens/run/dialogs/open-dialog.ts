import { useSyncExternalStore } from 'react';

export type DialogName = 'rerun' | 'regrade' | 'cancel' | 'waive';

let open: DialogName | undefined;
const listeners = new Set<() => void>();

/** Opens a dialog of the run of the page, or closes the one that is open. */
export function openDialog(name: DialogName | undefined): void {
  open = name;
  for (const listener of listeners) listener();
}

/** The dialog that is open. */
export const useOpenDialog = (): DialogName | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
