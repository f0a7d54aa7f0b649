-- What the migrations add up to, written by `npm run schema`.

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

CREATE TABLE jobs (
  id              text NOT NULL,
  kind            text NOT NULL,
  project_id      text NOT NULL,
  input           bytea NOT NULL,
  timeout_ms      integer NOT NULL,
  traceparent     text,
  fence           bigint NOT NULL DEFAULT 0,
  attempts        integer NOT NULL DEFAULT 0,
  runner_id       text,
  lease_until     timestamp(3) with time zone,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  labels          text[] NOT NULL DEFAULT '{}'::text[],
  organization_id text,
  CONSTRAINT jobs_pkey PRIMARY KEY (id)
);
CREATE INDEX jobs_by_age ON jobs USING btree (created_at, id);

CREATE TABLE job_turns (
  project_id text NOT NULL,
  served_at  timestamp with time zone NOT NULL,
  CONSTRAINT job_turns_pkey PRIMARY KEY (project_id)
);

CREATE TABLE inspections (
  id         text NOT NULL,
  project_id text NOT NULL,
  server_id  text NOT NULL,
  outcome    bytea,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT inspections_pkey PRIMARY KEY (id)
);
CREATE INDEX inspections_by_age ON inspections USING btree (created_at);

CREATE TABLE directory_runs (
  id              text NOT NULL,
  project_id      text NOT NULL,
  server_id       text,
  kind            text NOT NULL,
  variant         text NOT NULL,
  status          text NOT NULL DEFAULT 'pending'::text,
  attempts        integer NOT NULL DEFAULT 0,
  request         json NOT NULL,
  outcome         json,
  report          bytea,
  terminal_reason text,
  error_message   text,
  idempotency_key text,
  request_hash    text,
  external_run_id text,
  heard_at        timestamp(3) with time zone,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT directory_runs_pkey PRIMARY KEY (id),
  CONSTRAINT directory_runs_project_id_external_run_id_key UNIQUE (project_id, external_run_id),
  CONSTRAINT directory_runs_server_id_variant_idempotency_key_key UNIQUE (server_id, variant, idempotency_key),
  CONSTRAINT directory_runs_kind_check CHECK (kind = ANY (ARRAY['readiness'::text, 'conformance'::text])),
  CONSTRAINT directory_runs_status_check CHECK (status = ANY (ARRAY['pending'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])),
  CONSTRAINT directory_runs_variant_check CHECK (variant = ANY (ARRAY['claude'::text, 'openai'::text, 'made'::text, 'reported'::text]))
);
CREATE INDEX directory_runs_by_age ON directory_runs USING btree (project_id, kind, created_at, id);
CREATE INDEX directory_runs_open ON directory_runs USING btree (project_id) WHERE status = 'pending'::text;
CREATE INDEX directory_runs_silent ON directory_runs USING btree (heard_at) WHERE status = 'running'::text;

CREATE TABLE conformance_results (
  run_id   text NOT NULL,
  suite    text NOT NULL,
  scenario text NOT NULL,
  status   text NOT NULL,
  reason   text,
  checks   json NOT NULL,
  digest   bytea,
  CONSTRAINT conformance_results_pkey PRIMARY KEY (run_id, suite, scenario),
  CONSTRAINT conformance_results_status_check CHECK (status = ANY (ARRAY['passed'::text, 'warning'::text, 'failed'::text, 'skipped'::text, 'notApplicable'::text, 'couldNotRun'::text])),
  CONSTRAINT conformance_results_run_id_fkey FOREIGN KEY (run_id) REFERENCES directory_runs(id) ON DELETE CASCADE
);
