-- Who asked how often lately. Not logged: what a crash of Postgres forgets is how empty the buckets were.
create unlogged table rate_buckets (
  bucket       text primary key,
  -- when it is full again; from then on the row says no more than none would
  full_at      timestamptz not null,
  -- when it was full for the last time: what was taken since can be given back
  full_before  timestamptz not null,
  -- of a bucket that is full again with the day: what is gone of it
  used         integer not null,
  -- what the last one asked for, by which limits (no interval: by the day), what it was given, and when
  count        integer not null,
  capacity     bigint not null,
  interval_us  bigint,
  granted      integer not null,
  asked_at     timestamptz not null
-- No index beside the key, and room on each page: every row is rewritten in place again and again.
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
