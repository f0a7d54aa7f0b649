-- Why a run that is over has no verdict, in words.
ALTER TABLE runs ADD COLUMN undecided_detail text;

-- The tool calls of a run, secrets masked, to be replayed by other runs. `body` is gzipped JSON.
CREATE TABLE cassettes (
  id           text PRIMARY KEY,
  project_id   text NOT NULL,
  suite_id     text NOT NULL,
  run_id       text NOT NULL UNIQUE,
  name         text NOT NULL,
  version      integer NOT NULL,
  format       integer NOT NULL,
  content_hash text NOT NULL,
  calls        integer NOT NULL,
  bytes        integer NOT NULL,
  cut          boolean NOT NULL,
  -- What it holds, without the results.
  summary      json NOT NULL,
  body         bytea NOT NULL,
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (suite_id, version)
);
ALTER TABLE cassettes ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE INDEX cassettes_of_suite ON cassettes (project_id, suite_id, version DESC);

-- The latest version of each suite: one that was deleted is not given again.
CREATE TABLE cassette_versions (
  suite_id   text PRIMARY KEY,
  project_id text NOT NULL,
  latest     integer NOT NULL
);
CREATE INDEX cassette_versions_of_project ON cassette_versions (project_id);
