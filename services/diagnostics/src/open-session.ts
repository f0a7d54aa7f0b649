import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { inFlight } from '@assay/kit/in-flight';
import { unseal } from '@assay/kit/seal';
import { activeTraceparent } from '@assay/kit/telemetry';
import { connect, type ConnectOptions } from '@assay/mcp/connect';
import { targetOf, timeoutsOf } from '@assay/mcp/saved-server';
import type { CallOptions } from '@assay/mcp/request';
import type { Session } from '@assay/mcp/session';
import type { Target } from '@assay/mcp/target';
import type { Deps } from './deps.ts';

/** How to reach a saved server, its credentials opened. */
export const openTarget = (server: SavedServer, { keyEncryptionKey }: Pick<Deps, 'keyEncryptionKey'>): Target =>
  targetOf(server, (sealed, context) => unseal(sealed, keyEncryptionKey, context));

/** What ties work with a server to the request in flight: it ends when nobody waits any more, and belongs to its trace. */
export function ties(): Pick<ConnectOptions & CallOptions, 'signal' | 'traceparent'> {
  const [signal, traceparent] = [inFlight()?.signal, activeTraceparent()];
  return { ...(signal && { signal }), ...(traceparent && { traceparent }) };
}

/** Lends a session with a saved server to `work`. Without `dialects` the server is asked afresh how it speaks. */
export async function withSession<T>(
  { keyEncryptionKey, dialects }: Pick<Deps, 'keyEncryptionKey'> & Partial<Deps>, server: SavedServer, work: (session: Session) => Promise<T>,
): Promise<T> {
  const target = openTarget(server, { keyEncryptionKey });
  const session = await connect(target, { ...ties(), timeouts: timeoutsOf(server), ...(dialects && { dialects }) });
  try {
    return await work(session);
  } finally {
    // Taking leave never fails, and nobody has to wait for it.
    void session.close();
  }
}
