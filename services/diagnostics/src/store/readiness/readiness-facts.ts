import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { ReadinessKind, SubmissionFact } from '@assay/contract/areas/readiness/documents';
import type { ServerAddress } from '../../domain/servers/server-address.ts';

export interface FactRow extends SubmissionFact {
  statedBy: string | null;
  statedAt: Date;
}

/** The facts of a server for one directory, by the id of their requirement. */
export const listFacts = (db: Db, { projectId, serverId }: ServerAddress, kind: ReadinessKind): Promise<FactRow[]> =>
  rows<FactRow>(
    db,
    sql`
    select requirement_id, met, note, stated_by, stated_at from readiness_facts
    where project_id = ${projectId} and server_id = ${serverId} and kind = ${kind} order by requirement_id`,
  );

/** Replaces the facts of a server for one directory; one that did not change keeps its author and its time. */
export async function replaceFacts(
  db: Db,
  { projectId, serverId }: ServerAddress,
  kind: ReadinessKind,
  facts: readonly SubmissionFact[],
  statedBy: string | undefined,
): Promise<void> {
  await db.query(sql`
    delete from readiness_facts where project_id = ${projectId} and server_id = ${serverId} and kind = ${kind}
      and not requirement_id = any(${facts.map(({ requirementId }) => requirementId)})`);
  await db.query(sql`
    insert into readiness_facts as old (server_id, project_id, requirement_id, kind, met, note, stated_by)
    select ${serverId}, ${projectId}, fact.requirement_id, ${kind}, fact.met, fact.note, ${statedBy ?? null}
    from unnest(${facts.map(({ requirementId }) => requirementId)}::text[], ${facts.map(({ met }) => met)}::boolean[],
      ${facts.map(({ note }) => note)}::text[]) as fact (requirement_id, met, note)
    on conflict (server_id, requirement_id) do update
      set met = excluded.met, note = excluded.note, stated_by = excluded.stated_by, stated_at = now()
    where (old.met, old.note) is distinct from (excluded.met, excluded.note)`);
}
