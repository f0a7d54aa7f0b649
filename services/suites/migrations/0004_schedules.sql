-- When a suite runs by itself. Switched off, it keeps what it was set to.
create table schedules (
  suite_id              text primary key references suites (id) on delete cascade,
  organization_id       text not null,
  interval_minutes      integer,
  cron                  text,
  time_zone             text,
  -- set exactly while the schedule is on
  next_due_at           timestamptz(3),
  last_due_at           timestamptz(3),
  -- the latest tick that was told since the schedule was changed
  tick_id               text,
  -- when that tick, which found no free place, is tried again
  retry_at              timestamptz(3),
  last_run_id           text,
  consecutive_failures  integer not null default 0,
  status_reason         text,
  created_by            text,
  created_at            timestamptz(3) not null default now(),
  check (num_nonnulls(interval_minutes, cron) = 1),
  check ((cron is null) = (time_zone is null)),
  check (retry_at is null or (next_due_at is not null and tick_id is not null))
);
create index schedules_due on schedules (least(next_due_at, retry_at)) where next_due_at is not null;
