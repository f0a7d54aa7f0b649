-- What has to read the whole of large tables, apart from the changes to them that lock everybody out. Writers of iterations wait
-- while these indexes are made (not concurrently, which no transaction can): seconds for millions of rows. Runners report again,
-- and a lease that does not outlast that is handed out anew.
CREATE UNIQUE INDEX iterations_seq ON iterations (run_id, seq) WHERE seq IS NOT NULL;
CREATE UNIQUE INDEX iterations_external_id ON iterations (run_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX iterations_queue ON iterations (run_id, queue_order, position) WHERE status IN ('pending', 'running');
ALTER TABLE runs VALIDATE CONSTRAINT runs_status_check;
ALTER TABLE iterations VALIDATE CONSTRAINT iterations_status_check, VALIDATE CONSTRAINT iterations_blame_check;
DROP INDEX iterations_open;
