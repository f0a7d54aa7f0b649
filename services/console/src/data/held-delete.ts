import { useQueryClient } from '@tanstack/react-query';
import { Problem } from '@assay/sdk';
import { showToast } from '../components/toast/toast-queue.ts';
import { createStore } from '../lib/store.ts';
import type { OperationId } from './operations.ts';

/** How long a deletion is held back, in milliseconds: so long it can be undone. */
const HELD_MS = 20_000;

interface Held {
  id: string;
  send: () => Promise<unknown>;
}

const held = createStore<readonly Held[]>([]);

/** The ids of what is about to be deleted: lists leave them out. */
export const useHeldIds = (): ReadonlySet<string> => new Set(held.use().map(({ id }) => id));

addEventListener('pagehide', () => {
  for (const { send } of held.read()) void send();
  held.set([]);
});

/**
 * Deletes an object after 20 seconds, in which a toast can undo it. Leaving the page sends it at once. A refusal brings
 * the object back, with the reason.
 */
export function useHeldDelete(changes: readonly OperationId[]) {
  const cache = useQueryClient();
  const readAgain = () => Promise.all(changes.map((id) => cache.invalidateQueries({ queryKey: [id] })));
  return ({ id, title, send }: Held & { title: string }): void => {
    const drop = (): void => held.set(held.read().filter((one) => one.id !== id));
    const close = showToast({
      kind: 'note',
      title,
      shownMs: HELD_MS,
      action: {
        word: 'Undo',
        run: () => {
          clearTimeout(timer);
          drop();
          close();
        },
      },
    });
    const timer = setTimeout(() => {
      // A page that was left has sent it, and may be shown again from the browser's cache.
      if (!held.read().some((one) => one.id === id)) return;
      void send().then(
        async () => {
          await readAgain();
          drop();
        },
        (error: unknown) => {
          drop();
          showToast({
            kind: 'failed',
            title: 'It was not deleted.',
            text: error instanceof Problem ? error.message : '',
          });
        },
      );
    }, HELD_MS);
    held.set([...held.read(), { id, send }]);
  };
}
