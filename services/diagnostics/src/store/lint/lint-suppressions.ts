import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { LintSuppression } from '@assay/contract/areas/diagnosis/lint';
import type { ServerAddress } from '../../domain/servers/server-address.ts';

export interface SuppressionRow {
  id: string;
  ruleId: string;
  body: Pick<LintSuppression, 'item' | 'paths' | 'reason'>;
  createdBy: string | null;
  createdAt: Date;
}

const columns = fragment('id, rule_id, body, created_by, created_at');

/** The suppressions of a server, the oldest first. */
export const listSuppressions = (db: Db, { projectId, serverId }: ServerAddress): Promise<SuppressionRow[]> =>
  rows<SuppressionRow>(
    db,
    sql`select ${columns} from lint_suppressions where project_id = ${projectId} and server_id = ${serverId} order by created_at, id`,
  );

/** Undefined when the server has `max` suppressions already. */
export async function insertSuppression(
  db: Db,
  { projectId, serverId }: ServerAddress,
  { id, ruleId, body, createdBy }: Omit<SuppressionRow, 'createdAt'>,
  max: number,
): Promise<SuppressionRow | undefined> {
  const [row] = await rows<SuppressionRow>(
    db,
    sql`
    insert into lint_suppressions (id, project_id, server_id, rule_id, body, created_by)
    select ${id}, ${projectId}, ${serverId}, ${ruleId}, ${body}, ${createdBy}
    where (select count(*) from lint_suppressions where project_id = ${projectId} and server_id = ${serverId}) < ${max}
    returning ${columns}`,
  );
  return row;
}

export async function deleteSuppression(
  db: Db,
  { projectId, serverId }: ServerAddress,
  id: string,
): Promise<SuppressionRow | undefined> {
  const [row] = await rows<SuppressionRow>(
    db,
    sql`
    delete from lint_suppressions where project_id = ${projectId} and server_id = ${serverId} and id = ${id}
    returning ${columns}`,
  );
  return row;
}
