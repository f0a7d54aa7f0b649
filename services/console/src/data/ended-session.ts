import { useSyncExternalStore } from 'react';

let ended = false;
const listeners = new Set<() => void>();
const tell = (value: boolean): void => {
  if (ended === value) return;
  ended = value;
  for (const listener of listeners) listener();
};

/** Notes that a request was refused because the session has ended: the sign-in opens over the page. */
export const tellEndedSession = (): void => {
  tell(true);
};
/** Notes that the person has signed in again. */
export const tellRenewedSession = (): void => {
  tell(false);
};

/** Whether the session has ended. */
export const useEndedSession = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => ended,
  );
