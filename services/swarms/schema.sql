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
  CONSTRAINT trace_parts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES session_attempts(id) ON DELETE CASCADE
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
  CONSTRAINT insights_series_id_window_id_fkey FOREIGN KEY (series_id, window_id) REFERENCES waves(project_id, id) ON DELETE CASCADE
);
CREATE INDEX insights_of_series ON insights USING btree (series_id, window_id DESC);

CREATE TABLE signals (
  series_id   text NOT NULL,
  fingerprint text NOT NULL,
  dimension   text NOT NULL,
  detail      text NOT NULL,
  subject     json NOT NULL,
  CONSTRAINT signals_pkey PRIMARY KEY (series_id, fingerprint)
);

CREATE TABLE session_signals (
  session_id   text NOT NULL,
  series_id    text NOT NULL,
  window_id    text NOT NULL,
  fingerprint  text NOT NULL,
  occurrences  integer NOT NULL,
  prompt_index integer NOT NULL,
  excerpt      text NOT NULL,
  CONSTRAINT session_signals_pkey PRIMARY KEY (session_id, fingerprint),
  CONSTRAINT session_signals_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX session_signals_by_fingerprint ON session_signals USING btree (series_id, fingerprint, session_id);
CREATE INDEX session_signals_of_window ON session_signals USING btree (series_id, window_id, fingerprint);

CREATE TABLE findings (
  id               text NOT NULL,
  series_id        text NOT NULL,
  fingerprint      text NOT NULL,
  status           text NOT NULL,
  occurrence_count integer NOT NULL,
  first_window_id  text NOT NULL,
  last_window_id   text NOT NULL,
  first_seen_at    timestamp(3) with time zone NOT NULL,
  last_seen_at     timestamp(3) with time zone NOT NULL,
  resolved_at      timestamp(3) with time zone,
  dismissed_at     timestamp(3) with time zone,
  updated_at       timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT findings_pkey PRIMARY KEY (id),
  CONSTRAINT findings_series_id_fingerprint_key UNIQUE (series_id, fingerprint),
  CONSTRAINT findings_status_check CHECK (status = ANY (ARRAY['new'::text, 'recurring'::text, 'regressed'::text, 'resolved'::text])),
  CONSTRAINT findings_series_id_fingerprint_fkey FOREIGN KEY (series_id, fingerprint) REFERENCES signals(series_id, fingerprint) ON DELETE CASCADE
);
CREATE INDEX findings_by_time ON findings USING btree (series_id, last_seen_at DESC, id DESC);

CREATE TABLE personas (
  id             text NOT NULL,
  project_id     text NOT NULL,
  slug           text NOT NULL,
  name           text NOT NULL,
  role           text NOT NULL,
  notes          text,
  source         text NOT NULL,
  seed_keywords  text[] NOT NULL DEFAULT '{}'::text[],
  avatar_shape   integer,
  avatar_palette integer,
  created_at     timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at     timestamp(3) with time zone NOT NULL DEFAULT now(),
  archived_at    timestamp(3) with time zone,
  CONSTRAINT personas_pkey PRIMARY KEY (id),
  CONSTRAINT personas_source_check CHECK (source = ANY (ARRAY['manual'::text, 'generated'::text, 'cluster'::text]))
);
CREATE UNIQUE INDEX personas_by_slug ON personas USING btree (project_id, slug) WHERE archived_at IS NULL;
CREATE INDEX personas_of_project ON personas USING btree (project_id, id);

CREATE TABLE swarms (
  id                  text NOT NULL,
  project_id          text NOT NULL,
  name                text NOT NULL,
  description         text,
  environment_ids     text[] NOT NULL DEFAULT '{}'::text[],
  sessions_per_target integer NOT NULL,
  max_turns           integer NOT NULL,
  created_at          timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at          timestamp(3) with time zone NOT NULL DEFAULT now(),
  archived_at         timestamp(3) with time zone,
  CONSTRAINT swarms_pkey PRIMARY KEY (id)
);
CREATE INDEX swarms_of_project ON swarms USING btree (project_id, id);

CREATE TABLE journeys (
  id                   text NOT NULL,
  project_id           text NOT NULL,
  name                 text NOT NULL,
  goal                 text NOT NULL,
  persona_id           text NOT NULL,
  swarm_id             text,
  environment_ids      text[] NOT NULL DEFAULT '{}'::text[],
  server_attachment_id text,
  host_ids             text[] NOT NULL DEFAULT '{}'::text[],
  sessions_per_target  integer NOT NULL,
  max_turns            integer NOT NULL,
  rubric               json,
  created_at           timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at           timestamp(3) with time zone NOT NULL DEFAULT now(),
  archived_at          timestamp(3) with time zone,
  CONSTRAINT journeys_pkey PRIMARY KEY (id),
  CONSTRAINT journeys_persona_id_fkey FOREIGN KEY (persona_id) REFERENCES personas(id),
  CONSTRAINT journeys_swarm_id_fkey FOREIGN KEY (swarm_id) REFERENCES swarms(id)
);
CREATE INDEX journeys_of_persona ON journeys USING btree (persona_id);
CREATE INDEX journeys_of_project ON journeys USING btree (project_id, id);
CREATE INDEX journeys_of_swarm ON journeys USING btree (swarm_id) WHERE swarm_id IS NOT NULL;

CREATE TABLE waves (
  project_id      text NOT NULL,
  id              text NOT NULL,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  changed_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  mined_at        timestamp(3) with time zone,
  mining_failures integer NOT NULL DEFAULT 0,
  mine_after      timestamp(3) with time zone,
  signals         json NOT NULL DEFAULT '[]'::json,
  kept_signals    json NOT NULL DEFAULT '[]'::json,
  CONSTRAINT waves_pkey PRIMARY KEY (project_id, id)
);
CREATE INDEX waves_to_mine ON waves USING btree (changed_at) WHERE mined_at IS NULL OR mined_at <= changed_at;

CREATE TABLE journey_runs (
  id                text NOT NULL,
  organization_id   text NOT NULL,
  project_id        text NOT NULL,
  journey_id        text NOT NULL,
  wave_id           text NOT NULL,
  idempotency_key   text,
  request_hash      text NOT NULL,
  status            text NOT NULL DEFAULT 'running'::text,
  is_canceled       boolean NOT NULL DEFAULT false,
  is_stale          boolean NOT NULL DEFAULT false,
  error             text,
  spec              json NOT NULL,
  session_specs     json NOT NULL,
  sealed_access     bytea,
  key_id            text NOT NULL DEFAULT ''::text,
  tally             json NOT NULL,
  verdict           text,
  shown             json,
  shown_form        text,
  change            integer NOT NULL DEFAULT 0,
  measures          json NOT NULL DEFAULT '{}'::json,
  deadline_at       timestamp(3) with time zone NOT NULL,
  created_at        timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_heartbeat_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  ended_at          timestamp(3) with time zone,
  traces_gone_at    timestamp(3) with time zone,
  CONSTRAINT journey_runs_pkey PRIMARY KEY (id),
  CONSTRAINT journey_runs_journey_id_idempotency_key_key UNIQUE (journey_id, idempotency_key),
  CONSTRAINT journey_runs_status_check CHECK (status = ANY (ARRAY['running'::text, 'completed'::text, 'partial'::text, 'failed'::text, 'rate_limited'::text])),
  CONSTRAINT journey_runs_journey_id_fkey FOREIGN KEY (journey_id) REFERENCES journeys(id) ON DELETE CASCADE,
  CONSTRAINT journey_runs_project_id_wave_id_fkey FOREIGN KEY (project_id, wave_id) REFERENCES waves(project_id, id)
);
CREATE INDEX journey_runs_by_age ON journey_runs USING btree (organization_id, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX journey_runs_of_journey ON journey_runs USING btree (journey_id, id DESC);
CREATE INDEX journey_runs_of_project ON journey_runs USING btree (project_id, id DESC);
CREATE INDEX journey_runs_of_wave ON journey_runs USING btree (project_id, wave_id);
CREATE INDEX journey_runs_open ON journey_runs USING btree (deadline_at) WHERE status = 'running'::text;

CREATE TABLE sessions (
  id               text NOT NULL,
  run_id           text NOT NULL,
  project_id       text NOT NULL,
  "position"       integer NOT NULL,
  target_index     integer NOT NULL,
  session_index    integer NOT NULL,
  seed             integer NOT NULL,
  status           text NOT NULL DEFAULT 'pending'::text,
  lifecycle        text NOT NULL DEFAULT 'pending'::text,
  attempt_id       text NOT NULL,
  change           integer NOT NULL DEFAULT 0,
  error_code       text,
  error_message    text,
  end_reason       text,
  grading          text NOT NULL DEFAULT 'notRequested'::text,
  judge_id         text,
  criteria         json NOT NULL DEFAULT '[]'::json,
  passed           boolean,
  usage            json,
  turn_count       integer NOT NULL DEFAULT 0,
  message_count    integer NOT NULL DEFAULT 0,
  preview          text NOT NULL DEFAULT ''::text,
  started_at       timestamp(3) with time zone,
  last_activity_at timestamp(3) with time zone,
  ended_at         timestamp(3) with time zone,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_judge_id_key UNIQUE (judge_id),
  CONSTRAINT sessions_run_id_position_key UNIQUE (run_id, "position"),
  CONSTRAINT sessions_grading_check CHECK (grading = ANY (ARRAY['notRequested'::text, 'queued'::text, 'running'::text, 'settled'::text, 'unavailable'::text])),
  CONSTRAINT sessions_lifecycle_check CHECK (lifecycle = ANY (ARRAY['pending'::text, 'running'::text, 'ran'::text, 'broke'::text, 'limited'::text, 'withdrawn'::text])),
  CONSTRAINT sessions_status_check CHECK (status = ANY (ARRAY['pending'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'rate_limited'::text])),
  CONSTRAINT sessions_run_id_fkey FOREIGN KEY (run_id) REFERENCES journey_runs(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_attempt ON sessions USING btree (attempt_id);
CREATE INDEX sessions_by_change ON sessions USING btree (run_id, change, "position");
CREATE INDEX sessions_open ON sessions USING btree (run_id) WHERE lifecycle = ANY (ARRAY['pending'::text, 'running'::text]);

CREATE TABLE session_attempts (
  id            text NOT NULL,
  session_id    text NOT NULL,
  number        integer NOT NULL,
  fence         uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
  leases        integer NOT NULL DEFAULT 0,
  earlier_usage json,
  error_code    text,
  error_message text,
  usage         json,
  created_at    timestamp(3) with time zone NOT NULL DEFAULT now(),
  ended_at      timestamp(3) with time zone,
  CONSTRAINT session_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT session_attempts_session_id_number_key UNIQUE (session_id, number),
  CONSTRAINT session_attempts_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

CREATE TABLE session_turns (
  session_id   text NOT NULL,
  prompt_index integer NOT NULL,
  body         bytea STORAGE external NOT NULL,
  CONSTRAINT session_turns_pkey PRIMARY KEY (session_id, prompt_index),
  CONSTRAINT session_turns_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

CREATE TABLE generations (
  id         text NOT NULL,
  project_id text NOT NULL,
  outcome    bytea,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT generations_pkey PRIMARY KEY (id)
);
CREATE INDEX generations_by_age ON generations USING btree (created_at);

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
