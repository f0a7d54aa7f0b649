import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** Records which organization was the first one. */
export async function saveFirstOrganization(db: Db, organizationId: string): Promise<void> {
  await db.query(sql`
    insert into installation (first_organization_id) values (${organizationId})
    on conflict (one) do update set first_organization_id = excluded.first_organization_id`);
}

/** The first organization; undefined once it is deleted. */
export async function findFirstOrganization(db: Db): Promise<string | undefined> {
  const [row] = await rows<{ id: string }>(
    db,
    sql`
    select id from live_organizations join installation on first_organization_id = id`,
  );
  return row?.id;
}
