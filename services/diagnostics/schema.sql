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

CREATE TABLE inspections (
  id         text NOT NULL,
  project_id text NOT NULL,
  server_id  text NOT NULL,
  once       boolean NOT NULL,
  handed_out boolean NOT NULL DEFAULT false,
  outcome    bytea,
  refusal    bytea,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  seen_at    timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT inspections_pkey PRIMARY KEY (id)
);
CREATE INDEX inspections_by_sight ON inspections USING btree (seen_at);

CREATE TABLE runners (
  id              text NOT NULL,
  organization_id text,
  project_id      text,
  labels          text[] NOT NULL,
  seen_at         timestamp(3) with time zone NOT NULL,
  CONSTRAINT runners_pkey PRIMARY KEY (id)
);

CREATE TABLE surface_bodies (
  server_id  text NOT NULL,
  hash       text NOT NULL,
  project_id text NOT NULL,
  body       bytea NOT NULL,
  tools      text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT surface_bodies_pkey PRIMARY KEY (server_id, hash)
);
CREATE INDEX surface_bodies_of_project ON surface_bodies USING btree (project_id);

CREATE TABLE surface_periods (
  id            text NOT NULL,
  place         bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  project_id    text NOT NULL,
  server_id     text NOT NULL,
  hash          text NOT NULL,
  first_seen_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  last_seen_at  timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  times_seen    integer NOT NULL DEFAULT 1,
  breaking      integer,
  additive      integer,
  cosmetic      integer,
  CONSTRAINT surface_periods_pkey PRIMARY KEY (id),
  CONSTRAINT surface_periods_server_id_hash_fkey FOREIGN KEY (server_id, hash) REFERENCES surface_bodies(server_id, hash)
);
CREATE INDEX surface_periods_of_project ON surface_periods USING btree (project_id);
CREATE INDEX surface_periods_of_server ON surface_periods USING btree (server_id, place DESC);

CREATE TABLE surfaces_gone (
  id      text NOT NULL,
  gone_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT surfaces_gone_pkey PRIMARY KEY (id)
);

CREATE TABLE tool_calls (
  id             text NOT NULL,
  project_id     text NOT NULL,
  server_id      text NOT NULL,
  user_id        text NOT NULL,
  tool_name      text NOT NULL,
  outcome        text NOT NULL,
  arguments      json,
  error          json,
  duration_ms    integer NOT NULL,
  session_opened boolean NOT NULL,
  bytes          integer NOT NULL,
  result         bytea,
  called_at      timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT tool_calls_pkey PRIMARY KEY (id),
  CONSTRAINT tool_calls_outcome_check CHECK (outcome = ANY (ARRAY['answered'::text, 'failed'::text, 'unanswered'::text]))
);
CREATE INDEX tool_calls_by_age ON tool_calls USING btree (called_at);
CREATE INDEX tool_calls_of_person ON tool_calls USING btree (server_id, user_id, called_at DESC, id DESC);
CREATE INDEX tool_calls_of_project ON tool_calls USING btree (project_id, user_id);

CREATE TABLE seen_in_calls (
  call_id text NOT NULL,
  kind    text NOT NULL,
  name    text NOT NULL,
  value   text NOT NULL,
  body    json NOT NULL,
  CONSTRAINT seen_in_calls_kind_check CHECK (kind = ANY (ARRAY['link'::text, 'property'::text])),
  CONSTRAINT seen_in_calls_call_id_fkey FOREIGN KEY (call_id) REFERENCES tool_calls(id) ON DELETE CASCADE
);
CREATE INDEX seen_in_calls_of_call ON seen_in_calls USING btree (call_id, kind, name);

CREATE TABLE oauth_grants (
  server_id       text NOT NULL,
  project_id      text NOT NULL,
  grant_type      text NOT NULL,
  server_url      text NOT NULL,
  authority       json NOT NULL,
  sealed          bytea NOT NULL,
  scopes          text[] NOT NULL,
  origin          json NOT NULL DEFAULT '{}'::json,
  expires_at      timestamp(3) with time zone,
  refresh_at      timestamp(3) with time zone,
  version         bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  state           text NOT NULL DEFAULT 'active'::text,
  lease_holder    text,
  lease_until     timestamp(3) with time zone,
  last_refresh_at timestamp(3) with time zone,
  last_error      json,
  retry_at        timestamp(3) with time zone,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT oauth_grants_pkey PRIMARY KEY (server_id),
  CONSTRAINT oauth_grants_grant_type_check CHECK (grant_type = ANY (ARRAY['authorization_code'::text, 'client_credentials'::text])),
  CONSTRAINT oauth_grants_state_check CHECK (state = ANY (ARRAY['active'::text, 'lost'::text]))
);
CREATE INDEX oauth_grants_of_project ON oauth_grants USING btree (project_id);

