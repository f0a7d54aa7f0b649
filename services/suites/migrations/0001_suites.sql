-- Eval suites: their settings as they were written, and the totals of their finished runs.
create table suites (
  id               text primary key,
  project_id       text not null,
  name             text not null,
  -- the id under which a file declares the suite
  declared_id      text,
  managed_by       text not null default 'app' check (managed_by in ('app', 'ci')),
  revision         integer not null default 1,
  -- all other settings, as they were authored
  body             json not null,
  -- copies from the body that lists filter by
  tags             text[] not null default '{}',
  server_ids       text[] not null default '{}',
  -- the totals of the finished runs
  runs             integer not null default 0,
  passed_trials    bigint not null default 0,
  failed_trials    bigint not null default 0,
  -- the latest finished runs, newest first
  recent_runs      json not null default '[]',
  -- copies of the latest of them that lists filter and sort by
  latest_verdict   text,
  latest_run_at    timestamptz(3),
  latest_flaky     integer not null default 0,
  -- identify a repeated creation; and the reply to the first one
  idempotency_key  text,
  request_hash     text,
  creation_reply   json,
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  archived_at      timestamptz(3),
  unique (project_id, name),
  unique (project_id, declared_id),
  unique (project_id, idempotency_key)
);
create index suites_of_project on suites (project_id, id);

-- The states of a suite's settings, including the present one.
create table suite_revisions (
  suite_id    text not null references suites (id) on delete cascade,
  revision    integer not null,
  name        text not null,
  body        json not null,
  -- JSON Pointers of what this revision changed
  changed     text[] not null,
  created_by  text,
  created_at  timestamptz(3) not null default now(),
  primary key (suite_id, revision)
);

-- The cases of a suite.
create table cases (
  id               text primary key,
  suite_id         text not null references suites (id) on delete cascade,
  -- the id under which a file declares the case
  declared_id      text,
  revision         integer not null default 1,
  -- the place in the suite's order
  position         integer not null,
  body             json not null,
  -- counts against the limits of a suite
  bytes            integer not null generated always as (octet_length(body::text)) stored,
  idempotency_key  text,
  request_hash     text,
  -- the reason for repeating another case
  override_reason  text,
  -- the marks by which repeated cases are found; they are invalid while content_hash is null: before the first search and after a change
  content_hash     text,
  shape_hash       text,
  wording          text,
  -- near-same cases of a suite share at least one key; the suite is part of each hash
  near_keys        bigint[],
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  unique (suite_id, declared_id),
  unique (suite_id, idempotency_key),
  -- deferrable, so that one statement can reorder cases
  unique (suite_id, position) deferrable
);
create index cases_of_content on cases (suite_id, content_hash);
-- fastupdate is off because every reader would have to search its pending list
create index cases_near_same on cases using gin (near_keys) with (fastupdate = off);

-- The changes of cases, one for each revision but the first: the person, the time and the fields.
create table case_changes (
  case_id     text not null references cases (id) on delete cascade,
  revision    integer not null,
  -- JSON Pointers of what this revision changed
  changed     text[] not null,
  created_by  text,
  created_at  timestamptz(3) not null default now(),
  primary key (case_id, revision)
);

-- Jobs that draft cases, with their drafts until these are written.
create table authoring_jobs (
  id                text primary key,
  project_id        text not null,
  suite_id          text not null references suites (id) on delete cascade,
  source            text not null,
  status            text not null default 'pending' check (status in ('pending', 'completed', 'failed', 'cancelled')),
  phase             text not null default 'prepare',
  -- the input of the drafts: the models of the cases, and their document
  request           json not null,
  generation_model  text,
  error             text,
  warnings          json not null default '[]',
  -- the drafts that are not written as cases
  drafts            json not null default '[]',
  -- the cases that were written
  created           text[] not null default '{}',
  -- the issues of the drafts that were written, by case
  case_issues       json not null default '[]',
  -- the drafts that the latest commit skipped, and why; null before the first commit
  skipped           json,
  idempotency_key   text,
  request_hash      text,
  created_at        timestamptz(3) not null default now(),
  updated_at        timestamptz(3) not null default now(),
  unique (suite_id, idempotency_key)
);
create index authoring_jobs_of_project on authoring_jobs (project_id);
create index authoring_jobs_pending on authoring_jobs (project_id) where status = 'pending';

-- every work item of this service belongs to an authoring job, and is deleted with it
alter table work add constraint work_of_authoring foreign key (id) references authoring_jobs (id) on delete cascade;

-- The schedule of a suite. It keeps its settings when it is switched off.
create table schedules (
  suite_id              text primary key references suites (id) on delete cascade,
  organization_id       text not null,
  interval_minutes      integer,
  cron                  text,
  time_zone             text,
  -- which of the attached environments its runs use; null leaves it to the suite
  environment_id        text,
  -- not null exactly while the schedule is on
  next_due_at           timestamptz(3),
  last_due_at           timestamptz(3),
  -- the latest tick that was published since the schedule was changed
  tick_id               text,
  -- the retry of that tick, when there was no free place for its run
  retry_at              timestamptz(3),
  last_run_id           text,
  consecutive_failures  integer not null default 0,
  status_reason         text,
  created_by            text,
  -- it is switched off after this many failures in a row since it was changed; null for never
  pause_after           integer,
  changed_at            timestamptz(3) not null default now(),
  created_at            timestamptz(3) not null default now(),
  check (num_nonnulls(interval_minutes, cron) = 1),
  check ((cron is null) = (time_zone is null)),
  check (retry_at is null or (next_due_at is not null and tick_id is not null))
);
-- The latest ticks of a schedule. Retries of a tick are one row with it.
create table schedule_ticks (
  suite_id  text not null references schedules (suite_id) on delete cascade,
  due_at    timestamptz(3) not null,
  -- the ids of its retries begin with it and a dot
  tick_id   text not null,
  run_id    text,
  -- of the run, once it is over
  verdict   text,
  -- why it started no run
  reason    text,
  primary key (suite_id, due_at)
);

create index schedules_due on schedules (least(next_due_at, retry_at)) where next_due_at is not null;

-- Changes of suites that have reserved environments and clients, until the reservation is settled.
create table target_changes (
  id          bigint generated always as identity primary key,
  project_id  text not null,
  -- of a suite that may not be written yet
  suite_id    text not null,
  begun_at    timestamptz(3) not null default now()
);
create index target_changes_by_age on target_changes (begun_at);
