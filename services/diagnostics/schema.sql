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
  id          text NOT NULL,
  kind        text NOT NULL,
  project_id  text NOT NULL,
  input       bytea NOT NULL,
  timeout_ms  integer NOT NULL,
  traceparent text,
  fence       bigint NOT NULL DEFAULT 0,
  attempts    integer NOT NULL DEFAULT 0,
  runner_id   text,
  lease_until timestamp(3) with time zone,
  created_at  timestamp(3) with time zone NOT NULL DEFAULT now(),
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
