import type { Counters } from '@assay/grading/measures/counters';
import type { TurnMeasures } from '@assay/grading/measures/turn-measures';
import { keptJson } from '@assay/kit/json/kept-json';
import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

/** The kind of visitors: people or personas. */
export type Population = 'real' | 'synthetic';

/** The stored measures of a session. */
export interface StoredMeasures {
  sessionId: string;
  studyId: string;
  population: Population;
  /** `YYYY-MM-DD`. */
  day: string;
  windowId: string;
  isEnded: boolean;
  turns: TurnMeasures[];
  counted: Counters;
}

export const listSessionMeasures = (
  db: Db,
  sessionIds: string[],
): Promise<Pick<StoredMeasures, 'sessionId' | 'turns' | 'counted'>[]> =>
  rows(db, sql`select session_id, turns, counted from session_measures where session_id = any(${sessionIds})`);

/** The newest sessions of a study, or of one of its windows, that ended and were measured. */
export const listNewestEnded = async (
  db: Db,
  { studyId, window }: { studyId: string; window?: { id: string } },
  limit: number,
): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`
      select session_id as id from session_measures
      where study_id = ${studyId} and is_ended and session_id is not null and population = 'real'
        and (${window?.id ?? null}::text is null or window_id = ${window?.id ?? null})
      order by session_id desc limit ${limit}`,
    )
  ).map(({ id }) => id);

export async function saveSessionMeasures(tx: Tx, all: StoredMeasures[]): Promise<void> {
  await tx.query(sql`
    insert into session_measures (session_id, study_id, population, day, window_id, is_ended, turns, counted)
    select * from unnest(
      ${all.map(({ sessionId }) => sessionId)}::text[], ${all.map(({ studyId }) => studyId)}::text[],
      ${all.map(({ population }) => population)}::text[], ${all.map(({ day }) => day)}::date[],
      ${all.map(({ windowId }) => windowId)}::text[], ${all.map(({ isEnded }) => isEnded)}::boolean[],
      ${all.map(({ turns }) => keptJson(turns))}::json[], ${all.map(({ counted }) => JSON.stringify(counted))}::json[])
    on conflict (session_id) do update set is_ended = excluded.is_ended, turns = excluded.turns, counted = excluded.counted`);
}

/** Deletes the measures of erased sessions; answers the shares that they have in the counters. */
export const deleteErasedMeasures = (
  tx: Tx,
  limit: number,
): Promise<Pick<StoredMeasures, 'studyId' | 'population' | 'day' | 'windowId' | 'counted'>[]> =>
  rows(
    tx,
    sql`
    delete from session_measures where id in (select id from session_measures where session_id is null order by id limit ${limit})
    returning study_id, population, day::text, window_id, counted`,
  );
