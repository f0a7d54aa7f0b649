-- Durable runs about a server: how ready it is for a directory, and how it conforms to the protocol. Runners make them, or
-- they are made elsewhere and reported.
create table directory_runs (
  id               text primary key,
  project_id       text not null,
  -- null for a run about something that is no saved server
  server_id        text,
  kind             text not null check (kind in ('readiness', 'conformance')),
  -- the publisher of the directory; or whether a conformance run is made by a runner or was reported
  variant          text not null check (variant in ('claude', 'openai', 'made', 'reported')),
  -- a run that a runner works on is pending here: its job in the queue says so
  status           text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed', 'cancelled')),
  -- of the runners that began it, once its job is gone
  attempts         integer not null default 0,
  -- what was asked for
  request          json not null,
  -- what it came to, in short; null until there is something
  outcome          json,
  -- gzip of the JSON of a readiness run's report
  report           bytea,
  terminal_reason  text,
  error_message    text,
  idempotency_key  text,
  request_hash     text,
  external_run_id  text,
  -- when the reporter of a run was last heard
  heard_at         timestamptz(3),
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  unique (server_id, variant, idempotency_key),
  unique (project_id, external_run_id)
);
create index directory_runs_by_age on directory_runs (project_id, kind, created_at, id);
create index directory_runs_open on directory_runs (project_id) where status = 'pending';
create index directory_runs_silent on directory_runs (heard_at) where status = 'running';

-- What each scenario of a conformance run came to.
create table conformance_results (
  run_id    text not null references directory_runs (id) on delete cascade,
  suite     text not null,
  scenario  text not null,
  status    text not null check (status in ('passed', 'warning', 'failed', 'skipped', 'notApplicable', 'couldNotRun')),
  reason    text,
  checks    json not null,
  -- of the report as it came, so that it can be repeated and not replaced
  digest    bytea,
  primary key (run_id, suite, scenario)
);
