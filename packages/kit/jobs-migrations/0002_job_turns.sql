-- When each project's jobs were last handed out, so that no project's queue keeps the others waiting.
create table job_turns (
  project_id  text primary key,
  served_at   timestamptz not null
);
