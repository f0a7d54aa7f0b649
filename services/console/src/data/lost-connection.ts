import { showToast } from '../components/toast/toast-queue.ts';

/** A lost connection is told after this time, in milliseconds. */
const LOST_MS = 4_000;

/** Tells by a toast that a stream has been without a connection for 4 s; `onBack` runs when it has one again. */
export function watchConnection(onBack: () => void): { note: (isConnected: boolean) => void; end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let close: (() => void) | undefined;
  const tell = (): void => {
    close = showToast({
      kind: 'warning',
      title: 'Live updates are interrupted',
      text: 'The page is read again when the connection is back.',
      shownMs: Infinity,
    });
  };
  const end = (): void => {
    clearTimeout(timer);
    timer = undefined;
    close?.();
    close = undefined;
  };
  return {
    note: (isConnected) => {
      if (!isConnected) {
        timer ??= setTimeout(tell, LOST_MS);
        return;
      }
      const wasTold = close !== undefined;
      end();
      if (wasTold) onBack();
    },
    end,
  };
}
