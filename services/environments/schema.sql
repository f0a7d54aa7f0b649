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
  CONSTRAINT trace_parts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES turns(id) ON DELETE CASCADE
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
  CONSTRAINT insights_series_id_window_id_fkey FOREIGN KEY (series_id, window_id) REFERENCES study_windows(study_id, id) ON DELETE CASCADE
);
CREATE INDEX insights_of_series ON insights USING btree (series_id, window_id DESC);

CREATE TABLE signals (
  series_id   text NOT NULL,
  fingerprint text NOT NULL,
  dimension   text NOT NULL,
  detail      text NOT NULL,
  subject     json NOT NULL,
  CONSTRAINT signals_pkey PRIMARY KEY (series_id, fingerprint),
  CONSTRAINT signals_series_id_fkey FOREIGN KEY (series_id) REFERENCES studies(id) ON DELETE CASCADE
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
  CONSTRAINT session_signals_session_id_fkey FOREIGN KEY (session_id) REFERENCES chat_sessions(id) ON DELETE CASCADE
);
CREATE INDEX session_signals_by_fingerprint ON session_signals USING btree (series_id, fingerprint, session_id);

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

CREATE TABLE clients (
  id          text NOT NULL,
  project_id  text NOT NULL,
  name        text NOT NULL,
  folded_name text NOT NULL,
  version_id  text NOT NULL,
  is_default  boolean NOT NULL DEFAULT false,
  created_at  timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at  timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT clients_pkey PRIMARY KEY (id)
);
CREATE INDEX clients_by_name ON clients USING btree (project_id, folded_name);
CREATE UNIQUE INDEX clients_default ON clients USING btree (project_id) WHERE is_default;
CREATE INDEX clients_of_project ON clients USING btree (project_id, id);

