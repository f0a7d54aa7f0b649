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

CREATE TABLE suites (
  id            text NOT NULL,
  project_id    text NOT NULL,
  name          text NOT NULL,
  revision      integer NOT NULL DEFAULT 1,
  body          json NOT NULL,
  runs          integer NOT NULL DEFAULT 0,
  passed_trials bigint NOT NULL DEFAULT 0,
  failed_trials bigint NOT NULL DEFAULT 0,
  recent_runs   json NOT NULL DEFAULT '[]'::json,
  created_at    timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at    timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT suites_pkey PRIMARY KEY (id),
  CONSTRAINT suites_project_id_name_key UNIQUE (project_id, name)
);
CREATE INDEX suites_of_project ON suites USING btree (project_id, id);

CREATE TABLE cases (
  id         text NOT NULL,
  suite_id   text NOT NULL,
  "position" integer NOT NULL,
  body       json NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT cases_pkey PRIMARY KEY (id),
  CONSTRAINT cases_suite_id_position_key UNIQUE (suite_id, "position"),
  CONSTRAINT cases_suite_id_fkey FOREIGN KEY (suite_id) REFERENCES suites(id) ON DELETE CASCADE
);
