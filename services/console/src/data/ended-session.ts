import { createStore } from '../lib/store.ts';

const ended = createStore(false);

/** Notes that a request was refused because the session has ended: the sign-in opens over the page. */
export const tellEndedSession = (): void => {
  ended.set(true);
};

/** Notes that the person has signed in again. */
export const tellRenewedSession = (): void => {
  ended.set(false);
};

/** Whether the session has ended. */
export const useEndedSession = (): boolean => ended.use();
