import type { CounterName, Counters } from '@assay/grading/measures/counters';
import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { Population } from './session-measures.ts';

/** A change of a counter of one study, population and day. */
export interface CounterUpdate {
  studyId: string;
  population: Population;
  day: string;
  counter: string;
  key: string;
  amount: number;
}

/** Adds changes to counters, each counter once and in the order of their keys, so that two such statements never deadlock. */
export async function addToCounters(tx: Tx, changes: CounterUpdate[]): Promise<void> {
  await tx.query(sql`
    insert into study_counters (study_id, population, day, counter, key, amount)
    select study_id, population, day, counter, key, sum(amount) from unnest(
      ${changes.map(({ studyId }) => studyId)}::text[], ${changes.map(({ population }) => population)}::text[],
      ${changes.map(({ day }) => day)}::date[], ${changes.map(({ counter }) => counter)}::text[],
      ${changes.map(({ key }) => key)}::text[], ${changes.map(({ amount }) => amount)}::bigint[]
    ) as c(study_id, population, day, counter, key, amount)
    where exists (select from studies where id = study_id)
    group by study_id, population, day, counter, key
    order by study_id, population, day, counter, key
    on conflict (study_id, population, day, counter, key) do update set amount = study_counters.amount + excluded.amount`);
}

/**
 * The counters of a study summed over the days of a window, or over all days; undefined when no session was measured. The
 * window is in milliseconds since the epoch, without its end.
 */
export async function findCounters(
  db: Db,
  studyId: string,
  population: Population,
  window?: { startAt: number; endAt: number },
): Promise<Counters | undefined> {
  const dayOf = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString().slice(0, 10));
  const found = await rows<{ counter: CounterName; key: string; amount: number }>(
    db,
    sql`
    select counter, key, sum(amount)::float8 as amount from study_counters
    where study_id = ${studyId} and population = ${population}
      and day >= coalesce(${dayOf(window?.startAt)}::date, '-infinity') and day < coalesce(${dayOf(window?.endAt)}::date, 'infinity')
    group by counter, key having sum(amount) <> 0`,
  );
  if (found.length === 0) return undefined;
  const counters: Counters = {};
  for (const { counter, key, amount } of found) (counters[counter] ??= {})[key] = amount;
  return counters;
}

/** Plain counters of the latest days that have any, the newest first. */
export const listDailyCounters = (
  db: Db,
  studyId: string,
  population: Population,
  names: CounterName[],
  limit: number,
): Promise<{ day: string; amounts: Partial<Record<CounterName, number>> }[]> =>
  rows(
    db,
    sql`
    select day::text, json_object_agg(counter, amount) as amounts from study_counters
    where study_id = ${studyId} and population = ${population} and counter = any(${names}) and key = '' and amount <> 0
    group by study_counters.day order by study_counters.day desc limit ${limit}`,
  );
