import { hash } from 'node:crypto';
import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { given } from '@assay/contract/given';
import { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { inFlight } from '@assay/kit/requests/in-flight';
import { redactText } from '@assay/kit/security/redact';
import { unseal } from '@assay/kit/security/seal';
import { MAX_MESSAGE } from '@assay/kit/rpc/serve';
import { activeTraceparent } from '@assay/kit/telemetry/telemetry';
import { makeInspection } from '@assay/inspect/inspect';
import type { InputOf, InspectionName } from '@assay/inspect/inspections';
import { inspectedServer, type InspectedServer, type InspectedServerParts } from '@assay/inspect/inspected-server';
import { decliningAnswers } from '@assay/mcp/requests/answers';
import { requiredLabels } from '@assay/launching/required-labels';
import { isPlainClient, targetForClient, timeoutsForClient } from '@assay/mcp/client-target';
import { targetOf, timeoutsOf } from '@assay/mcp/saved-server';
import type { ServerTarget } from '@assay/mcp/target';
import type { Deps } from '../../deps.ts';
import type { ServerAddress } from '../../domain/servers/server-address.ts';
import { findEnabledServer, findServer } from '../servers/find-server.ts';
import { recordSurface } from '../../actions/surfaces/record-surface.ts';
import { LargeAnswers } from './large-answers.ts';
import { inspectFromRunner } from './remote-inspection.ts';

/** The largest answer that fits into a message of the mesh, with room for its envelope. */
export const MAX_ANSWER = MAX_MESSAGE - 64 * 1_024;

/** Makes an inspection of a server that is enabled. */
export const askServer = async <Name extends InspectionName>(
  deps: Deps,
  address: ServerAddress,
  name: Name,
  input: InputOf<Name>,
) => inspectSaved(deps, await findEnabledServer(deps, address), name, input);

/** Makes an inspection of a server that may be disabled. */
export const examineServer = async <Name extends InspectionName>(
  deps: Deps,
  address: ServerAddress,
  name: Name,
  input: InputOf<Name>,
) => inspectSaved(deps, await findServer(deps, address), name, input);

/**
 * Connects to a server with the settings of a client, and initializes a session. What the server offers is recorded for a
 * client without settings alone: another one may be shown something else, which is not a change of the server.
 */
export async function connectAsClient(deps: Deps, server: SavedServer, client: ClientConfig): Promise<void> {
  if (isPlainClient(server.id, client)) await inspectSaved(deps, server, 'validate', {});
  else if (!isReachedFromHere(server)) await inspectFromRunner(deps, server, 'validate', {}, { client });
  else {
    const subject = inspectedServer({
      ...subjectParts(deps, server),
      target: targetForClient(openTarget(deps, server, undefined), client),
      options: { timeouts: timeoutsForClient(server, client), answers: decliningAnswers },
      seen: () => undefined,
    });
    await makeInspection(subject, 'validate', {}, MAX_ANSWER);
  }
}

/**
 * Makes the inspection in this process, or on a runner where only a runner reaches the server; returns the bytes of the
 * API's answer.
 */
export async function inspectSaved<Name extends InspectionName>(
  deps: Deps,
  server: SavedServer,
  name: Name,
  input: InputOf<Name>,
): Promise<Uint8Array> {
  if (!isReachedFromHere(server)) return inspectFromRunner(deps, server, name, input);
  const owner = inFlight()?.caller?.organizationId ?? server.projectId;
  using answers = new LargeAnswers(deps.answerBytes, owner, MAX_ANSWER);
  return await makeInspection(subjectOf(deps, server, answers), name, input, MAX_ANSWER);
}

/** A server with runner labels is reached only by runners, and this process never starts a command. */
export const isReachedFromHere = (server: SavedServer): boolean => requiredLabels(server).length === 0;

/** A saved server as inspections in this process use it. */
export function subjectOf(deps: Deps, server: SavedServer, answers?: LargeAnswers): InspectedServer {
  const startedAt = performance.now();
  return inspectedServer({
    ...subjectParts(deps, server),
    target: openTarget(deps, server, answers),
    ...cachedSessions(deps, server),
    seen: (surface) => recordSurface(deps, { projectId: server.projectId, serverId: server.id }, surface, startedAt),
    afterwards: (work) => {
      work().catch((error: unknown) =>
        deps.log.warn({ err: error, serverId: server.id }, 'work after an answer failed'),
      );
    },
  });
}

/** The parts of a subject that do not depend on who asks. */
export function subjectParts(deps: Deps, server: SavedServer) {
  const [signal, traceparent] = [inFlight()?.signal, activeTraceparent()];
  return {
    projectId: server.projectId,
    ties: { ...given({ signal }), ...(traceparent && { traceparent }) },
    dialects: deps.dialects,
    // Servers show some tools only to clients that accept requests from the server: every connection declares that.
    options: { timeouts: timeoutsOf(server), answers: decliningAnswers },
    mask: redactText,
  } satisfies Partial<InspectedServerParts>;
}

/**
 * The cached sessions that the caller may use; none without a caller, and none through a tunnel, whose open requests are
 * few.
 */
function cachedSessions(
  { sessions, tunnels }: Deps,
  server: SavedServer,
): Pick<InspectedServerParts, 'cached'> | undefined {
  const caller = inFlight()?.caller;
  if (!caller || tunnels(server)) return undefined;
  const { requestId: _ofRequest, organizationId = server.projectId, ...principal } = caller;
  const revision = hash('sha256', SavedServer.encode(server).finish());
  return { cached: { sessions, owner: { organizationId, caller: JSON.stringify(principal), revision } } };
}

/** The target of a saved server, with its credentials unsealed. */
export function openTarget(
  { egress: direct, tunnels, keyEncryptionKey, tokens }: Deps,
  server: SavedServer,
  answers: LargeAnswers | undefined,
): ServerTarget {
  const egress = tunnels(server) ?? direct;
  return targetOf(
    server,
    answers?.over(egress) ?? egress,
    (sealed, context) => unseal(sealed, keyEncryptionKey, context),
    (one) => tokens.source(one),
  );
}
