-- Durable work of the service that a runner does.
create table jobs (
  id           text primary key,
  kind         text not null,
  project_id   text not null,
  input        bytea not null,
  timeout_ms   integer not null,
  traceparent  text,
  -- rises with every hand-out
  fence        bigint not null default 0,
  attempts     integer not null default 0,
  runner_id    text,
  -- null as long as nobody took it
  lease_until  timestamptz(3),
  created_at   timestamptz(3) not null default now()
);
create index jobs_by_age on jobs (created_at, id);

-- When each project's jobs were last handed out, so that no project's queue keeps the others waiting.
create table job_turns (
  project_id  text primary key,
  served_at   timestamptz not null
);
