import type { EvalRunGroupTarget } from '@assay/sdk';
import { UsageError } from '../command-failure.ts';

/** The targets of a launch, by ids. */
export interface TargetChoice {
  environmentIds: readonly string[];
  /** Names or ids of clients, as the API takes them. */
  clients: readonly string[];
  servers: readonly { id: string; name: string }[];
  models: readonly string[];
}

/** The part of a launch that names its target: of one run, or the targets of a group. */
export type LaunchTarget =
  | { one: { environmentId?: string; namedHostId?: string; serverIds?: string[]; model?: string } }
  | { several: EvalRunGroupTarget[] };

/**
 * One run, or a group with a run for each environment, client, or server with each model. Throws UsageError for targets
 * of two kinds, and for models beside several environments or clients.
 */
export function launchTarget({ environmentIds, clients, servers, models }: TargetChoice): LaunchTarget {
  const kinds = [environmentIds, clients, servers].filter(({ length }) => length > 0);
  if (kinds.length > 1)
    throw new UsageError('--environment, --client and --server are three ways to choose a target: give one of them.');
  const isOne = (kinds[0]?.length ?? 0) <= 1 && models.length <= 1;
  const [environmentId, namedHostId, server, model] = [environmentIds[0], clients[0], servers[0], models[0]];
  if (isOne)
    return {
      one: {
        ...(environmentId !== undefined && { environmentId }),
        ...(namedHostId !== undefined && { namedHostId }),
        ...(server && { serverIds: [server.id] }),
        ...(model !== undefined && { model }),
      },
    };
  if (models.length > 0 && (environmentIds.length > 0 || clients.length > 0))
    throw new UsageError(
      '--model cannot be given with several targets, or several times with --environment or --client.',
    );
  if (environmentIds.length > 0) return { several: environmentIds.map((id) => ({ environmentId: id })) };
  if (clients.length > 0) return { several: clients.map((id) => ({ namedHostId: id })) };
  return { several: armsOf(servers, models) };
}

/** An arm for each server with each model. */
function armsOf(servers: TargetChoice['servers'], models: readonly string[]): EvalRunGroupTarget[] {
  const [places, minds] = [servers.length > 0 ? servers : [undefined], models.length > 0 ? models : [undefined]];
  return places.flatMap((server) =>
    minds.map((model) => ({
      arm: {
        name: [server?.name, model]
          .filter((part) => part !== undefined)
          .join(', ')
          .slice(0, MAX_NAME),
        ...(server && { serverIds: [server.id] }),
        ...(model !== undefined && { model }),
      },
    })),
  );
}

const MAX_NAME = 80;
