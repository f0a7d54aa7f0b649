import type { ClientImpact } from '@assay/contract/areas/clients/documents';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { ClientUse } from '../../domain/clients/client-uses.ts';

export async function findClientImpact(db: Db, clientId: string): Promise<ClientImpact> {
  const [row] = await rows<{ environments: number; studies: number; journeys: number }>(
    db,
    sql`
    select
      (select count(*)::int from environments where kept_client_id = ${clientId}) as environments,
      (select count(*)::int from studies join environments on environments.id = studies.environment_id
        where kept_client_id = ${clientId} and unpublished_at is null) as studies,
      (select count(*)::int from attachments where client_id = ${clientId} and holder_kind = 'journey') as journeys`,
  );
  return {
    liveEnvironmentCount: row!.environments,
    scenarioAttachmentCount: row!.studies,
    activeLegacyJourneyCount: row!.journeys,
  };
}

/** At most `limit` objects that use a client: environments first, then studies. */
export async function listClientUses(db: Db, clientId: string, limit: number): Promise<ClientUse[]> {
  const found = await rows<{ kind: ClientUse['kind']; id: string; name: string | null }>(
    db,
    sql`
    (select 'environment' as kind, id, name from environments where kept_client_id = ${clientId} order by id limit ${limit})
    union all
    (select 'study', studies.id, studies.name from studies join environments on environments.id = studies.environment_id
      where kept_client_id = ${clientId} and unpublished_at is null order by studies.id limit ${limit})
    union all
    (select holder_kind, holder_id, null from attachments where client_id = ${clientId} order by holder_id limit ${limit})
    limit ${limit}`,
  );
  return found.map(({ kind, id, name }) => ({ kind, id, ...(name !== null && { name }) }));
}
