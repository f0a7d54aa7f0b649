-- A run is a frozen question (suite, cases, servers, limits) and the tally of its answers.
create table runs (
  id                text primary key,
  project_id        text not null,
  organization_id   text not null,
  suite_id          text not null,
  run_number        integer not null,
  status            text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed', 'cancelled', 'timed_out')),
  result            text check (result in ('passed', 'failed', 'inconclusive')),
  source            text not null,
  notes             text,
  session_isolation text not null check (session_isolation in ('iteration', 'run')),
  minimum_accuracy  double precision not null,
  servers           json not null,
  checks            json not null,
  total             integer not null,
  finished          integer not null default 0,
  passed            integer not null default 0,
  failed            integer not null default 0,
  idempotency_key   text,
  traceparent       text,
  created_at        timestamptz(3) not null default now(),
  deadline_at       timestamptz(3) not null,
  served_at         timestamptz,
  started_at        timestamptz(3),
  completed_at      timestamptz(3)
);
create unique index runs_idempotency_key on runs (project_id, idempotency_key) where idempotency_key is not null;
create unique index runs_number on runs (suite_id, run_number);
create index runs_of_suite on runs (project_id, suite_id, created_at desc, id desc);
create index runs_due on runs (served_at nulls first, created_at) where status in ('pending', 'running');
create index runs_open on runs (organization_id) where status in ('pending', 'running');

-- The cases as they were when the run was made; the suite may change, the run does not.
create table run_cases (
  run_id          text not null references runs on delete cascade,
  position        integer not null,
  case_id         text not null,
  title           text not null,
  body            json not null,
  needs_inventory boolean not null,
  primary key (run_id, position)
);

-- One trial of one case. `fence` rises with every hand-out, so that a late report of an earlier holder is told apart;
-- `attempts` counts the hand-outs that were not given back.
create table iterations (
  id               text primary key,
  run_id           text not null references runs on delete cascade,
  position         integer not null,
  case_position    integer not null,
  iteration_number integer not null,
  model            text,
  status           text not null default 'pending'
    check (status in ('pending', 'running', 'completed', 'failed', 'cancelled', 'timed_out', 'setup_failed')),
  result           text check (result in ('passed', 'failed')),
  runner_id        text,
  fence            bigint not null default 0,
  attempts         integer not null default 0,
  lease_until      timestamptz(3),
  started_at       timestamptz(3),
  duration_ms      integer,
  error_code       text,
  error_message    text,
  grade            json,
  transcript       bytea,
  unique (run_id, position),
  foreign key (run_id, case_position) references run_cases on delete cascade
);
create index iterations_open on iterations (run_id, position) where status in ('pending', 'running');
-- The column holds gzip already; Postgres need not try again.
alter table iterations alter column transcript set storage external;
-- The table is packages/transcripts'.
alter table trace_parts add foreign key (owner_id) references iterations on delete cascade;
