-- One suite, frozen once, that several runs put to different targets, so that they can be compared.
CREATE TABLE run_groups (
  id         text PRIMARY KEY,
  project_id text NOT NULL,
  suite_id   text NOT NULL,
  suite      json NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX run_groups_of_suite ON run_groups (project_id, suite_id);

-- Lists show what was replayed without reading a whole system prompt.
ALTER TABLE runs ADD COLUMN cassette json;

-- A run that waits for its judge is open, too.
DROP INDEX runs_open;
CREATE INDEX runs_open ON runs (organization_id) WHERE status IN ('pending', 'running', 'grading');
