import type { Server } from '@assay/contract/areas/servers/documents';
import { Problem } from '@assay/contract/problem';
import { nameFor } from '../../domain/server-connections/connection.ts';
import type { ProjectMember } from './member.ts';

const ATTEMPTS = 5;

/** Saves a server under a free name, also when concurrent requests take names. */
export async function saveUnder(
  member: ProjectMember,
  wanted: string | null,
  url: string,
  useOAuth: boolean,
): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    const taken = new Set((await member.servers()).map(({ name }) => name));
    try {
      return await member.saveServer(nameFor(wanted, url, taken), url, useOAuth);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'CONFLICT' || attempt === ATTEMPTS) throw error;
    }
  }
}
