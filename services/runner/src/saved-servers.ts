import { DirectoryService, type SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/client';
import type { Logger } from '@assay/kit/log';
import { untilAnswered } from './until-answered.ts';

/** The servers that some work is about, by id and under the names that it knows them by. */
export interface WantedServers { projectId: string; servers: { id: string; name: string }[] }

/** Asks catalog how to connect to them. The names stay those of the work: a server may be renamed while it goes on. */
export async function savedServers(catalog: Channel, { projectId, servers: wanted }: WantedServers, signal: AbortSignal, log: Logger): Promise<SavedServer[]> {
  const serverIds = wanted.map(({ id }) => id);
  const away = (error: unknown) => log.warn({ err: error }, 'saved servers cannot be looked up at the moment');
  const { servers } = await untilAnswered(() => catalog.call(DirectoryService.resolveServers, { projectId, serverIds }), signal, away);
  return wanted.map(({ id, name }) => {
    const server = servers.find((each) => each.id === id);
    if (!server) throw new Problem('NOT_FOUND', `The server "${name}" no longer exists.`);
    return { ...server, name };
  });
}
