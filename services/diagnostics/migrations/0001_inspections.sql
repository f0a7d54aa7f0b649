-- What a runner is asked to find out for a request that waits for the answer. Rows are gone within minutes.
create table inspections (
  id           text primary key,
  project_id   text not null,
  server_id    text not null,
  -- it may change something, so it is not begun again by another runner
  once         boolean not null,
  handed_out   boolean not null default false,
  -- an InspectionOutcome; null until the runner has answered
  outcome      bytea,
  created_at   timestamptz(3) not null default now()
);
create index inspections_by_age on inspections (created_at);
