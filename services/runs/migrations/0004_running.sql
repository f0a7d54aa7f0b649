-- How a run takes model turns, what it may spend, why it stopped, what it is compared with, and how it is judged.
ALTER TABLE runs
  ADD COLUMN run_group_id    text,
  ADD COLUMN arm             text,
  ADD COLUMN client          json,
  ADD COLUMN model_source    text,
  ADD COLUMN effective_model text,
  ADD COLUMN launcher        json,
  ADD COLUMN ci              json,
  ADD COLUMN key_id          text,
  ADD COLUMN suite_name      text,
  -- What the launch laid over the cases' own.
  ADD COLUMN match_options   json,
  -- What the launch itself asked for, so that a rerun has it too.
  ADD COLUMN minimum_pass_rate double precision,
  ADD COLUMN budget          json,
  ADD COLUMN name            text,
  ADD COLUMN tags            text[],
  ADD COLUMN framework       text,
  ADD COLUMN runner_labels   text[] NOT NULL DEFAULT '{}',
  ADD COLUMN execution       json,
  -- Keys of models, for as long as the run is open.
  ADD COLUMN sealed_models   bytea,
  ADD COLUMN early_stopping  json,
  ADD COLUMN stop            json,
  ADD COLUMN rerun_of        text,
  ADD COLUMN rerun_scope     text,
  ADD COLUMN external_run_id text,
  ADD COLUMN judge           json,
  ADD COLUMN gate            json,
  ADD COLUMN grading_until   timestamptz(3),
  -- Trials that say nothing about the server, so that a rate over all trials leaves them out.
  ADD COLUMN excluded        integer NOT NULL DEFAULT 0,
  -- Trials that were not needed or could not be begun.
  ADD COLUMN skipped         integer NOT NULL DEFAULT 0,
  ADD COLUMN input_tokens    bigint NOT NULL DEFAULT 0,
  ADD COLUMN output_tokens   bigint NOT NULL DEFAULT 0,
  ADD COLUMN model_calls     integer NOT NULL DEFAULT 0,
  ADD COLUMN cost_micros     bigint NOT NULL DEFAULT 0,
  -- Trials that called a model, and those of them whose price is known.
  ADD COLUMN metered         integer NOT NULL DEFAULT 0,
  ADD COLUMN costed          integer NOT NULL DEFAULT 0,
  DROP CONSTRAINT runs_status_check,
  ADD CONSTRAINT runs_status_check CHECK (status IN ('pending', 'running', 'grading', 'completed', 'failed', 'cancelled', 'timed_out')) NOT VALID;

CREATE INDEX runs_of_group ON runs (run_group_id) WHERE run_group_id IS NOT NULL;
CREATE UNIQUE INDEX runs_external_id ON runs (project_id, external_run_id) WHERE external_run_id IS NOT NULL;
CREATE INDEX runs_grading ON runs (grading_until) WHERE status = 'grading';

ALTER TABLE iterations
  -- Trials are handed out in this order, which differs from the suite's where a case may end early.
  ADD COLUMN queue_order   integer NOT NULL DEFAULT 0,
  -- Counts a run's iterations as they end, from 1; one that its judge overturns after that is counted again.
  ADD COLUMN seq           integer,
  ADD COLUMN blame         text,
  ADD COLUMN input_tokens  integer,
  ADD COLUMN output_tokens integer,
  ADD COLUMN model_calls   integer,
  ADD COLUMN cost_micros   bigint,
  ADD COLUMN external_id   text,
  DROP CONSTRAINT iterations_status_check,
  ADD CONSTRAINT iterations_status_check CHECK (status IN ('pending', 'running', 'completed', 'failed', 'cancelled', 'timed_out', 'setup_failed', 'skipped')) NOT VALID,
  ADD CONSTRAINT iterations_blame_check CHECK (blame IN ('server', 'provider', 'platform', 'cassette')) NOT VALID;

-- The id under which a file declares the case; beside the body, like its title.
ALTER TABLE run_cases ADD COLUMN declared_id text;
