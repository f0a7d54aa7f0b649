-- The insights of windows, once they were requested: of a run, a study's week or a wave. The service that owns the windows
-- adds the foreign key.
create table insights (
  -- The suite, the study or the project whose windows are compared with each other.
  series_id    text not null,
  window_id    text not null,
  status       text not null check (status in ('pending', 'completed')),
  -- An Insights document without its state.
  body         json not null,
  -- The work item of the pending explanation.
  job_id       text unique,
  -- Why there is no explanation.
  reason_code  text,
  updated_at   timestamptz(3) not null default now(),
  primary key (window_id, series_id)
);
create index insights_of_series on insights (series_id, window_id desc);
