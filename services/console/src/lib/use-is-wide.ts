import { useSyncExternalStore } from 'react';

/** Below this width an inspector covers its list. */
const query = matchMedia('(min-width: 1101px)');

/** Whether list and inspector stand beside each other. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => {
        query.removeEventListener('change', listener);
      };
    },
    () => query.matches,
  );
