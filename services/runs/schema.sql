-- The result of all migrations, written by `npm run schema`.

CREATE TABLE migrations (
  name       text NOT NULL,
  sha256     text NOT NULL,
  applied_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE outbox (
  id          bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  topic       text NOT NULL,
  key         text NOT NULL,
  event_id    text NOT NULL,
  type        text NOT NULL,
  value       bytea NOT NULL,
  traceparent text,
  created_at  timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT outbox_pkey PRIMARY KEY (id)
);

CREATE TABLE inbox (
  event_id    text NOT NULL,
  received_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT inbox_pkey PRIMARY KEY (event_id)
);
CREATE INDEX inbox_received_at ON inbox USING btree (received_at);

CREATE TABLE idempotency_keys (
  organization_id text NOT NULL,
  user_id         text NOT NULL,
  project_id      text NOT NULL,
  rpc             text NOT NULL,
  key             text NOT NULL,
  fingerprint     bytea NOT NULL,
  reply           json,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (organization_id, user_id, project_id, rpc, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys USING btree (created_at);
CREATE INDEX idempotency_keys_of_project ON idempotency_keys USING btree (project_id);

CREATE TABLE task_turns (
  name    text NOT NULL,
  free_at timestamp with time zone NOT NULL,
  CONSTRAINT task_turns_pkey PRIMARY KEY (name)
);

CREATE TABLE purges (
  id           text NOT NULL,
  kind         text NOT NULL,
  step         integer NOT NULL DEFAULT 0,
  requested_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  due_at       timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT purges_pkey PRIMARY KEY (id)
);
CREATE INDEX purges_due ON purges USING btree (due_at);

CREATE TABLE work (
  id              text NOT NULL,
  kind            text NOT NULL,
  organization_id text,
  project_id      text NOT NULL,
  labels          text[] NOT NULL DEFAULT '{}'::text[],
  group_id        text NOT NULL DEFAULT ''::text,
  only_runner_id  text,
  task            bytea NOT NULL,
  timeout_ms      integer NOT NULL,
  traceparent     text,
  fence           uuid NOT NULL DEFAULT gen_random_uuid(),
  attempts        integer NOT NULL DEFAULT 0,
  max_attempts    integer NOT NULL DEFAULT 3,
  is_cancelled    boolean NOT NULL DEFAULT false,
  runner_id       text,
  lease_until     timestamp(3) with time zone,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT work_pkey PRIMARY KEY (id)
);
CREATE INDEX work_by_queue ON work USING btree (kind, COALESCE(organization_id, ''::text), project_id, hash_array_extended(labels, 0::bigint), COALESCE(only_runner_id, ''::text), group_id, created_at, id);

CREATE TABLE work_turns (
  project_id   text NOT NULL,
  organization text NOT NULL,
  served_at    timestamp with time zone NOT NULL,
  CONSTRAINT work_turns_pkey PRIMARY KEY (project_id)
);

CREATE TABLE work_group_turns (
  group_id   text NOT NULL,
  project_id text NOT NULL,
  served_at  timestamp with time zone NOT NULL,
  CONSTRAINT work_group_turns_pkey PRIMARY KEY (group_id)
);
CREATE INDEX work_group_turns_by_age ON work_group_turns USING btree (served_at);

CREATE TABLE stopped_runners (
  runner_id  text NOT NULL,
  stopped_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT stopped_runners_pkey PRIMARY KEY (runner_id)
);

CREATE TABLE trace_parts (
  owner_id text NOT NULL,
  fence    uuid NOT NULL,
  part     integer NOT NULL,
  trace_id text,
  body     bytea STORAGE external NOT NULL,
  CONSTRAINT trace_parts_pkey PRIMARY KEY (owner_id, fence, part),
  CONSTRAINT trace_parts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES iterations(id) ON DELETE CASCADE
);

CREATE TABLE insights (
  series_id   text NOT NULL,
  window_id   text NOT NULL,
  status      text NOT NULL,
  body        json NOT NULL,
  job_id      text,
  reason_code text,
  updated_at  timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT insights_pkey PRIMARY KEY (window_id, series_id),
  CONSTRAINT insights_job_id_key UNIQUE (job_id),
  CONSTRAINT insights_status_check CHECK (status = ANY (ARRAY['pending'::text, 'completed'::text])),
  CONSTRAINT insights_window_id_fkey FOREIGN KEY (window_id) REFERENCES runs(id) ON DELETE CASCADE
);
CREATE INDEX insights_of_series ON insights USING btree (series_id, window_id DESC);

CREATE TABLE runs (
  id                    text NOT NULL,
  project_id            text NOT NULL,
  organization_id       text NOT NULL,
  suite_id              text NOT NULL,
  run_number            integer NOT NULL,
  source                text NOT NULL,
  spec                  json NOT NULL,
  client_key            text NOT NULL DEFAULT ''::text,
  arm                   text NOT NULL DEFAULT ''::text,
  run_group_id          text,
  external_run_id       text,
  grades_per_case       boolean NOT NULL DEFAULT false,
  is_baseline           boolean NOT NULL DEFAULT true,
  server_ids            text[] NOT NULL DEFAULT '{}'::text[],
  environment_id        text,
  environment_revision  integer,
  cassette_id           text,
  branch                text,
  commit_sha            text,
  pull_request          text,
  notes                 text,
  baseline_branch       text,
  runner_labels         text[] NOT NULL DEFAULT '{}'::text[],
  effective_model       text,
  sealed_models         bytea,
  idempotency_key       text,
  request_hash          text,
  traceparent           text,
  status                text NOT NULL DEFAULT 'pending'::text,
  result                text,
  decision              json,
  grading_version       integer NOT NULL DEFAULT 1,
  surfaces              jsonb NOT NULL DEFAULT '[]'::jsonb,
  trial_statistics      json,
  stop                  json,
  undecided_detail      text,
  cases_without_grading json,
  total                 integer NOT NULL,
  finished              integer NOT NULL DEFAULT 0,
  passed                integer NOT NULL DEFAULT 0,
  failed                integer NOT NULL DEFAULT 0,
  excluded              integer NOT NULL DEFAULT 0,
  skipped               integer NOT NULL DEFAULT 0,
  variants              integer NOT NULL DEFAULT 0,
  variants_passed       integer NOT NULL DEFAULT 0,
  variants_failed       integer NOT NULL DEFAULT 0,
  input_tokens          bigint NOT NULL DEFAULT 0,
  output_tokens         bigint NOT NULL DEFAULT 0,
  model_calls           integer NOT NULL DEFAULT 0,
  cost_micros           bigint NOT NULL DEFAULT 0,
  metered               integer NOT NULL DEFAULT 0,
  costed                integer NOT NULL DEFAULT 0,
  created_at            timestamp(3) with time zone NOT NULL DEFAULT now(),
  deadline_at           timestamp(3) with time zone NOT NULL,
  run_minutes           integer,
  served_at             timestamp with time zone,
  started_at            timestamp(3) with time zone,
  grading_until         timestamp(3) with time zone,
  completed_at          timestamp(3) with time zone,
  traces_gone_at        timestamp(3) with time zone,
  CONSTRAINT runs_pkey PRIMARY KEY (id),
  CONSTRAINT runs_result_check CHECK (result = ANY (ARRAY['passed'::text, 'failed'::text, 'inconclusive'::text])),
  CONSTRAINT runs_source_check CHECK (source = ANY (ARRAY['ui'::text, 'api'::text, 'sdk'::text, 'schedule'::text])),
  CONSTRAINT runs_status_check CHECK (status = ANY (ARRAY['pending'::text, 'running'::text, 'grading'::text, 'completed'::text, 'failed'::text, 'cancelled'::text, 'timed_out'::text]))
);
CREATE INDEX runs_against_branch ON runs USING btree (suite_id, client_key, arm, baseline_branch, run_number) WHERE baseline_branch IS NOT NULL;
CREATE INDEX runs_baselines ON runs USING btree (suite_id, client_key, arm, run_number) WHERE status = 'completed'::text AND is_baseline;
CREATE INDEX runs_by_branch ON runs USING btree (project_id, branch, created_at DESC, id DESC) WHERE branch IS NOT NULL;
CREATE INDEX runs_by_commit ON runs USING btree (project_id, commit_sha text_pattern_ops) WHERE commit_sha IS NOT NULL;
CREATE INDEX runs_by_end ON runs USING btree (organization_id, completed_at) WHERE completed_at IS NOT NULL;
CREATE UNIQUE INDEX runs_external_id ON runs USING btree (project_id, external_run_id) WHERE external_run_id IS NOT NULL;
CREATE INDEX runs_grading ON runs USING btree (grading_until) WHERE status = 'grading'::text;
CREATE UNIQUE INDEX runs_idempotency_key ON runs USING btree (project_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX runs_number ON runs USING btree (suite_id, run_number);
CREATE INDEX runs_of_branch ON runs USING btree (suite_id, branch, run_number) WHERE branch IS NOT NULL AND pull_request IS NULL AND status = 'completed'::text AND is_baseline;
CREATE INDEX runs_of_group ON runs USING btree (run_group_id) WHERE run_group_id IS NOT NULL;
CREATE INDEX runs_of_project ON runs USING btree (project_id, created_at DESC, id DESC) INCLUDE (suite_id, status, result);
CREATE INDEX runs_of_suite ON runs USING btree (project_id, suite_id, created_at DESC, id DESC);
CREATE INDEX runs_open ON runs USING btree (organization_id) WHERE status = ANY (ARRAY['pending'::text, 'running'::text, 'grading'::text]);
CREATE INDEX runs_with_traces ON runs USING btree (organization_id, completed_at) WHERE completed_at IS NOT NULL AND traces_gone_at IS NULL;

CREATE TABLE run_surfaces (
  run_id    text NOT NULL,
  server_id text NOT NULL,
  hash      text NOT NULL,
  body      bytea,
  met_at    timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT run_surfaces_pkey PRIMARY KEY (run_id, server_id, hash),
  CONSTRAINT run_surfaces_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
CREATE INDEX run_surfaces_of_server ON run_surfaces USING btree (server_id, met_at DESC);

CREATE TABLE run_cases (
  run_id          text NOT NULL,
  "position"      integer NOT NULL,
  case_id         text NOT NULL,
  declared_id     text,
  title           text NOT NULL,
  iterations      integer NOT NULL DEFAULT 1,
  pass_threshold  double precision NOT NULL DEFAULT 1,
  body            json NOT NULL,
  needs_inventory boolean NOT NULL,
  needs_browser   boolean NOT NULL DEFAULT false,
  grading_gap     text,
  graded_by       json,
  CONSTRAINT run_cases_pkey PRIMARY KEY (run_id, "position"),
  CONSTRAINT run_cases_grading_gap_check CHECK (grading_gap = ANY (ARRAY['noAssertion'::text, 'advisoryOnly'::text, 'expectedOutputNotRead'::text]))
);

CREATE TABLE run_variants (
  run_id        text NOT NULL,
  case_position integer NOT NULL,
  model         text,
  case_id       text NOT NULL,
  "position"    integer NOT NULL,
  trials        integer NOT NULL,
  eligible      integer NOT NULL DEFAULT 0,
  passed        integer NOT NULL DEFAULT 0,
  open          integer NOT NULL DEFAULT 0,
  ends          integer[] NOT NULL DEFAULT '{}'::integer[],
  durations     integer[] NOT NULL DEFAULT '{}'::integer[],
  failed_at     integer,
  failure       json,
  CONSTRAINT run_variants_run_id_case_position_model_key UNIQUE NULLS NOT DISTINCT (run_id, case_position, model)
);

CREATE TABLE iterations (
  id               text NOT NULL,
  run_id           text NOT NULL,
  "position"       integer NOT NULL,
  queue_order      integer NOT NULL DEFAULT 0,
  seq              integer,
  case_position    integer NOT NULL,
  iteration_number integer NOT NULL,
  model            text,
  external_id      text,
  status           text NOT NULL DEFAULT 'pending'::text,
  result           text,
  blame            text,
  runner_id        text,
  fence            uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
  attempts         integer NOT NULL DEFAULT 0,
  leases           integer NOT NULL DEFAULT 0,
  lease_until      timestamp(3) with time zone,
  waiting          json,
  started_at       timestamp(3) with time zone,
  duration_ms      integer,
  error_code       text,
  error_message    text,
  input_tokens     integer,
  output_tokens    integer,
  model_calls      integer,
  cost_micros      bigint,
  grade            json,
  evaluator_error  boolean NOT NULL DEFAULT false,
  transcript       bytea STORAGE external,
  CONSTRAINT iterations_pkey PRIMARY KEY (id),
  CONSTRAINT iterations_run_id_position_key UNIQUE (run_id, "position"),
  CONSTRAINT iterations_blame_check CHECK (blame = ANY (ARRAY['server'::text, 'provider'::text, 'platform'::text, 'cassette'::text])),
  CONSTRAINT iterations_result_check CHECK (result = ANY (ARRAY['passed'::text, 'failed'::text])),
  CONSTRAINT iterations_status_check CHECK (status = ANY (ARRAY['pending'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text, 'timed_out'::text, 'setup_failed'::text, 'skipped'::text]))
);
CREATE UNIQUE INDEX iterations_external_id ON iterations USING btree (run_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX iterations_queue ON iterations USING btree (run_id, queue_order, "position") WHERE seq IS NULL;
CREATE UNIQUE INDEX iterations_seq ON iterations USING btree (run_id, seq) WHERE seq IS NOT NULL;

CREATE TABLE iteration_screenshots (
  iteration_id text NOT NULL,
  id           text NOT NULL,
  body         bytea STORAGE external NOT NULL,
  CONSTRAINT iteration_screenshots_pkey PRIMARY KEY (iteration_id, id),
  CONSTRAINT iteration_screenshots_iteration_id_fkey FOREIGN KEY (iteration_id) REFERENCES iterations(id) ON DELETE CASCADE
);

CREATE TABLE runners (
  id               text NOT NULL,
  organization_id  text,
  project_id       text,
  labels           text[] NOT NULL,
  takes_unlabelled boolean NOT NULL,
  slots            integer,
  kinds            text[] NOT NULL DEFAULT '{}'::text[],
  version          text,
  seen_at          timestamp(3) with time zone NOT NULL,
  CONSTRAINT runners_pkey PRIMARY KEY (id)
);

CREATE TABLE tombstones (
  id         text NOT NULL,
  deleted_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT tombstones_pkey PRIMARY KEY (id)
);

CREATE TABLE run_groups (
  id              text NOT NULL,
  project_id      text NOT NULL,
  suite_id        text NOT NULL,
  suite           json NOT NULL,
  idempotency_key text,
  request_hash    text,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT run_groups_pkey PRIMARY KEY (id)
);
CREATE INDEX run_groups_of_key ON run_groups USING btree (project_id, suite_id, idempotency_key, created_at) WHERE idempotency_key IS NOT NULL;
CREATE INDEX run_groups_of_suite ON run_groups USING btree (project_id, suite_id);

CREATE TABLE cassettes (
  id           text NOT NULL,
  project_id   text NOT NULL,
  suite_id     text NOT NULL,
  run_id       text NOT NULL,
  name         text NOT NULL,
  version      integer NOT NULL,
  format       integer NOT NULL,
  content_hash text NOT NULL,
  calls        integer NOT NULL,
  bytes        integer NOT NULL,
  cut          boolean NOT NULL,
  summary      json NOT NULL,
  body         bytea STORAGE external NOT NULL,
  created_at   timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT cassettes_pkey PRIMARY KEY (id),
  CONSTRAINT cassettes_run_id_key UNIQUE (run_id),
  CONSTRAINT cassettes_suite_id_version_key UNIQUE (suite_id, version)
);
CREATE INDEX cassettes_of_suite ON cassettes USING btree (project_id, suite_id, version DESC);

CREATE TABLE cassette_versions (
  suite_id   text NOT NULL,
  project_id text NOT NULL,
  latest     integer NOT NULL,
  CONSTRAINT cassette_versions_pkey PRIMARY KEY (suite_id)
);
CREATE INDEX cassette_versions_of_project ON cassette_versions USING btree (project_id);

CREATE TABLE suite_badges (
  suite_id   text NOT NULL,
  project_id text NOT NULL,
  id         text NOT NULL,
  branch     text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT suite_badges_pkey PRIMARY KEY (suite_id),
  CONSTRAINT suite_badges_id_key UNIQUE (id)
);
CREATE INDEX suite_badges_of_project ON suite_badges USING btree (project_id);

CREATE TABLE gate_reports (
  run_id     text NOT NULL,
  report     json NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT gate_reports_pkey PRIMARY KEY (run_id),
  CONSTRAINT gate_reports_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);

CREATE TABLE gate_waivers (
  id              text NOT NULL,
  run_id          text NOT NULL,
  reason          text NOT NULL,
  expires_at      timestamp(3) with time zone NOT NULL,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_by      text NOT NULL,
  revoked_at      timestamp(3) with time zone,
  revoked_by      text,
  policy_snapshot json,
  CONSTRAINT gate_waivers_pkey PRIMARY KEY (id),
  CONSTRAINT gate_waivers_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
CREATE INDEX gate_waivers_of_run ON gate_waivers USING btree (run_id, created_at DESC);

CREATE TABLE attention_dismissals (
  project_id   text NOT NULL,
  item_id      text NOT NULL,
  dismissed_by text,
  dismissed_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT attention_dismissals_pkey PRIMARY KEY (project_id, item_id)
);

CREATE TABLE run_sums (
  run_id   text NOT NULL,
  kind     text NOT NULL,
  regrades integer NOT NULL,
  body     json NOT NULL,
  CONSTRAINT run_sums_pkey PRIMARY KEY (run_id, kind),
  CONSTRAINT run_sums_kind_check CHECK (kind = ANY (ARRAY['stages'::text, 'servers'::text, 'routes'::text])),
  CONSTRAINT run_sums_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);

CREATE TABLE run_sum_pieces (
  run_id text NOT NULL,
  piece  integer NOT NULL,
  body   json NOT NULL,
  CONSTRAINT run_sum_pieces_pkey PRIMARY KEY (run_id, piece),
  CONSTRAINT run_sum_pieces_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);

CREATE TABLE run_comparisons (
  base_run_id text NOT NULL,
  run_id      text NOT NULL,
  part        integer NOT NULL,
  state       text NOT NULL,
  body        json NOT NULL,
  CONSTRAINT run_comparisons_pkey PRIMARY KEY (base_run_id, run_id, part),
  CONSTRAINT run_comparisons_base_run_id_fkey FOREIGN KEY (base_run_id) REFERENCES runs(id) ON DELETE CASCADE,
  CONSTRAINT run_comparisons_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
CREATE INDEX run_comparisons_of_run ON run_comparisons USING btree (run_id);

CREATE TABLE trace_pushes (
  run_id     text NOT NULL,
  "position" integer NOT NULL DEFAULT 0,
  told       integer NOT NULL DEFAULT 0,
  attempts   integer NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  next_at    timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT trace_pushes_pkey PRIMARY KEY (run_id),
  CONSTRAINT trace_pushes_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
CREATE INDEX trace_pushes_due ON trace_pushes USING btree (next_at);

CREATE TABLE judgements (
  id            text NOT NULL,
  run_id        text NOT NULL,
  number        integer NOT NULL,
  status        text NOT NULL DEFAULT 'pending'::text,
  gating        boolean NOT NULL,
  standing      text NOT NULL,
  model         text NOT NULL,
  threshold     double precision NOT NULL,
  rubric        json,
  judge_version text NOT NULL,
  key_id        text,
  sealed_access bytea,
  total         integer NOT NULL,
  completed     integer NOT NULL DEFAULT 0,
  errors        integer NOT NULL DEFAULT 0,
  skipped       integer NOT NULL DEFAULT 0,
  error_code    text,
  created_at    timestamp(3) with time zone NOT NULL DEFAULT now(),
  completed_at  timestamp(3) with time zone,
  CONSTRAINT judgements_pkey PRIMARY KEY (id),
  CONSTRAINT judgements_run_id_number_key UNIQUE (run_id, number),
  CONSTRAINT judgements_standing_check CHECK (standing = ANY (ARRAY['unmeasured'::text, 'belowFloor'::text, 'measured'::text, 'changed'::text])),
  CONSTRAINT judgements_status_check CHECK (status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text])),
  CONSTRAINT judgements_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX judgements_pending ON judgements USING btree (run_id) WHERE status = 'pending'::text;

CREATE TABLE opinions (
  judgement_id       text NOT NULL,
  iteration_id       text NOT NULL,
  job_id             text,
  status             text NOT NULL DEFAULT 'pending'::text,
  score              double precision,
  passed             boolean,
  reason             text,
  criteria           json,
  claims             integer,
  unsupported_claims json,
  evidence_hash      text,
  usage              json,
  error_code         text,
  CONSTRAINT opinions_pkey PRIMARY KEY (judgement_id, iteration_id),
  CONSTRAINT opinions_job_id_key UNIQUE (job_id),
  CONSTRAINT opinions_status_check CHECK (status = ANY (ARRAY['pending'::text, 'scored'::text, 'error'::text, 'skipped'::text])),
  CONSTRAINT opinions_iteration_id_fkey FOREIGN KEY (iteration_id) REFERENCES iterations(id) ON DELETE CASCADE,
  CONSTRAINT opinions_judgement_id_fkey FOREIGN KEY (judgement_id) REFERENCES judgements(id) ON DELETE CASCADE
);
CREATE INDEX opinions_of_iteration ON opinions USING btree (iteration_id);

CREATE TABLE labels (
  iteration_id text NOT NULL,
  user_id      text NOT NULL,
  suite_id     text NOT NULL,
  run_id       text NOT NULL,
  verdict      text NOT NULL,
  note         text,
  updated_at   timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT labels_pkey PRIMARY KEY (iteration_id, user_id),
  CONSTRAINT labels_verdict_check CHECK (verdict = ANY (ARRAY['passed'::text, 'failed'::text])),
  CONSTRAINT labels_iteration_id_fkey FOREIGN KEY (iteration_id) REFERENCES iterations(id) ON DELETE CASCADE
);
CREATE INDEX labels_of_run ON labels USING btree (run_id);
CREATE INDEX labels_of_suite ON labels USING btree (suite_id);

CREATE TABLE backtests (
  run_id     text NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT backtests_pkey PRIMARY KEY (run_id),
  CONSTRAINT backtests_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);

CREATE TABLE run_regrades (
  run_id     text NOT NULL,
  number     integer NOT NULL,
  user_id    text,
  checks     text NOT NULL,
  before     json NOT NULL,
  after      json NOT NULL,
  changed    integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT run_regrades_pkey PRIMARY KEY (run_id, number),
  CONSTRAINT run_regrades_checks_check CHECK (checks = ANY (ARRAY['frozen'::text, 'current'::text])),
  CONSTRAINT run_regrades_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);

CREATE TABLE artifacts (
  id              text NOT NULL,
  project_id      text NOT NULL,
  organization_id text NOT NULL,
  bytes           integer NOT NULL,
  sha256          bytea NOT NULL,
  stored_at       timestamp(3) with time zone,
  expires_at      timestamp(3) with time zone NOT NULL,
  CONSTRAINT artifacts_pkey PRIMARY KEY (id)
);
CREATE INDEX artifacts_expiring ON artifacts USING btree (expires_at);
CREATE INDEX artifacts_of_organization ON artifacts USING btree (organization_id, expires_at);
CREATE INDEX artifacts_of_project ON artifacts USING btree (project_id);

CREATE TABLE catalogue_labs (
  id              text NOT NULL,
  project_id      text NOT NULL,
  organization_id text NOT NULL,
  server_id       text,
  run_id          text,
  idempotency_key text,
  request_hash    text NOT NULL,
  status          text NOT NULL,
  error_code      text,
  error_message   text,
  spec            json NOT NULL,
  tasks           json NOT NULL,
  tools           bytea STORAGE external NOT NULL,
  tally           json NOT NULL,
  trials          integer NOT NULL,
  report          json,
  sealed_access   bytea,
  key_id          text NOT NULL,
  deadline_at     timestamp(3) with time zone NOT NULL,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  started_at      timestamp(3) with time zone,
  ended_at        timestamp(3) with time zone,
  CONSTRAINT catalogue_labs_pkey PRIMARY KEY (id),
  CONSTRAINT catalogue_labs_project_id_idempotency_key_key UNIQUE (project_id, idempotency_key),
  CONSTRAINT catalogue_labs_check CHECK ((server_id IS NULL) <> (run_id IS NULL)),
  CONSTRAINT catalogue_labs_status_check CHECK (status = ANY (ARRAY['draft'::text, 'drafting'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text, 'rate_limited'::text])),
  CONSTRAINT catalogue_labs_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
CREATE INDEX catalogue_labs_of_organization ON catalogue_labs USING btree (organization_id, ended_at);
CREATE INDEX catalogue_labs_of_project ON catalogue_labs USING btree (project_id, id DESC) WHERE run_id IS NULL;
CREATE INDEX catalogue_labs_of_run ON catalogue_labs USING btree (run_id, id DESC) WHERE run_id IS NOT NULL;
CREATE INDEX catalogue_labs_open ON catalogue_labs USING btree (deadline_at) WHERE status = ANY (ARRAY['drafting'::text, 'running'::text]);

CREATE TABLE catalogue_trials (
  lab_id     text NOT NULL,
  "position" integer NOT NULL,
  batch_id   text NOT NULL,
  answer     json,
  CONSTRAINT catalogue_trials_pkey PRIMARY KEY (lab_id, "position"),
  CONSTRAINT catalogue_trials_lab_id_fkey FOREIGN KEY (lab_id) REFERENCES catalogue_labs(id) ON DELETE CASCADE
);
CREATE INDEX catalogue_trials_open ON catalogue_trials USING btree (batch_id) WHERE answer IS NULL;

CREATE VIEW queue_depths AS
 WITH RECURSIVE queues AS (
        ( SELECT work.kind,
            COALESCE(work.organization_id, ''::text) AS organization_key,
            work.project_id,
            hash_array_extended(work.labels, 0::bigint) AS labels_key,
            COALESCE(work.only_runner_id, ''::text) AS runner_key,
            work.group_id,
            work.labels
           FROM work
          ORDER BY work.kind, (COALESCE(work.organization_id, ''::text)), work.project_id, (hash_array_extended(work.labels, 0::bigint)), (COALESCE(work.only_runner_id, ''::text)), work.group_id, work.created_at, work.id
         LIMIT 1)
        UNION ALL
         SELECT head.kind,
            head.organization_key,
            head.project_id,
            head.labels_key,
            head.runner_key,
            head.group_id,
            head.labels
           FROM queues q_1
             CROSS JOIN LATERAL ( SELECT work.kind,
                    COALESCE(work.organization_id, ''::text) AS organization_key,
                    work.project_id,
                    hash_array_extended(work.labels, 0::bigint) AS labels_key,
                    COALESCE(work.only_runner_id, ''::text) AS runner_key,
                    work.group_id,
                    work.labels
                   FROM work
                  WHERE (ROW(work.kind, COALESCE(work.organization_id, ''::text), work.project_id, hash_array_extended(work.labels, 0::bigint), COALESCE(work.only_runner_id, ''::text), work.group_id) > ROW(q_1.kind, q_1.organization_key, q_1.project_id, q_1.labels_key, q_1.runner_key, q_1.group_id))
                  ORDER BY work.kind, (COALESCE(work.organization_id, ''::text)), work.project_id, (hash_array_extended(work.labels, 0::bigint)), (COALESCE(work.only_runner_id, ''::text)), work.group_id, work.created_at, work.id
                 LIMIT 1) head
        )
 SELECT q.kind,
    q.labels,
    sum(depth.waiting)::bigint AS waiting,
    sum(depth.held)::bigint AS held,
    COALESCE(max(GREATEST(EXTRACT(epoch FROM now() - GREATEST(depth.oldest, g.served_at)), 0::numeric)) FILTER (WHERE depth.waiting > 0), 0::numeric)::double precision AS oldest_age_seconds
   FROM queues q
     CROSS JOIN LATERAL ( SELECT count(*) FILTER (WHERE item.is_free) AS waiting,
            count(*) FILTER (WHERE item.is_held) AS held,
            min(item.created_at) FILTER (WHERE item.is_free) AS oldest
           FROM ( SELECT w.created_at,
                    COALESCE(w.lease_until >= now(), false) AS is_held,
                    NOT w.is_cancelled AND (w.lease_until IS NULL OR w.lease_until < now() AND w.attempts < w.max_attempts) AS is_free
                   FROM work w
                  WHERE w.kind = q.kind AND COALESCE(w.organization_id, ''::text) = q.organization_key AND w.project_id = q.project_id AND hash_array_extended(w.labels, 0::bigint) = q.labels_key AND COALESCE(w.only_runner_id, ''::text) = q.runner_key AND w.group_id = q.group_id
                  ORDER BY w.created_at, w.id
                 LIMIT 1000) item) depth
     LEFT JOIN work_group_turns g ON g.group_id = q.group_id AND g.project_id = q.project_id
  WHERE q.runner_key = ''::text
  GROUP BY q.kind, q.labels;

CREATE VIEW open_work AS
 SELECT queue_depths.kind,
    queue_depths.labels,
    queue_depths.waiting,
    queue_depths.held,
    queue_depths.oldest_age_seconds
   FROM queue_depths
UNION ALL
 SELECT iteration_depths.kind,
    iteration_depths.labels,
    iteration_depths.waiting,
    iteration_depths.held,
    iteration_depths.oldest_age_seconds
   FROM iteration_depths;

CREATE VIEW iteration_depths AS
 SELECT 'iteration'::text AS kind,
    r.runner_labels AS labels,
    sum(depth.waiting)::bigint AS waiting,
    sum(depth.held)::bigint AS held,
    COALESCE(max(GREATEST(EXTRACT(epoch FROM now() - GREATEST(r.created_at, r.served_at)), 0::numeric)) FILTER (WHERE depth.waiting > 0), 0::numeric)::double precision AS oldest_age_seconds
   FROM runs r
     CROSS JOIN LATERAL ( SELECT count(*) FILTER (WHERE item.is_held) AS held,
                CASE
                    WHEN count(*) < 1000 THEN count(*)
                    ELSE GREATEST(r.total - r.finished, 1000)::bigint
                END - count(*) FILTER (WHERE item.is_held) AS waiting
           FROM ( SELECT iterations.status = 'running'::text AND iterations.lease_until >= now() AS is_held
                   FROM iterations
                  WHERE iterations.run_id = r.id AND iterations.seq IS NULL
                  ORDER BY iterations.queue_order, iterations."position"
                 LIMIT 1000) item) depth
  WHERE r.status = ANY (ARRAY['pending'::text, 'running'::text])
  GROUP BY r.runner_labels;
