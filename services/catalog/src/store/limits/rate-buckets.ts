import { fragment, prepared, rows, sql, type Db } from '@assay/kit/postgres/db';
import {
  capacityOf,
  intervalUsOf,
  shareTokens,
  takenOf,
  mergeAsks,
  type RateAsk,
  type TakenTokens,
} from '../../domain/limits/rate-ask.ts';

/** Taken tokens of a bucket, and the time at which it had been full before. */
export interface TokenReturn {
  bucket: string;
  count: number;
  fullBeforeUs: number;
}

interface BucketRow {
  bucket: string;
  granted: number;
  aheadUs: string;
  used: number;
  resetsAt: string;
  fullBeforeUs: string;
}

/**
 * The tokens that the row `ask` gets of a bucket. `fullAt`: when it is full again; `fullBefore`: when it was full
 * before; `used`: the tokens taken of its day. This is the generic cell rate algorithm, in microseconds. The clock is
 * read once, after the bucket's row is locked.
 */
const taking = (ask: string, bucket: { fullAt: string; fullBefore: string; used: string }) =>
  fragment(`
  select ${ask}.count, ${ask}.capacity, ${ask}.interval_us,
    case when ${ask}.interval_us is null then midnight + interval '24 hours' else clock + (ahead_us + granted * ${ask}.interval_us) * interval '1 microsecond' end as full_at,
    case when ${bucket.fullAt} > clock then ${bucket.fullBefore} when ${ask}.interval_us is null then midnight else clock end as full_before,
    case when ${ask}.interval_us is null then gone + granted else 0 end as used, granted, clock as asked_at
  from (select coalesce((select at from told), clock_timestamp()) as clock offset 0) as clocks,
    lateral (select date_trunc('day', clock, 'UTC') as midnight, greatest(0, extract(epoch from ${bucket.fullAt} - clock) * 1000000)::bigint as ahead_us, case when ${bucket.fullAt} > clock then ${bucket.used} else 0 end as gone) as before,
    lateral (select case when ${ask}.interval_us is null then ${ask}.capacity - gone else (${ask}.capacity * ${ask}.interval_us - ahead_us) / ${ask}.interval_us end as free) as room,
    lateral (select greatest(0, least(${ask}.count, free))::int as granted) as share`);
const OF_NEW = taking('asked', { fullAt: 'null::timestamptz', fullBefore: 'null::timestamptz', used: '0' });
const OF_KNOWN = taking('excluded', { fullAt: 'b.full_at', fullBefore: 'b.full_before', used: 'b.used' });
const COLUMNS = fragment('count, capacity, interval_us, full_at, full_before, used, granted, asked_at');

/**
 * Takes as many tokens for each ask as its bucket has, and answers in the order of the asks. One statement by Postgres'
 * clock, exact under concurrency; buckets are locked in the order of their names, which avoids deadlocks.
 */
export async function takeTokens(db: Db, asks: RateAsk[], at?: Date): Promise<TakenTokens[]> {
  const each = mergeAsks(asks);
  const found = await rows<BucketRow>(
    db,
    prepared`
    with told as materialized (select ${at}::timestamptz as at),
    asked as (
      select * from unnest(${each.map(({ bucket }) => bucket)}::text[], ${each.map(({ count }) => count)}::int[], ${each.map(capacityOf)}::bigint[], ${each.map((ask) => intervalUsOf(ask) ?? null)}::bigint[])
        as asked (bucket, count, capacity, interval_us))
    insert into rate_buckets as b (bucket, ${COLUMNS})
    select bucket, taking.* from asked, lateral (${OF_NEW}) as taking order by bucket
    on conflict (bucket) do update set (${COLUMNS}) = (${OF_KNOWN})
    returning bucket, granted, used, (extract(epoch from full_at - asked_at) * 1000000)::bigint as ahead_us,
      floor(extract(epoch from full_at) * 1000)::bigint as resets_at, (extract(epoch from full_before) * 1000000)::bigint as full_before_us`,
  );
  const states = new Map(
    found.map((row) => [
      row.bucket,
      {
        granted: row.granted,
        aheadUs: Number(row.aheadUs),
        used: row.used,
        resetsAt: Number(row.resetsAt),
        fullBeforeUs: Number(row.fullBeforeUs),
      },
    ]),
  );
  return shareTokens(asks, new Map(each.map((ask) => [ask.bucket, takenOf(ask, states.get(ask.bucket)!)])));
}

/** Gives tokens back, unless the bucket has been full since: then it has refilled them already. */
export async function giveBack(db: Db, returns: TokenReturn[], at?: Date): Promise<void> {
  await db.query(sql`
    with returned as (
      select bucket, full_before_us, sum(count)::int as count
      from unnest(${returns.map(({ bucket }) => bucket)}::text[], ${returns.map(({ count }) => count)}::int[], ${returns.map(({ fullBeforeUs }) => fullBeforeUs)}::bigint[])
        as returned (bucket, count, full_before_us)
      group by bucket, full_before_us),
    held as (select bucket from rate_buckets where bucket in (select bucket from returned) order by bucket for update)
    update rate_buckets b set
      full_at = case when interval_us is null then full_at else full_at - returned.count * interval_us * interval '1 microsecond' end,
      used = greatest(0, used - case when interval_us is null then returned.count else 0 end)
    from returned, held
    where held.bucket = returned.bucket and b.bucket = held.bucket
      and (extract(epoch from b.full_before) * 1000000)::bigint = returned.full_before_us and coalesce(${at}::timestamptz, clock_timestamp()) < b.full_at`);
}

/** Deletes buckets that are full again, and skips locked ones. Answers their number. */
export async function deleteFullBuckets(db: Db, limit: number): Promise<number> {
  const { rowCount } = await db.query(sql`
    delete from rate_buckets where bucket in (
      select bucket from rate_buckets where full_at < clock_timestamp() order by bucket limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}
