import { KEY_FIRST, rows, sql, type Db, type Statement } from '@assay/kit/postgres/db';
import { isHidden } from '../eval-runs/tombstones.ts';

/** An image of an attempt at an iteration. */
export interface IterationScreenshot {
  iterationId: string;
  fence: string;
  id: string;
  body: Buffer;
}

/** Stores the images whose attempt is the one with which its iteration ended. An image that is stored already stays as it is. */
export async function insertScreenshots(db: Db, screenshots: readonly IterationScreenshot[]): Promise<void> {
  if (screenshots.length === 0) return;
  await db.query(sql`
    insert into iteration_screenshots (iteration_id, id, body)
    select s.iteration_id, s.id, s.body
    from unnest(${screenshots.map(({ iterationId }) => iterationId)}::text[], ${screenshots.map(({ fence }) => fence)}::uuid[],
                ${screenshots.map(({ id }) => id)}::text[], ${screenshots.map(({ body }) => body)}::bytea[]) as s(iteration_id, fence, id, body)
    join iterations i on i.id = s.iteration_id and i.fence = s.fence and i.status not in ('pending', 'running')
    on conflict do nothing`);
}

/** The bytes of one image; undefined when the run has no such image. */
export async function findScreenshot(
  db: Db,
  {
    projectId,
    runId,
    iterationId,
    screenshotId,
  }: Record<'projectId' | 'runId' | 'iterationId' | 'screenshotId', string>,
): Promise<Buffer | undefined> {
  const [found] = await rows<{ body: Buffer }>(
    db,
    sql`
    select s.body from iteration_screenshots s join (select * from iterations where id = ${iterationId} ${KEY_FIRST}) i on i.id = s.iteration_id join runs r on r.id = i.run_id
    where s.iteration_id = ${iterationId} and s.id = ${screenshotId} and i.run_id = ${runId} and r.project_id = ${projectId} and not ${isHidden('r')}`,
  );
  return found?.body;
}

/** Deletes some of the images of the iterations whose ids a query gives, at most `limit`; answers whether there may be more. */
export async function deleteScreenshots(db: Db, iterations: Statement, limit: number): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `
    delete from iteration_screenshots where ctid = any(array(
      select s.ctid from iteration_screenshots s join (${iterations.text}) as i(id) on i.id = s.iteration_id limit $${iterations.values.length + 1}))`,
    values: [...iterations.values, limit],
  });
  return rowCount === limit;
}
