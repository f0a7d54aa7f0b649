import type { Pool } from '@assay/kit/postgres/db';
import type { ServiceParts } from '@assay/kit/service';
import { ACCESS, SERVERS } from '../domain/topics.ts';
import { onMemberRemoved } from './member-removed.ts';
import { onProjectDeleted } from './project-deleted.ts';
import { onServerDeleted } from './server-deleted.ts';

/** The topics this service listens to, and what each type of event does here. */
export function consumed(pool: Pool): NonNullable<ServiceParts['consumes']> {
  const handlers = new Map([
    ['assay.v1.MemberRemoved', onMemberRemoved(pool)],
    ['assay.v1.ProjectDeleted', onProjectDeleted(pool)],
    ['assay.v1.ServerDeleted', onServerDeleted(pool)],
  ]);
  return { topics: [ACCESS, SERVERS], handle: async (message) => handlers.get(message.type)?.(message) };
}
