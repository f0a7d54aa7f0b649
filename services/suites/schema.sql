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
  CONSTRAINT work_pkey PRIMARY KEY (id),
  CONSTRAINT work_of_authoring FOREIGN KEY (id) REFERENCES authoring_jobs(id) ON DELETE CASCADE
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

CREATE TABLE suites (
  id              text NOT NULL,
  project_id      text NOT NULL,
  name            text NOT NULL,
  declared_id     text,
  managed_by      text NOT NULL DEFAULT 'app'::text,
  revision        integer NOT NULL DEFAULT 1,
  body            json NOT NULL,
  tags            text[] NOT NULL DEFAULT '{}'::text[],
  server_ids      text[] NOT NULL DEFAULT '{}'::text[],
  runs            integer NOT NULL DEFAULT 0,
  passed_trials   bigint NOT NULL DEFAULT 0,
  failed_trials   bigint NOT NULL DEFAULT 0,
  recent_runs     json NOT NULL DEFAULT '[]'::json,
  latest_verdict  text,
  latest_run_at   timestamp(3) with time zone,
  latest_flaky    integer NOT NULL DEFAULT 0,
  idempotency_key text,
  request_hash    text,
  creation_reply  json,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  archived_at     timestamp(3) with time zone,
  CONSTRAINT suites_pkey PRIMARY KEY (id),
  CONSTRAINT suites_project_id_declared_id_key UNIQUE (project_id, declared_id),
  CONSTRAINT suites_project_id_idempotency_key_key UNIQUE (project_id, idempotency_key),
  CONSTRAINT suites_project_id_name_key UNIQUE (project_id, name),
  CONSTRAINT suites_managed_by_check CHECK (managed_by = ANY (ARRAY['app'::text, 'ci'::text]))
);
CREATE INDEX suites_of_project ON suites USING btree (project_id, id);

CREATE TABLE suite_revisions (
  suite_id   text NOT NULL,
  revision   integer NOT NULL,
  name       text NOT NULL,
  body       json NOT NULL,
  changed    text[] NOT NULL,
  created_by text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT suite_revisions_pkey PRIMARY KEY (suite_id, revision),
  CONSTRAINT suite_revisions_suite_id_fkey FOREIGN KEY (suite_id) REFERENCES suites(id) ON DELETE CASCADE
);

CREATE TABLE cases (
  id              text NOT NULL,
  suite_id        text NOT NULL,
  declared_id     text,
  revision        integer NOT NULL DEFAULT 1,
  "position"      integer NOT NULL,
  body            json NOT NULL,
  bytes           integer NOT NULL GENERATED ALWAYS AS (octet_length(body::text)) STORED,
  idempotency_key text,
  request_hash    text,
  override_reason text,
  content_hash    text,
  shape_hash      text,
  wording         text,
  near_keys       bigint[],
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT cases_pkey PRIMARY KEY (id),
  CONSTRAINT cases_suite_id_declared_id_key UNIQUE (suite_id, declared_id),
  CONSTRAINT cases_suite_id_idempotency_key_key UNIQUE (suite_id, idempotency_key),
  CONSTRAINT cases_suite_id_position_key UNIQUE (suite_id, "position") DEFERRABLE,
  CONSTRAINT cases_suite_id_fkey FOREIGN KEY (suite_id) REFERENCES suites(id) ON DELETE CASCADE
);
CREATE INDEX cases_near_same ON cases USING gin (near_keys) WITH (fastupdate=off);
CREATE INDEX cases_of_content ON cases USING btree (suite_id, content_hash);

CREATE TABLE case_changes (
  case_id    text NOT NULL,
  revision   integer NOT NULL,
  changed    text[] NOT NULL,
  created_by text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT case_changes_pkey PRIMARY KEY (case_id, revision),
  CONSTRAINT case_changes_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE
);

CREATE TABLE authoring_jobs (
  id               text NOT NULL,
  project_id       text NOT NULL,
  suite_id         text NOT NULL,
  source           text NOT NULL,
  status           text NOT NULL DEFAULT 'pending'::text,
  phase            text NOT NULL DEFAULT 'prepare'::text,
  request          json NOT NULL,
  generation_model text,
  error            text,
  warnings         json NOT NULL DEFAULT '[]'::json,
  drafts           json NOT NULL DEFAULT '[]'::json,
  created          text[] NOT NULL DEFAULT '{}'::text[],
  case_issues      json NOT NULL DEFAULT '[]'::json,
  skipped          json,
  idempotency_key  text,
  request_hash     text,
  created_at       timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at       timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT authoring_jobs_pkey PRIMARY KEY (id),
  CONSTRAINT authoring_jobs_suite_id_idempotency_key_key UNIQUE (suite_id, idempotency_key),
  CONSTRAINT authoring_jobs_status_check CHECK (status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])),
  CONSTRAINT authoring_jobs_suite_id_fkey FOREIGN KEY (suite_id) REFERENCES suites(id) ON DELETE CASCADE
);
CREATE INDEX authoring_jobs_of_project ON authoring_jobs USING btree (project_id);
CREATE INDEX authoring_jobs_pending ON authoring_jobs USING btree (project_id) WHERE status = 'pending'::text;

CREATE TABLE schedules (
  suite_id             text NOT NULL,
  organization_id      text NOT NULL,
  interval_minutes     integer,
  cron                 text,
  time_zone            text,
  environment_id       text,
  next_due_at          timestamp(3) with time zone,
  last_due_at          timestamp(3) with time zone,
  tick_id              text,
  retry_at             timestamp(3) with time zone,
  last_run_id          text,
  consecutive_failures integer NOT NULL DEFAULT 0,
  status_reason        text,
  created_by           text,
  pause_after          integer,
  changed_at           timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_at           timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schedules_pkey PRIMARY KEY (suite_id),
  CONSTRAINT schedules_check CHECK (num_nonnulls(interval_minutes, cron) = 1),
  CONSTRAINT schedules_check1 CHECK ((cron IS NULL) = (time_zone IS NULL)),
  CONSTRAINT schedules_check2 CHECK (retry_at IS NULL OR next_due_at IS NOT NULL AND tick_id IS NOT NULL),
  CONSTRAINT schedules_suite_id_fkey FOREIGN KEY (suite_id) REFERENCES suites(id) ON DELETE CASCADE
);
CREATE INDEX schedules_due ON schedules USING btree (LEAST(next_due_at, retry_at)) WHERE next_due_at IS NOT NULL;

CREATE TABLE schedule_ticks (
  suite_id text NOT NULL,
  due_at   timestamp(3) with time zone NOT NULL,
  tick_id  text NOT NULL,
  run_id   text,
  verdict  text,
  reason   text,
  CONSTRAINT schedule_ticks_pkey PRIMARY KEY (suite_id, due_at),
  CONSTRAINT schedule_ticks_suite_id_fkey FOREIGN KEY (suite_id) REFERENCES schedules(suite_id) ON DELETE CASCADE
);

CREATE TABLE target_changes (
  id         bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  project_id text NOT NULL,
  suite_id   text NOT NULL,
  begun_at   timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT target_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX target_changes_by_age ON target_changes USING btree (begun_at);

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
 SELECT kind,
    labels,
    waiting,
    held,
    oldest_age_seconds
   FROM queue_depths;
