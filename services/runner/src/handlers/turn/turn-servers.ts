import type { SessionSpec, TurnTask } from '@assay/contract/areas/chat-sessions/turn-work';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { Problem } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';
import { IterationFailure } from '../../domain/iterations/iteration-failure.ts';
import type { PlatformLink } from '../../reach/platform/platform-link.ts';
import { serversOfSpec } from '../../reach/platform/servers-of-spec.ts';
import type { SessionContext } from '../../reach/sessions/sessions.ts';
import type { ToolSource } from '../../reach/sessions/tool-source.ts';
import { closeChangedSessions, type ChatContext } from './chat-contexts.ts';
import type { TurnInventory } from '../../engine/turns/chat-turn.ts';

interface TurnServersOptions {
  task: TurnTask;
  projectId: string;
  platform: Pick<PlatformLink, 'catalog' | 'key' | 'own'>;
  signal: AbortSignal;
  log: Logger;
}

/** The servers of one turn: it goes on without any that cannot be reached, on the sessions of earlier turns. */
export function turnServers(
  chat: ChatContext,
  options: TurnServersOptions,
): SessionContext & { absent: Map<string, IterationFailure> } {
  const { spec, allowedServerIds } = options.task;
  const servers = spec.servers.filter(({ id }) => allowedServerIds?.includes(id) ?? true);
  const absent = new Map<string, IterationFailure>();
  let found: Promise<SavedServer[]> | undefined;
  return {
    spec: { ...spec, servers: servers.map((server) => ({ ...server, isOptional: true as const })) },
    servers: () =>
      (found ??= existingServers({ ...spec, servers }, absent, options).then((all) => {
        closeChangedSessions(chat, all, options.platform.key);
        return all;
      })),
    inventory: undefined,
    shared: chat.sessions,
    absent,
  };
}

/** The servers that exist; a deleted one keeps the others from nothing. */
async function existingServers(
  spec: SessionSpec,
  absent: Map<string, IterationFailure>,
  { projectId, platform, signal, log }: TurnServersOptions,
): Promise<SavedServer[]> {
  const find = (servers: SessionSpec['servers']) =>
    serversOfSpec(platform, { ...spec, servers }, projectId, signal, log);
  try {
    return await find(spec.servers);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  const all = await Promise.all(
    spec.servers.map((server) =>
      find([server]).catch((error: unknown) => {
        absent.set(server.name, new IterationFailure(error, Outcome.SETUP_FAILED, Blame.PLATFORM));
        return [];
      }),
    ),
  );
  return all.flat();
}

/**
 * Reads the tools of the servers that can be reached.
 * @throws IterationFailure of a server when none can be reached.
 */
export async function readTurnInventory(
  tools: ToolSource,
  { spec, absent }: ReturnType<typeof turnServers>,
  { allowedTools }: Pick<TurnTask, 'allowedTools'>,
): Promise<TurnInventory> {
  const all = await tools.inventory();
  const [failure] = absent.values();
  if (failure && absent.size >= spec.servers.length) throw failure;
  const inventory = allowedTools
    ? all.map((server) => ({
        ...server,
        tools: server.tools.filter(({ name }) => allowedTools.includes(String(name))),
      }))
    : all;
  return { inventory, excludedTools: countTools(all) - countTools(inventory), absent: [...absent.keys()] };
}

const countTools = (inventory: ServerInventory[]): number =>
  inventory.reduce((sum, { tools }) => sum + tools.length, 0);
