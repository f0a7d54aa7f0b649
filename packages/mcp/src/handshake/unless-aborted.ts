import { endSession } from '../end-session.ts';
import type { InitializedConnection } from './open-connection.ts';

/** Rejects with the signal's reason as soon as it aborts; a connection that opens later is closed. */
export function unlessAborted(
  connecting: Promise<InitializedConnection>,
  signal: AbortSignal,
): Promise<InitializedConnection> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(signal.reason as Error);
      connecting.then(closeConnection, () => {});
    };
    signal.addEventListener('abort', abort, { once: true });
    connecting.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Closes a connection, and its session on the server. */
export const closeConnection = async ({ client, transport }: InitializedConnection): Promise<void> =>
  void (await Promise.all([endSession(transport), client.close()]));
