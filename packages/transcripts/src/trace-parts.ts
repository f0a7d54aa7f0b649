import { rows, sql, type Db, type Fragment, type Statement } from '@assay/kit/postgres/db';
import { packedBytes } from '@assay/kit/postgres/packed-bytes';
import type { StoredPart } from './stored-part.ts';

/** One attempt at something that leaves a trace: whose it is, and which attempt. */
export interface Attempt {
  ownerId: string;
  fence: string;
}

/** A part at its place in a trace. */
export type TracePart = Attempt & StoredPart & { part: number };

/** A part as it was stored: gzipped JSON. */
export interface PartBody {
  part: number;
  body: Buffer;
}

/**
 * Stores the parts whose attempt is the present one of its owner; `owners` is the table of owners, with the columns `id` and
 * `fence`. A part that is stored already stays as it is: a sender may repeat itself. The owners are locked in the order of their
 * ids, so that no deletion deadlocks with this or makes it fail.
 */
export async function insertTraceParts(db: Db, owners: Fragment, parts: readonly TracePart[]): Promise<void> {
  if (parts.length === 0) return;
  const { bytes, starts, lengths } = packedBytes(parts.map(({ body }) => body));
  await db.query(sql`
    insert into trace_parts (owner_id, fence, part, trace_id, body)
    select p.owner_id, p.fence, p.part, p.trace_id, substring(${bytes}::bytea from p.start for p.length)
    from unnest(${parts.map(({ ownerId }) => ownerId)}::text[], ${parts.map(({ fence }) => fence)}::uuid[],
                ${parts.map(({ part }) => part)}::int[], ${parts.map(({ traceId }) => traceId)}::text[],
                ${starts}::int[], ${lengths}::int[]) as p(owner_id, fence, part, trace_id, start, length)
    join ${owners} o on o.id = p.owner_id and o.fence = p.fence
    order by p.owner_id for key share of o
    on conflict do nothing`);
}

/**
 * The parts of an attempt after the `after`th, in order; `attempt` is a query of its owner's `id` and its `fence`. Undefined when
 * there is no such attempt. Ask for one more than a page.
 */
export async function listTraceParts(
  db: Db,
  attempt: Statement,
  { after, limit }: { after: number; limit: number },
): Promise<PartBody[] | undefined> {
  const given = attempt.values.length;
  const found = await rows<{ part: number | null; body: Buffer }>(db, {
    text: `
    select p.part, p.body from (${attempt.text}) as a(id, fence)
    left join lateral (
      select part, body from trace_parts where owner_id = a.id and fence = a.fence and part > $${given + 1}
      order by part limit $${given + 2}) p on true
    order by p.part`,
    values: [...attempt.values, after, limit],
  });
  if (found.length === 0) return undefined;
  return found.filter((row): row is PartBody => row.part !== null);
}

/** Deletes some of the parts of the owners whose ids a query gives, at most `limit`; answers whether there may be more. */
export async function deleteTraceParts(db: Db, owners: Statement, limit: number): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `
    delete from trace_parts where ctid = any(array(
      select p.ctid from trace_parts p join (${owners.text}) as o(id) on o.id = p.owner_id limit $${owners.values.length + 1}))`,
    values: [...owners.values, limit],
  });
  return rowCount === limit;
}