CREATE TABLE client_versions (
  id             text NOT NULL,
  client_id      text NOT NULL,
  version_number integer NOT NULL,
  config_id      text NOT NULL,
  config         json NOT NULL,
  model_id       text NOT NULL GENERATED ALWAYS AS (config ->> 'modelId'::text) STORED,
  server_count   integer NOT NULL GENERATED ALWAYS AS (json_array_length(config -> 'serverIds'::text) + json_array_length(config -> 'optionalServerIds'::text)) STORED,
  has_computer   boolean NOT NULL GENERATED ALWAYS AS ((config -> 'computer'::text) IS NOT NULL) STORED,
  changed        text[] NOT NULL,
  created_by     text,
  created_at     timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT client_versions_pkey PRIMARY KEY (id),
  CONSTRAINT client_versions_client_id_version_number_key UNIQUE (client_id, version_number),
  CONSTRAINT client_versions_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE server_groups (
  id          text NOT NULL,
  project_id  text NOT NULL,
  name        text NOT NULL,
  folded_name text NOT NULL,
  revision    integer NOT NULL DEFAULT 1,
  server_ids  text[] NOT NULL,
  snapshot_of text,
  created_at  timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at  timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT server_groups_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX server_groups_by_name ON server_groups USING btree (project_id, folded_name) WHERE snapshot_of IS NULL;
CREATE INDEX server_groups_of_project ON server_groups USING btree (project_id, id);

CREATE TABLE saved_servers (
  id         text NOT NULL,
  project_id text NOT NULL,
  name       text NOT NULL,
  enabled    boolean NOT NULL,
  CONSTRAINT saved_servers_pkey PRIMARY KEY (id)
);
CREATE INDEX saved_servers_of_project ON saved_servers USING btree (project_id);

CREATE TABLE environments (
  id                   text NOT NULL,
  project_id           text NOT NULL,
  name                 text,
  folded_name          text,
  adhoc_hash           text,
  client_id            text NOT NULL,
  server_group_id      text,
  body                 json NOT NULL,
  revision             integer NOT NULL DEFAULT 1,
  archived_at          timestamp(3) with time zone,
  created_at           timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at           timestamp(3) with time zone NOT NULL DEFAULT now(),
  kept_client_id       text GENERATED ALWAYS AS (
CASE
    WHEN name IS NOT NULL AND archived_at IS NULL THEN client_id
    ELSE NULL::text
END) STORED,
  kept_server_group_id text GENERATED ALWAYS AS (
CASE
    WHEN name IS NOT NULL AND archived_at IS NULL THEN server_group_id
    ELSE NULL::text
END) STORED,
  CONSTRAINT environments_pkey PRIMARY KEY (id),
  CONSTRAINT environments_check CHECK ((name IS NULL) = (folded_name IS NULL)),
  CONSTRAINT environments_check1 CHECK ((name IS NULL) = (adhoc_hash IS NOT NULL)),
  CONSTRAINT environments_kept_client_id_fkey FOREIGN KEY (kept_client_id) REFERENCES clients(id),
  CONSTRAINT environments_kept_server_group_id_fkey FOREIGN KEY (kept_server_group_id) REFERENCES server_groups(id)
);
CREATE UNIQUE INDEX environments_by_adhoc_hash ON environments USING btree (project_id, adhoc_hash);
CREATE UNIQUE INDEX environments_by_name ON environments USING btree (project_id, folded_name) WHERE archived_at IS NULL;
CREATE INDEX environments_of_client ON environments USING btree (kept_client_id) WHERE kept_client_id IS NOT NULL;
CREATE INDEX environments_of_project ON environments USING btree (project_id, id) WHERE name IS NOT NULL;
CREATE INDEX environments_of_server_group ON environments USING btree (kept_server_group_id) WHERE kept_server_group_id IS NOT NULL;

CREATE TABLE environment_revisions (
  environment_id text NOT NULL,
  revision       integer NOT NULL,
  settings       json NOT NULL,
  changed        text[] NOT NULL,
  created_by     text,
  created_at     timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT environment_revisions_pkey PRIMARY KEY (environment_id, revision),
  CONSTRAINT environment_revisions_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environments(id) ON DELETE CASCADE
);

CREATE TABLE images (
  id           text NOT NULL,
  project_id   text NOT NULL,
  owner_id     text NOT NULL,
  name         text NOT NULL,
  sharing      text NOT NULL,
  blueprint    text NOT NULL,
  content_hash text NOT NULL,
  created_at   timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at   timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT images_pkey PRIMARY KEY (id),
  CONSTRAINT images_sharing_check CHECK (sharing = ANY (ARRAY['user'::text, 'project'::text]))
);
CREATE INDEX images_of_project ON images USING btree (project_id, id);

CREATE TABLE image_builds (
  id                 text NOT NULL,
  image_id           text NOT NULL,
  content_hash       text NOT NULL,
  status             text NOT NULL,
  base_image_digests text[] NOT NULL,
  digest             text,
  error              text,
  log_preview        text,
  created_at         timestamp(3) with time zone NOT NULL DEFAULT now(),
  started_at         timestamp(3) with time zone,
  finished_at        timestamp(3) with time zone,
  CONSTRAINT image_builds_pkey PRIMARY KEY (id),
  CONSTRAINT image_builds_status_check CHECK (status = ANY (ARRAY['queued'::text, 'building'::text, 'ready'::text, 'failed'::text])),
  CONSTRAINT image_builds_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id) ON DELETE CASCADE
);
CREATE INDEX image_builds_of_image ON image_builds USING btree (image_id, id);

CREATE TABLE attachments (
  project_id     text NOT NULL,
  holder_kind    text NOT NULL,
  holder_id      text NOT NULL,
  environment_id text,
  client_id      text,
  CONSTRAINT attachments_check CHECK (num_nonnulls(environment_id, client_id) = 1),
  CONSTRAINT attachments_holder_kind_check CHECK (holder_kind = ANY (ARRAY['suite'::text, 'journey'::text])),
  CONSTRAINT attachments_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE,
  CONSTRAINT attachments_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environments(id) ON DELETE CASCADE
);
CREATE INDEX attachments_of_client ON attachments USING btree (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX attachments_of_environment ON attachments USING btree (environment_id) WHERE environment_id IS NOT NULL;
CREATE UNIQUE INDEX attachments_of_holder ON attachments USING btree (holder_id, COALESCE(environment_id, client_id));
CREATE INDEX attachments_of_project ON attachments USING btree (project_id);

CREATE TABLE plugins (
  id                text NOT NULL,
  project_id        text NOT NULL,
  name              text NOT NULL,
  active_version_id text,
  created_at        timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at        timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT plugins_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX plugins_by_name ON plugins USING btree (project_id, lower(name));

CREATE TABLE plugin_versions (
  id          text NOT NULL,
  plugin_id   text NOT NULL,
  project_id  text NOT NULL,
  bundle_hash text NOT NULL,
  status      text NOT NULL,
  body        json NOT NULL,
  bytes       integer NOT NULL,
  created_by  text,
  created_at  timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT plugin_versions_pkey PRIMARY KEY (id),
  CONSTRAINT plugin_versions_plugin_id_bundle_hash_key UNIQUE (plugin_id, bundle_hash),
  CONSTRAINT plugin_versions_status_check CHECK (status = ANY (ARRAY['ready'::text, 'invalid'::text])),
  CONSTRAINT plugin_versions_plugin_id_fkey FOREIGN KEY (plugin_id) REFERENCES plugins(id) ON DELETE CASCADE
);
CREATE INDEX plugin_versions_of_project ON plugin_versions USING btree (project_id);

CREATE TABLE skills (
  id                text NOT NULL,
  project_id        text NOT NULL,
  plugin_id         text,
  name              text NOT NULL,
  latest_version_id text NOT NULL,
  created_at        timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at        timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT skills_pkey PRIMARY KEY (id),
  CONSTRAINT skills_plugin_id_fkey FOREIGN KEY (plugin_id) REFERENCES plugins(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX skills_by_name ON skills USING btree (project_id, COALESCE(plugin_id, ''::text), lower(name));
CREATE INDEX skills_of_plugin ON skills USING btree (plugin_id) WHERE plugin_id IS NOT NULL;

CREATE TABLE skill_versions (
  id           text NOT NULL,
  skill_id     text NOT NULL,
  project_id   text NOT NULL,
  content_hash text NOT NULL,
  description  text NOT NULL,
  body         json NOT NULL,
  bytes        integer NOT NULL,
  created_at   timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT skill_versions_pkey PRIMARY KEY (id),
  CONSTRAINT skill_versions_skill_id_content_hash_key UNIQUE (skill_id, content_hash),
  CONSTRAINT skill_versions_skill_id_fkey FOREIGN KEY (skill_id) REFERENCES skills(id) ON DELETE CASCADE
);
CREATE INDEX skill_versions_of_project ON skill_versions USING btree (project_id);

CREATE TABLE plugin_skills (
  plugin_version_id text NOT NULL,
  skill_version_id  text NOT NULL,
  CONSTRAINT plugin_skills_pkey PRIMARY KEY (plugin_version_id, skill_version_id),
  CONSTRAINT plugin_skills_plugin_version_id_fkey FOREIGN KEY (plugin_version_id) REFERENCES plugin_versions(id) ON DELETE CASCADE,
  CONSTRAINT plugin_skills_skill_version_id_fkey FOREIGN KEY (skill_version_id) REFERENCES skill_versions(id) ON DELETE CASCADE
);
CREATE INDEX plugin_skills_of_skill_version ON plugin_skills USING btree (skill_version_id);

CREATE TABLE studies (
  id              text NOT NULL,
  organization_id text NOT NULL,
  project_id      text NOT NULL,
  environment_id  text NOT NULL,
  name            text NOT NULL,
  description     text NOT NULL DEFAULT ''::text,
  mode            text NOT NULL,
  access_version  integer NOT NULL DEFAULT 1,
  link_version    integer NOT NULL DEFAULT 1,
  guest_execution json NOT NULL,
  created_by      text,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  unpublished_at  timestamp(3) with time zone,
  CONSTRAINT studies_pkey PRIMARY KEY (id),
  CONSTRAINT studies_mode_check CHECK (mode = ANY (ARRAY['project_members'::text, 'invited_only'::text, 'anyone_with_link'::text])),
  CONSTRAINT studies_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environments(id)
);
CREATE INDEX studies_of_environment ON studies USING btree (environment_id);
CREATE INDEX studies_of_project ON studies USING btree (project_id, id);
CREATE INDEX studies_unpublished ON studies USING btree (id) WHERE unpublished_at IS NOT NULL;

CREATE TABLE study_members (
  id           text NOT NULL,
  study_id     text NOT NULL,
  email        text NOT NULL,
  folded_email text NOT NULL,
  user_id      text,
  created_at   timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT study_members_pkey PRIMARY KEY (id),
  CONSTRAINT study_members_study_id_folded_email_key UNIQUE (study_id, folded_email),
  CONSTRAINT study_members_study_id_fkey FOREIGN KEY (study_id) REFERENCES studies(id) ON DELETE CASCADE
);

CREATE TABLE visitors (
  id             text NOT NULL,
  study_id       text NOT NULL,
  token_hash     bytea NOT NULL,
  access_version integer NOT NULL,
  member_id      text,
  user_id        text,
  consented_at   timestamp(3) with time zone NOT NULL,
  turns_day      date,
  day_turns      integer NOT NULL DEFAULT 0,
  created_at     timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_seen_at   timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT visitors_pkey PRIMARY KEY (id),
  CONSTRAINT visitors_token_hash_key UNIQUE (token_hash),
  CONSTRAINT visitors_member_id_fkey FOREIGN KEY (member_id) REFERENCES study_members(id) ON DELETE SET NULL,
  CONSTRAINT visitors_study_id_fkey FOREIGN KEY (study_id) REFERENCES studies(id) ON DELETE CASCADE
);
CREATE INDEX visitors_of_member ON visitors USING btree (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX visitors_of_study ON visitors USING btree (study_id, id);

CREATE TABLE study_days (
  study_id text NOT NULL,
  day      date NOT NULL,
  turns    integer NOT NULL DEFAULT 0,
  CONSTRAINT study_days_pkey PRIMARY KEY (study_id, day),
  CONSTRAINT study_days_study_id_fkey FOREIGN KEY (study_id) REFERENCES studies(id) ON DELETE CASCADE
);

CREATE TABLE study_spending (
  study_id text NOT NULL,
  day      date NOT NULL,
  turn_id  text NOT NULL,
  micros   bigint NOT NULL,
  CONSTRAINT study_spending_pkey PRIMARY KEY (study_id, day, turn_id),
  CONSTRAINT study_spending_study_id_fkey FOREIGN KEY (study_id) REFERENCES studies(id) ON DELETE CASCADE
);

CREATE TABLE chat_sessions (
  id               text NOT NULL,
  organization_id  text NOT NULL,
  project_id       text NOT NULL,
  origin           text NOT NULL,
  owner_id         text,
  study_id         text,
  visitor_id       text,
  environment_id   text,
  status           text NOT NULL DEFAULT 'active'::text,
  visibility       text NOT NULL DEFAULT 'private'::text,
  is_pinned        boolean NOT NULL DEFAULT false,
  is_unread        boolean NOT NULL DEFAULT false,
  title            text NOT NULL DEFAULT ''::text,
  preview          text NOT NULL DEFAULT ''::text,
  settings         json NOT NULL,
  spec             json NOT NULL,
  runner_labels    text[] NOT NULL DEFAULT '{}'::text[],
  version          integer NOT NULL DEFAULT 1,
  turn_count       integer NOT NULL DEFAULT 0,
  message_count    integer NOT NULL DEFAULT 0,
  open_turn_id     text,
  created_at       timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_activity_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  ended_at         timestamp(3) with time zone,
  end_reason       text,
  measured_version integer NOT NULL DEFAULT '-1'::integer,
  CONSTRAINT chat_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT chat_sessions_check CHECK ((origin = 'study'::text) = (study_id IS NOT NULL)),
  CONSTRAINT chat_sessions_origin_check CHECK (origin = ANY (ARRAY['chat'::text, 'study'::text, 'agent'::text])),
  CONSTRAINT chat_sessions_status_check CHECK (status = ANY (ARRAY['active'::text, 'archived'::text])),
  CONSTRAINT chat_sessions_visibility_check CHECK (visibility = ANY (ARRAY['private'::text, 'project'::text])),
  CONSTRAINT chat_sessions_study_id_fkey FOREIGN KEY (study_id) REFERENCES studies(id) ON DELETE CASCADE,
  CONSTRAINT chat_sessions_visitor_id_fkey FOREIGN KEY (visitor_id) REFERENCES visitors(id) ON DELETE CASCADE
);
CREATE INDEX chat_sessions_idle ON chat_sessions USING btree (last_activity_at) WHERE origin = 'study'::text AND ended_at IS NULL;
CREATE INDEX chat_sessions_of_organization ON chat_sessions USING btree (organization_id, last_activity_at);
CREATE INDEX chat_sessions_of_project ON chat_sessions USING btree (project_id, last_activity_at DESC, id DESC);
CREATE INDEX chat_sessions_of_study ON chat_sessions USING btree (study_id, id) WHERE study_id IS NOT NULL;
CREATE INDEX chat_sessions_of_visitor ON chat_sessions USING btree (visitor_id) WHERE visitor_id IS NOT NULL;
CREATE INDEX chat_sessions_open_in_study ON chat_sessions USING btree (study_id) WHERE open_turn_id IS NOT NULL AND study_id IS NOT NULL;
CREATE INDEX chat_sessions_to_measure ON chat_sessions USING btree (last_activity_at, id) WHERE study_id IS NOT NULL AND measured_version <> version;

CREATE TABLE turns (
  id              text NOT NULL,
  session_id      text NOT NULL,
  prompt_index    integer NOT NULL,
  caller_id       text NOT NULL,
  idempotency_key text,
  request_hash    text NOT NULL,
  status          text NOT NULL,
  request         json NOT NULL,
  reply           json,
  error           json,
  fence           uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
  first_message   integer NOT NULL,
  first_event     integer NOT NULL DEFAULT 1,
  input_tokens    bigint NOT NULL DEFAULT 0,
  output_tokens   bigint NOT NULL DEFAULT 0,
  cost_micros     bigint,
  is_cancelled    boolean NOT NULL DEFAULT false,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  begun_at        timestamp(3) with time zone,
  ended_at        timestamp(3) with time zone,
  CONSTRAINT turns_pkey PRIMARY KEY (id),
  CONSTRAINT turns_caller_id_idempotency_key_key UNIQUE (caller_id, idempotency_key),
  CONSTRAINT turns_session_id_prompt_index_key UNIQUE (session_id, prompt_index),
  CONSTRAINT turns_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])),
  CONSTRAINT turns_session_id_fkey FOREIGN KEY (session_id) REFERENCES chat_sessions(id) ON DELETE CASCADE
);

CREATE TABLE chat_messages (
  session_id text NOT NULL,
  index      integer NOT NULL,
  turn_id    text NOT NULL,
  body       json NOT NULL,
  CONSTRAINT chat_messages_pkey PRIMARY KEY (session_id, index),
  CONSTRAINT chat_messages_session_id_fkey FOREIGN KEY (session_id) REFERENCES chat_sessions(id) ON DELETE CASCADE
);

CREATE TABLE chat_tool_calls (
  session_id text NOT NULL,
  turn_id    text NOT NULL,
  "position" integer NOT NULL,
  body       json NOT NULL,
  CONSTRAINT chat_tool_calls_pkey PRIMARY KEY (turn_id, "position"),
  CONSTRAINT chat_tool_calls_session_id_fkey FOREIGN KEY (session_id) REFERENCES chat_sessions(id) ON DELETE CASCADE
);
CREATE INDEX chat_tool_calls_of_session ON chat_tool_calls USING btree (session_id);

CREATE TABLE turn_events (
  session_id   text NOT NULL,
  prompt_index integer NOT NULL,
  seq          integer NOT NULL,
  body         json NOT NULL,
  created_at   timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT turn_events_pkey PRIMARY KEY (session_id, prompt_index, seq),
  CONSTRAINT turn_events_session_id_fkey FOREIGN KEY (session_id) REFERENCES chat_sessions(id) ON DELETE CASCADE
);
CREATE INDEX turn_events_by_age ON turn_events USING btree (created_at);

CREATE TABLE browsers (
  session_id      text NOT NULL,
  organization_id text NOT NULL,
  project_id      text NOT NULL,
  owner_id        text NOT NULL,
  idempotency_key text,
  request_hash    text,
  policy          json NOT NULL,
  present_policy  json NOT NULL,
  profile_id      text,
  status          text NOT NULL,
  live_id         text,
  runner_id       text,
  runner_labels   text[] NOT NULL DEFAULT '{}'::text[],
  heard_fence     text,
  heard           integer NOT NULL DEFAULT 0,
  tabs            json NOT NULL DEFAULT '[]'::json,
  end_reason      text,
  busy_with       text,
  unknown_command text,
  command_count   integer NOT NULL DEFAULT 0,
  last_seq        integer NOT NULL DEFAULT 0,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  opened_at       timestamp(3) with time zone,
  last_used_at    timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT browsers_pkey PRIMARY KEY (session_id),
  CONSTRAINT browsers_live_id_key UNIQUE (live_id),
  CONSTRAINT browsers_owner_id_idempotency_key_key UNIQUE (owner_id, idempotency_key),
  CONSTRAINT browsers_status_check CHECK (status = ANY (ARRAY['opening'::text, 'open'::text, 'closing'::text, 'closed'::text]))
);
CREATE INDEX browsers_not_closed ON browsers USING btree (last_used_at) WHERE status <> 'closed'::text;
CREATE INDEX browsers_of_organization ON browsers USING btree (organization_id, last_used_at);
CREATE INDEX browsers_of_owner ON browsers USING btree (owner_id);
CREATE INDEX browsers_of_project ON browsers USING btree (project_id);

CREATE TABLE browser_entries (
  session_id   text NOT NULL,
  seq          integer NOT NULL,
  kind         text NOT NULL,
  command_id   text,
  request_hash text,
  status       text,
  work_id      text,
  body         json NOT NULL,
  observation  json,
  created_at   timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT browser_entries_pkey PRIMARY KEY (session_id, seq),
  CONSTRAINT browser_entries_session_id_command_id_key UNIQUE (session_id, command_id),
  CONSTRAINT browser_entries_work_id_key UNIQUE (work_id),
  CONSTRAINT browser_entries_kind_check CHECK (kind = ANY (ARRAY['opened'::text, 'command'::text, 'note'::text, 'blocked'::text, 'closed'::text])),
  CONSTRAINT browser_entries_status_check CHECK (status = ANY (ARRAY['running'::text, 'ok'::text, 'failed'::text, 'unknown'::text])),
  CONSTRAINT browser_entries_session_id_fkey FOREIGN KEY (session_id) REFERENCES browsers(session_id) ON DELETE CASCADE
);

CREATE TABLE browser_screenshots (
  id         text NOT NULL,
  session_id text NOT NULL,
  command_id text NOT NULL,
  mime_type  text NOT NULL,
  width      integer NOT NULL,
  height     integer NOT NULL,
  body       bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT browser_screenshots_pkey PRIMARY KEY (id),
  CONSTRAINT browser_screenshots_session_id_fkey FOREIGN KEY (session_id) REFERENCES browsers(session_id) ON DELETE CASCADE
);
CREATE INDEX browser_screenshots_by_age ON browser_screenshots USING btree (created_at);
CREATE INDEX browser_screenshots_of_session ON browser_screenshots USING btree (session_id);

CREATE TABLE browser_profiles (
  project_id      text NOT NULL,
  owner_id        text NOT NULL,
  id              text NOT NULL,
  organization_id text NOT NULL,
  sealed          bytea NOT NULL,
  updated_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT browser_profiles_pkey PRIMARY KEY (project_id, owner_id, id)
);

CREATE TABLE chat_feedback (
  session_id text NOT NULL,
  turn_id    text NOT NULL DEFAULT ''::text,
  rating     text NOT NULL,
  comment    text NOT NULL DEFAULT ''::text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT chat_feedback_pkey PRIMARY KEY (session_id, turn_id),
  CONSTRAINT chat_feedback_rating_check CHECK (rating = ANY (ARRAY['up'::text, 'down'::text])),
  CONSTRAINT chat_feedback_session_id_fkey FOREIGN KEY (session_id) REFERENCES chat_sessions(id) ON DELETE CASCADE
);

CREATE TABLE session_measures (
  id         bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  session_id text,
  study_id   text NOT NULL,
  population text NOT NULL,
  day        date NOT NULL,
  window_id  text NOT NULL,
  is_ended   boolean NOT NULL,
  turns      json NOT NULL,
  counted    json NOT NULL,
  CONSTRAINT session_measures_pkey PRIMARY KEY (id),
  CONSTRAINT session_measures_session_id_key UNIQUE (session_id),
  CONSTRAINT session_measures_population_check CHECK (population = ANY (ARRAY['real'::text, 'synthetic'::text])),
  CONSTRAINT session_measures_session_id_fkey FOREIGN KEY (session_id) REFERENCES chat_sessions(id) ON DELETE SET NULL,
  CONSTRAINT session_measures_study_id_fkey FOREIGN KEY (study_id) REFERENCES studies(id) ON DELETE CASCADE
);
CREATE INDEX session_measures_erased ON session_measures USING btree (id) WHERE session_id IS NULL;
CREATE INDEX session_measures_of_window ON session_measures USING btree (study_id, window_id) WHERE is_ended;

CREATE TABLE study_counters (
  study_id   text NOT NULL,
  population text NOT NULL,
  day        date NOT NULL,
  counter    text NOT NULL,
  key        text NOT NULL DEFAULT ''::text,
  amount     bigint NOT NULL,
  CONSTRAINT study_counters_pkey PRIMARY KEY (study_id, population, day, counter, key),
  CONSTRAINT study_counters_population_check CHECK (population = ANY (ARRAY['real'::text, 'synthetic'::text])),
  CONSTRAINT study_counters_study_id_fkey FOREIGN KEY (study_id) REFERENCES studies(id) ON DELETE CASCADE
);

CREATE TABLE study_windows (
  study_id        text NOT NULL,
  id              text NOT NULL,
  start_at        timestamp(3) with time zone NOT NULL,
  end_at          timestamp(3) with time zone NOT NULL,
  changed_at      timestamp(3) with time zone NOT NULL,
  mined_at        timestamp(3) with time zone,
  mining_failures integer NOT NULL DEFAULT 0,
  mine_after      timestamp(3) with time zone,
  sessions        integer NOT NULL DEFAULT 0,
  rated           integer NOT NULL DEFAULT 0,
  signals         json NOT NULL DEFAULT '[]'::json,
  CONSTRAINT study_windows_pkey PRIMARY KEY (study_id, id),
  CONSTRAINT study_windows_study_id_fkey FOREIGN KEY (study_id) REFERENCES studies(id) ON DELETE CASCADE
);
CREATE INDEX study_windows_to_mine ON study_windows USING btree (changed_at) WHERE mined_at IS NULL OR mined_at <= changed_at;

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