CREATE TABLE token_requests (
  id          bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  server_id   text NOT NULL,
  project_id  text NOT NULL,
  kind        text NOT NULL,
  error       text,
  life_ms     double precision,
  duration_ms double precision,
  made_at     timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT token_requests_pkey PRIMARY KEY (id),
  CONSTRAINT token_requests_kind_check CHECK (kind = ANY (ARRAY['granted'::text, 'imported'::text, 'renewed'::text]))
);
CREATE INDEX token_requests_of_project ON token_requests USING btree (project_id);
CREATE INDEX token_requests_of_server ON token_requests USING btree (server_id, id DESC);

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
  about    json NOT NULL DEFAULT '{}'::json,
  digest   bytea,
  CONSTRAINT conformance_results_pkey PRIMARY KEY (run_id, suite, scenario),
  CONSTRAINT conformance_results_status_check CHECK (status = ANY (ARRAY['passed'::text, 'warning'::text, 'failed'::text, 'skipped'::text, 'notApplicable'::text, 'couldNotRun'::text])),
  CONSTRAINT conformance_results_run_id_fkey FOREIGN KEY (run_id) REFERENCES directory_runs(id) ON DELETE CASCADE
);

CREATE TABLE lint_suppressions (
  id         text NOT NULL,
  project_id text NOT NULL,
  server_id  text NOT NULL,
  rule_id    text NOT NULL,
  body       jsonb NOT NULL,
  created_by text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT lint_suppressions_pkey PRIMARY KEY (id)
);
CREATE INDEX lint_suppressions_of_project ON lint_suppressions USING btree (project_id);
CREATE INDEX lint_suppressions_of_server ON lint_suppressions USING btree (server_id, created_at, id);

CREATE TABLE readiness_facts (
  server_id      text NOT NULL,
  project_id     text NOT NULL,
  requirement_id text NOT NULL,
  kind           text NOT NULL,
  met            boolean NOT NULL,
  note           text NOT NULL,
  stated_by      text,
  stated_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT readiness_facts_pkey PRIMARY KEY (server_id, requirement_id),
  CONSTRAINT readiness_facts_kind_check CHECK (kind = ANY (ARRAY['claude'::text, 'openai'::text]))
);
CREATE INDEX readiness_facts_of_project ON readiness_facts USING btree (project_id);

CREATE TABLE tunnels (
  server_id        text NOT NULL,
  project_id       text NOT NULL,
  slug             text NOT NULL,
  created_by       text NOT NULL,
  organization_id  text,
  key_id           text,
  session_id       text,
  checked_at       timestamp(3) with time zone NOT NULL DEFAULT now(),
  token_hash       bytea,
  token_expires_at timestamp(3) with time zone NOT NULL,
  secret_version   integer NOT NULL,
  attachment_id    text,
  relay_url        text,
  beaten_at        timestamp(3) with time zone,
  created_at       timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT tunnels_pkey PRIMARY KEY (server_id),
  CONSTRAINT tunnels_attachment_id_key UNIQUE (attachment_id),
  CONSTRAINT tunnels_slug_key UNIQUE (slug),
  CONSTRAINT tunnels_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX tunnels_of_project ON tunnels USING btree (project_id);

CREATE TABLE tunnel_openings (
  attachment_id text NOT NULL,
  server_id     text NOT NULL,
  project_id    text NOT NULL,
  user_id       text NOT NULL,
  opened_at     timestamp(3) with time zone NOT NULL DEFAULT now(),
  ended_at      timestamp(3) with time zone,
  "end"         text,
  requests      integer NOT NULL DEFAULT 0,
  CONSTRAINT tunnel_openings_pkey PRIMARY KEY (attachment_id),
  CONSTRAINT tunnel_openings_end_check CHECK ("end" = ANY (ARRAY['disconnected'::text, 'closed'::text, 'replaced'::text, 'lost'::text])),
  CONSTRAINT tunnel_openings_server_id_fkey FOREIGN KEY (server_id) REFERENCES tunnels(server_id) ON DELETE CASCADE
);
CREATE INDEX tunnel_openings_of_server ON tunnel_openings USING btree (server_id, opened_at);

CREATE TABLE connections (
  id              text NOT NULL,
  organization_id text NOT NULL,
  user_id         text NOT NULL,
  key_id          text NOT NULL,
  session_id      text,
  project_id      text,
  meant_server_id text,
  server_id       text,
  url             text NOT NULL,
  name            text,
  status          text NOT NULL,
  error           json,
  sealed          bytea,
  state_hash      bytea,
  browser_hash    bytea,
  expires_at      timestamp(3) with time zone NOT NULL,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT connections_pkey PRIMARY KEY (id),
  CONSTRAINT connections_state_hash_key UNIQUE (state_hash),
  CONSTRAINT connections_status_check CHECK (status = ANY (ARRAY['discovering'::text, 'awaiting_project'::text, 'awaiting_authorization'::text, 'authorizing'::text, 'validating'::text, 'ready'::text, 'failed'::text, 'cancelled'::text]))
);
CREATE INDEX connections_by_age ON connections USING btree (updated_at);

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
