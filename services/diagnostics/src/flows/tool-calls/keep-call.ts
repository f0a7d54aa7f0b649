import type { CallTool } from '@assay/contract/areas/primitives/documents';
import { documentHider } from '@assay/contract/areas/servers/secret-values';
import { Problem } from '@assay/contract/problem';
import { savedSecretsOf } from '@assay/inspect/mask';
import { inFlight } from '@assay/kit/requests/in-flight';
import { redactDocument } from '@assay/kit/security/redact';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import type { Deps } from '../../deps.ts';
import { keptCall, type CallAnswer } from '../../domain/tool-calls/kept-call.ts';
import { insertToolCall } from '../../store/tool-calls/tool-calls.ts';
import { openTarget } from '../inspections/inspect-server.ts';

/** At most this many calls of a person are kept per server. */
const KEPT = 100;

/**
 * Makes a call and keeps it for its person, also when it fails. A call is answered although it cannot be
 * kept, because it may have changed something on the server.
 */
export async function keepingCall(
  deps: Deps,
  server: SavedServer,
  input: CallTool,
  call: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const userId = inFlight()?.caller?.userId;
  if (userId === undefined) return call();
  const startedAt = performance.now();
  const keep = (answer: CallAnswer) =>
    storeCall(deps, server, userId, input, answer, performance.now() - startedAt).catch((error: unknown) =>
      deps.log.warn({ err: error, serverId: server.id }, 'a tool call could not be kept'),
    );
  try {
    const answer = await call();
    await keep(answer);
    return answer;
  } catch (error) {
    if (error instanceof Problem) await keep(error);
    throw error;
  }
}

async function storeCall(
  deps: Deps,
  server: SavedServer,
  userId: string,
  { toolName, parameters = {} }: CallTool,
  answer: CallAnswer,
  tookMs: number,
): Promise<void> {
  const target = openTarget(deps, server, undefined);
  // A call that waited for its token in vain sent none, and must not wait for it again.
  const hasToken = !(answer instanceof Problem && answer.details?.['cause'] === 'token_unavailable');
  const token = hasToken ? await target.tokens?.token().catch(() => undefined) : undefined;
  const hide = documentHider([...savedSecretsOf(target), ...(token === undefined ? [] : [token])]);
  const kept = keptCall(parameters, answer, tookMs, (document) => redactDocument(hide(document)));
  const address = { projectId: server.projectId, serverId: server.id, userId };
  await insertToolCall(deps.pool, address, toolName, kept, KEPT);
}
