-- The result of all migrations, written by `npm run schema`.

CREATE TYPE access_role AS ENUM ('viewer', 'member', 'admin', 'owner');

CREATE SEQUENCE project_change_places AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1;

CREATE SEQUENCE audit_log_positions AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1;

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
CREATE INDEX idempotency_keys_of_made ON idempotency_keys USING btree ((reply ->> 'id'::text));
CREATE INDEX idempotency_keys_of_organization ON idempotency_keys USING btree (organization_id);
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

CREATE TABLE users (
  id             text NOT NULL,
  email          text NOT NULL,
  name           text NOT NULL,
  password_hash  text,
  address_proven boolean NOT NULL DEFAULT false,
  created_at     timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at     timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_email ON users USING btree (lower(email));

CREATE TABLE organizations (
  id         text NOT NULL,
  name       text NOT NULL,
  created_by text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp(3) with time zone,
  CONSTRAINT organizations_pkey PRIMARY KEY (id),
  CONSTRAINT organizations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);

CREATE TABLE installation (
  one                   boolean NOT NULL DEFAULT true,
  first_organization_id text NOT NULL,
  CONSTRAINT installation_pkey PRIMARY KEY (one),
  CONSTRAINT installation_one_check CHECK (one)
);

CREATE TABLE memberships (
  organization_id text NOT NULL,
  user_id         text NOT NULL,
  role            access_role NOT NULL,
  source          text NOT NULL DEFAULT 'manual'::text,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT memberships_pkey PRIMARY KEY (organization_id, user_id),
  CONSTRAINT memberships_source_check CHECK (source = ANY (ARRAY['manual'::text, 'oidc'::text])),
  CONSTRAINT memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX memberships_of_user ON memberships USING btree (user_id);

CREATE TABLE projects (
  id              text NOT NULL,
  organization_id text NOT NULL,
  name            text NOT NULL,
  visibility      text NOT NULL DEFAULT 'public'::text,
  body            jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_by      text,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  deleted_at      timestamp(3) with time zone,
  CONSTRAINT projects_pkey PRIMARY KEY (id),
  CONSTRAINT projects_visibility_check CHECK (visibility = ANY (ARRAY['public'::text, 'private'::text])),
  CONSTRAINT projects_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT projects_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX projects_of_organization ON projects USING btree (organization_id, id);

CREATE TABLE project_members (
  project_id      text NOT NULL,
  organization_id text NOT NULL,
  user_id         text NOT NULL,
  role            access_role NOT NULL,
  source          text NOT NULL DEFAULT 'manual'::text,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT project_members_pkey PRIMARY KEY (project_id, user_id),
  CONSTRAINT project_members_source_check CHECK (source = ANY (ARRAY['manual'::text, 'oidc'::text])),
  CONSTRAINT project_members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT project_members_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT project_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX project_members_of_organization ON project_members USING btree (organization_id, user_id);
CREATE INDEX project_members_of_user ON project_members USING btree (user_id);

CREATE TABLE project_changes (
  project_id text NOT NULL,
  part       text NOT NULL,
  place      bigint NOT NULL DEFAULT nextval('project_change_places'::regclass),
  CONSTRAINT project_changes_pkey PRIMARY KEY (project_id, part),
  CONSTRAINT project_changes_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE TABLE organization_settings (
  organization_id     text NOT NULL,
  features            jsonb NOT NULL DEFAULT '{}'::jsonb,
  requests_per_minute integer,
  request_burst       integer,
  concurrent_runs     integer,
  run_minutes         integer,
  queue_minutes       integer,
  repetitions         integer,
  brakes              jsonb NOT NULL DEFAULT '{}'::jsonb,
  retention           jsonb NOT NULL DEFAULT '{}'::jsonb,
  commands_need_admin boolean,
  updated_at          timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT organization_settings_pkey PRIMARY KEY (organization_id),
  CONSTRAINT organization_settings_concurrent_runs_check CHECK (concurrent_runs >= 1 AND concurrent_runs <= 1000),
  CONSTRAINT organization_settings_queue_minutes_check CHECK (queue_minutes >= 1 AND queue_minutes <= 43200),
  CONSTRAINT organization_settings_repetitions_check CHECK (repetitions >= 1 AND repetitions <= 100),
  CONSTRAINT organization_settings_request_burst_check CHECK (request_burst >= 1 AND request_burst <= 10000),
  CONSTRAINT organization_settings_requests_per_minute_check CHECK (requests_per_minute >= 1 AND requests_per_minute <= 100000),
  CONSTRAINT organization_settings_run_minutes_check CHECK (run_minutes >= 1 AND run_minutes <= 10080),
  CONSTRAINT organization_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

CREATE TABLE secrets (
  id           text NOT NULL,
  project_id   text NOT NULL,
  name         text NOT NULL,
  folded_name  text NOT NULL,
  description  text,
  sealed_value bytea NOT NULL,
  revision     integer NOT NULL DEFAULT 1,
  created_at   timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at   timestamp(3) with time zone NOT NULL DEFAULT now(),
  rotated_at   timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT secrets_pkey PRIMARY KEY (id),
  CONSTRAINT secrets_project_id_folded_name_key UNIQUE (project_id, folded_name),
  CONSTRAINT secrets_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX secrets_of_project ON secrets USING btree (project_id, id);

CREATE TABLE servers (
  id                text NOT NULL,
  project_id        text NOT NULL,
  name              text NOT NULL,
  enabled           boolean NOT NULL,
  transport         text NOT NULL,
  body              jsonb NOT NULL,
  credentials       bytea,
  has_client_secret boolean NOT NULL,
  header_names      text[] NOT NULL DEFAULT '{}'::text[],
  env_names         text[] NOT NULL DEFAULT '{}'::text[],
  secret_references jsonb NOT NULL DEFAULT '{}'::jsonb,
  revision          integer NOT NULL DEFAULT 1,
  updated_by        text,
  created_at        timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at        timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT servers_pkey PRIMARY KEY (id),
  CONSTRAINT servers_project_id_name_key UNIQUE (project_id, name),
  CONSTRAINT servers_transport_check CHECK (transport = ANY (ARRAY['http'::text, 'stdio'::text])),
  CONSTRAINT servers_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX servers_of_project ON servers USING btree (project_id, id);

CREATE TABLE server_diagnoses (
  id           text NOT NULL,
  project_id   text NOT NULL,
  server_id    text NOT NULL,
  diagnosed_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  user_id      text,
  state        text NOT NULL,
  cause        text,
  body         json NOT NULL,
  checks       json,
  CONSTRAINT server_diagnoses_pkey PRIMARY KEY (id),
  CONSTRAINT server_diagnoses_state_check CHECK (state = ANY (ARRAY['unusable'::text, 'look'::text, 'well'::text])),
  CONSTRAINT server_diagnoses_server_id_fkey FOREIGN KEY (server_id) REFERENCES servers(id) ON DELETE CASCADE
);
CREATE INDEX server_diagnoses_of_project ON server_diagnoses USING btree (project_id, diagnosed_at);
CREATE INDEX server_diagnoses_of_server ON server_diagnoses USING btree (server_id, id);

CREATE TABLE server_states (
  server_id    text NOT NULL,
  project_id   text NOT NULL,
  diagnosis_id text,
  diagnosed    text,
  cause        text,
  since        timestamp(3) with time zone,
  ready_at     timestamp(3) with time zone,
  tool_count   integer,
  sign_in      text,
  breaking     integer NOT NULL DEFAULT 0,
  additive     integer NOT NULL DEFAULT 0,
  cosmetic     integer NOT NULL DEFAULT 0,
  changed_at   timestamp(3) with time zone,
  state        text NOT NULL GENERATED ALWAYS AS (
CASE
    WHEN diagnosed IS NULL THEN 'unknown'::text
    WHEN diagnosed = 'well'::text AND breaking > 0 THEN 'look'::text
    ELSE diagnosed
END) STORED,
  CONSTRAINT server_states_pkey PRIMARY KEY (server_id),
  CONSTRAINT server_states_diagnosed_check CHECK (diagnosed = ANY (ARRAY['unusable'::text, 'look'::text, 'well'::text])),
  CONSTRAINT server_states_server_id_fkey FOREIGN KEY (server_id) REFERENCES servers(id) ON DELETE CASCADE
);
CREATE INDEX server_states_of_project ON server_states USING btree (project_id);

CREATE TABLE server_changes (
  id         text NOT NULL,
  project_id text NOT NULL,
  server_id  text NOT NULL,
  at         timestamp(3) with time zone NOT NULL DEFAULT now(),
  kind       text NOT NULL,
  from_state text,
  from_cause text,
  to_state   text NOT NULL,
  to_cause   text,
  user_id    text,
  breaking   integer,
  additive   integer,
  cosmetic   integer,
  CONSTRAINT server_changes_pkey PRIMARY KEY (id),
  CONSTRAINT server_changes_kind_check CHECK (kind = ANY (ARRAY['diagnosis'::text, 'surface'::text])),
  CONSTRAINT server_changes_server_id_fkey FOREIGN KEY (server_id) REFERENCES servers(id) ON DELETE CASCADE
);
CREATE INDEX server_changes_of_project ON server_changes USING btree (project_id, id);
CREATE INDEX server_changes_of_server ON server_changes USING btree (server_id);

CREATE TABLE registry_answers (
  source     text NOT NULL,
  request    text NOT NULL,
  body       json NOT NULL,
  fetched_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT registry_answers_pkey PRIMARY KEY (source, request)
);
CREATE INDEX registry_answers_by_age ON registry_answers USING btree (fetched_at);

CREATE TABLE registry_servers (
  id           text NOT NULL,
  source       text NOT NULL,
  name         text NOT NULL,
  version      text NOT NULL,
  content_hash text NOT NULL,
  entry        json NOT NULL,
  updated_at   timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT registry_servers_pkey PRIMARY KEY (id),
  CONSTRAINT registry_servers_source_name_key UNIQUE (source, name)
);
CREATE INDEX registry_servers_by_name ON registry_servers USING btree (name, id);

CREATE TABLE registry_installs (
  server_id          text NOT NULL,
  project_id         text NOT NULL,
  registry_server_id text NOT NULL,
  version            text NOT NULL,
  content_hash       text NOT NULL,
  destination        text NOT NULL,
  installed_by       text,
  installed_at       timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT registry_installs_pkey PRIMARY KEY (server_id),
  CONSTRAINT registry_installs_project_id_registry_server_id_key UNIQUE (project_id, registry_server_id),
  CONSTRAINT registry_installs_installed_by_fkey FOREIGN KEY (installed_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT registry_installs_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT registry_installs_registry_server_id_fkey FOREIGN KEY (registry_server_id) REFERENCES registry_servers(id),
  CONSTRAINT registry_installs_server_id_fkey FOREIGN KEY (server_id) REFERENCES servers(id) ON DELETE CASCADE
);
CREATE INDEX registry_installs_of_entry ON registry_installs USING btree (registry_server_id);

CREATE TABLE api_keys (
  id              text NOT NULL,
  organization_id text,
  user_id         text NOT NULL,
  name            text NOT NULL,
  hash            bytea NOT NULL,
  prefix          text NOT NULL,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_used_at    timestamp(3) with time zone,
  revoked_at      timestamp(3) with time zone,
  revoked_by      text,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_hash_key UNIQUE (hash),
  CONSTRAINT api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE SET NULL,
  CONSTRAINT api_keys_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX api_keys_of_organization ON api_keys USING btree (organization_id, id);
CREATE INDEX api_keys_of_user ON api_keys USING btree (user_id, id);

CREATE TABLE sessions (
  id              text NOT NULL,
  user_id         text NOT NULL,
  organization_id text,
  hash            bytea NOT NULL,
  method          text NOT NULL,
  user_agent      text NOT NULL DEFAULT ''::text,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_used_at    timestamp(3) with time zone NOT NULL DEFAULT now(),
  expires_at      timestamp(3) with time zone NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_hash_key UNIQUE (hash),
  CONSTRAINT sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE SET NULL,
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_end ON sessions USING btree (expires_at);
CREATE INDEX sessions_by_use ON sessions USING btree (last_used_at);
CREATE INDEX sessions_of_organization ON sessions USING btree (organization_id);
CREATE INDEX sessions_of_user ON sessions USING btree (user_id, id);

CREATE TABLE invitations (
  id              text NOT NULL,
  organization_id text NOT NULL,
  project_id      text,
  email           text NOT NULL,
  role            access_role NOT NULL,
  hash            bytea NOT NULL,
  invited_by      text,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  expires_at      timestamp(3) with time zone NOT NULL,
  CONSTRAINT invitations_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_hash_key UNIQUE (hash),
  CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT invitations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX invitations_by_end ON invitations USING btree (expires_at);
CREATE UNIQUE INDEX invitations_of_email ON invitations USING btree (lower(email), organization_id);
CREATE INDEX invitations_of_organization ON invitations USING btree (organization_id, id);
CREATE INDEX invitations_of_project ON invitations USING btree (project_id);
CREATE INDEX invitations_of_user ON invitations USING btree (invited_by);

CREATE TABLE identities (
  issuer     text NOT NULL,
  subject    text NOT NULL,
  user_id    text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT identities_issuer_user_id_key UNIQUE (issuer, user_id),
  CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX identities_of_user ON identities USING btree (user_id);

CREATE TABLE sign_in_attempts (
  state_hash   bytea NOT NULL,
  browser_hash bytea NOT NULL,
  sealed       bytea NOT NULL,
  expires_at   timestamp(3) with time zone NOT NULL,
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (state_hash)
);
CREATE INDEX sign_in_attempts_by_end ON sign_in_attempts USING btree (expires_at);

CREATE TABLE password_resets (
  user_id    text NOT NULL,
  hash       bytea NOT NULL,
  made_by    text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT password_resets_pkey PRIMARY KEY (user_id),
  CONSTRAINT password_resets_hash_key UNIQUE (hash),
  CONSTRAINT password_resets_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_by_end ON password_resets USING btree (expires_at);
CREATE INDEX password_resets_of_maker ON password_resets USING btree (made_by);

CREATE TABLE model_providers (
  organization_id text NOT NULL,
  provider        text NOT NULL,
  base_url        text,
  sealed_key      bytea,
  updated_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT model_providers_pkey PRIMARY KEY (organization_id, provider),
  CONSTRAINT model_providers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

CREATE TABLE suite_projects (
  suite_id   text NOT NULL,
  project_id text NOT NULL,
  CONSTRAINT suite_projects_pkey PRIMARY KEY (suite_id),
  CONSTRAINT suite_projects_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX suite_projects_of_project ON suite_projects USING btree (project_id);

CREATE TABLE budgets (
  id              text NOT NULL,
  organization_id text NOT NULL,
  project_id      text,
  scope_kind      text NOT NULL,
  scope_id        text NOT NULL,
  period          text NOT NULL,
  unit            text NOT NULL,
  limit_amount    bigint NOT NULL,
  window_start    timestamp(3) with time zone NOT NULL,
  spent           bigint NOT NULL DEFAULT 0,
  reserved        bigint NOT NULL DEFAULT 0,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT budgets_pkey PRIMARY KEY (id),
  CONSTRAINT budgets_organization_id_scope_kind_scope_id_period_unit_key UNIQUE (organization_id, scope_kind, scope_id, period, unit),
  CONSTRAINT budgets_limit_amount_check CHECK (limit_amount >= 0),
  CONSTRAINT budgets_period_check CHECK (period = ANY (ARRAY['day'::text, 'total'::text])),
  CONSTRAINT budgets_scope_kind_check CHECK (scope_kind = ANY (ARRAY['organization'::text, 'project'::text, 'suite'::text, 'run'::text, 'key'::text])),
  CONSTRAINT budgets_unit_check CHECK (unit = ANY (ARRAY['usd'::text, 'tokens'::text])),
  CONSTRAINT budgets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT budgets_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX budgets_of_project ON budgets USING btree (project_id);
CREATE INDEX budgets_of_scope ON budgets USING btree (scope_id);

CREATE TABLE model_calls (
  id                     text NOT NULL,
  organization_id        text NOT NULL,
  project_id             text NOT NULL,
  suite_id               text NOT NULL,
  run_id                 text NOT NULL,
  key_id                 text NOT NULL,
  token_id               text,
  model                  text NOT NULL,
  purpose                text NOT NULL,
  state                  text NOT NULL DEFAULT 'reserved'::text,
  input_price            numeric,
  output_price           numeric,
  cached_input_price     numeric,
  reserved_input_tokens  bigint NOT NULL,
  reserved_output_tokens bigint NOT NULL,
  reserved_tokens        bigint NOT NULL GENERATED ALWAYS AS (reserved_input_tokens + reserved_output_tokens) STORED,
  reserved_micros        bigint GENERATED ALWAYS AS (ceil(reserved_input_tokens::numeric * input_price + reserved_output_tokens::numeric * output_price)) STORED,
  input_tokens           bigint,
  output_tokens          bigint,
  cached_input_tokens    bigint,
  tokens                 bigint GENERATED ALWAYS AS (input_tokens + output_tokens) STORED,
  cost_micros            bigint GENERATED ALWAYS AS (
CASE
    WHEN input_tokens = 0 AND output_tokens = 0 THEN 0::numeric
    ELSE ceil((input_tokens - cached_input_tokens)::numeric * input_price + cached_input_tokens::numeric * COALESCE(cached_input_price, input_price) + output_tokens::numeric * output_price)
END) STORED,
  created_at             timestamp(3) with time zone NOT NULL,
  reserved_until         timestamp(3) with time zone,
  settled_at             timestamp(3) with time zone,
  CONSTRAINT model_calls_pkey PRIMARY KEY (id),
  CONSTRAINT model_calls_check CHECK (cached_input_tokens >= 0 AND cached_input_tokens <= input_tokens),
  CONSTRAINT model_calls_input_tokens_check CHECK (input_tokens >= 0),
  CONSTRAINT model_calls_output_tokens_check CHECK (output_tokens >= 0),
  CONSTRAINT model_calls_reserved_input_tokens_check CHECK (reserved_input_tokens >= 0),
  CONSTRAINT model_calls_reserved_output_tokens_check CHECK (reserved_output_tokens >= 0),
  CONSTRAINT model_calls_state_check CHECK (state = ANY (ARRAY['reserved'::text, 'settled'::text, 'lapsed'::text]))
);
CREATE INDEX model_calls_by_age ON model_calls USING brin (created_at);
CREATE INDEX model_calls_by_end ON model_calls USING btree (organization_id, settled_at);
CREATE INDEX model_calls_lapsed ON model_calls USING btree (organization_id) WHERE state = 'lapsed'::text;
CREATE INDEX model_calls_of_organization ON model_calls USING btree (organization_id, created_at);
CREATE INDEX model_calls_of_project ON model_calls USING btree (project_id) WHERE project_id <> ''::text;
CREATE INDEX model_calls_of_run ON model_calls USING btree (run_id) WHERE run_id <> ''::text;
CREATE INDEX model_calls_open ON model_calls USING btree (reserved_until) WHERE state = 'reserved'::text;

CREATE TABLE runner_tokens (
  id              text NOT NULL,
  organization_id text NOT NULL,
  project_id      text,
  name            text NOT NULL,
  labels          text[] NOT NULL,
  hash            bytea NOT NULL,
  prefix          text NOT NULL,
  created_by      text,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_used_at    timestamp(3) with time zone,
  revoked_at      timestamp(3) with time zone,
  CONSTRAINT runner_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT runner_tokens_hash_key UNIQUE (hash),
  CONSTRAINT runner_tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT runner_tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT runner_tokens_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX runner_tokens_of_organization ON runner_tokens USING btree (organization_id, id);
CREATE INDEX runner_tokens_of_project ON runner_tokens USING btree (project_id);

CREATE TABLE chat_sessions (
  id               text NOT NULL,
  organization_id  text NOT NULL,
  project_id       text NOT NULL,
  user_id          text NOT NULL,
  title            text NOT NULL DEFAULT ''::text,
  status           text NOT NULL,
  visibility       text NOT NULL,
  is_pinned        boolean NOT NULL,
  is_unread        boolean NOT NULL,
  created_at       timestamp(3) with time zone NOT NULL,
  last_activity_at timestamp(3) with time zone NOT NULL,
  version          integer NOT NULL DEFAULT 0,
  CONSTRAINT chat_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT chat_sessions_status_check CHECK (status = ANY (ARRAY['active'::text, 'archived'::text])),
  CONSTRAINT chat_sessions_visibility_check CHECK (visibility = ANY (ARRAY['private'::text, 'project'::text])),
  CONSTRAINT chat_sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT chat_sessions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT chat_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX chat_sessions_by_activity ON chat_sessions USING btree (last_activity_at);
CREATE INDEX chat_sessions_of_organization ON chat_sessions USING btree (organization_id, status, last_activity_at DESC, id DESC);
CREATE INDEX chat_sessions_of_project ON chat_sessions USING btree (project_id, status, last_activity_at DESC, id DESC);
CREATE INDEX chat_sessions_of_user ON chat_sessions USING btree (user_id);

CREATE TABLE deleted_chat_sessions (
  id         text NOT NULL,
  deleted_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT deleted_chat_sessions_pkey PRIMARY KEY (id)
);

CREATE TABLE applications (
  id            text NOT NULL,
  name          text NOT NULL,
  redirect_uris text[] NOT NULL,
  created_at    timestamp(3) with time zone NOT NULL DEFAULT now(),
  used_at       timestamp(3) with time zone,
  CONSTRAINT applications_pkey PRIMARY KEY (id)
);
CREATE INDEX applications_by_use ON applications USING btree (COALESCE(used_at, created_at));

CREATE TABLE application_grants (
  id               text NOT NULL,
  user_id          text NOT NULL,
  organization_id  text NOT NULL,
  application_id   text NOT NULL,
  application_name text NOT NULL,
  scopes           text[] NOT NULL,
  audiences        text[] NOT NULL,
  created_at       timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_used_at     timestamp(3) with time zone NOT NULL DEFAULT now(),
  expires_at       timestamp(3) with time zone NOT NULL,
  CONSTRAINT application_grants_pkey PRIMARY KEY (id),
  CONSTRAINT application_grants_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT application_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX application_grants_by_end ON application_grants USING btree (expires_at);
CREATE INDEX application_grants_of_organization ON application_grants USING btree (organization_id, user_id);
CREATE INDEX application_grants_of_user ON application_grants USING btree (user_id, id);

CREATE TABLE grant_tokens (
  hash       bytea NOT NULL,
  grant_id   text NOT NULL,
  kind       text NOT NULL,
  used_at    timestamp(3) with time zone,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT grant_tokens_pkey PRIMARY KEY (hash),
  CONSTRAINT grant_tokens_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES application_grants(id) ON DELETE CASCADE
);
CREATE INDEX grant_tokens_by_end ON grant_tokens USING btree (expires_at);
CREATE INDEX grant_tokens_of_grant ON grant_tokens USING btree (grant_id);

CREATE TABLE authorization_codes (
  hash            bytea NOT NULL,
  request         jsonb NOT NULL,
  user_id         text NOT NULL,
  organization_id text NOT NULL,
  used_at         timestamp(3) with time zone,
  grant_id        text,
  expires_at      timestamp(3) with time zone NOT NULL,
  CONSTRAINT authorization_codes_pkey PRIMARY KEY (hash),
  CONSTRAINT authorization_codes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT authorization_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX authorization_codes_by_end ON authorization_codes USING btree (expires_at);
CREATE INDEX authorization_codes_of_user ON authorization_codes USING btree (user_id);

CREATE TABLE device_authorizations (
  hash            bytea NOT NULL,
  user_code_hash  bytea NOT NULL,
  request         jsonb NOT NULL,
  interval_s      integer NOT NULL,
  polled_at       timestamp(3) with time zone,
  user_id         text,
  organization_id text,
  denied_at       timestamp(3) with time zone,
  expires_at      timestamp(3) with time zone NOT NULL,
  CONSTRAINT device_authorizations_pkey PRIMARY KEY (hash),
  CONSTRAINT device_authorizations_user_code_hash_key UNIQUE (user_code_hash),
  CONSTRAINT device_authorizations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT device_authorizations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX device_authorizations_by_end ON device_authorizations USING btree (expires_at);
CREATE INDEX device_authorizations_of_user ON device_authorizations USING btree (user_id);

CREATE TABLE access_epoch (
  one   boolean NOT NULL DEFAULT true,
  epoch bigint NOT NULL,
  CONSTRAINT access_epoch_pkey PRIMARY KEY (one),
  CONSTRAINT access_epoch_one_check CHECK (one)
);

CREATE TABLE rate_buckets (
  bucket      text NOT NULL,
  full_at     timestamp with time zone NOT NULL,
  full_before timestamp with time zone NOT NULL,
  used        integer NOT NULL,
  count       integer NOT NULL,
  capacity    bigint NOT NULL,
  interval_us bigint,
  granted     integer NOT NULL,
  asked_at    timestamp with time zone NOT NULL,
  CONSTRAINT rate_buckets_pkey PRIMARY KEY (bucket)
);

CREATE TABLE audit_log (
  organization_id text NOT NULL,
  at              timestamp(3) with time zone NOT NULL,
  id              text NOT NULL,
  "position"      bigint NOT NULL DEFAULT nextval('audit_log_positions'::regclass),
  operation       text NOT NULL,
  outcome         text NOT NULL,
  user_id         text,
  key_id          text,
  session_id      text,
  project_id      text,
  request_id      text NOT NULL,
  target          json NOT NULL,
  before          json,
  after           json,
  previous_hash   bytea,
  hash            bytea NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (organization_id, at, id)
) PARTITION BY RANGE (at);
CREATE INDEX audit_log_as_it_came_in ON ONLY audit_log USING btree (organization_id, "position");
CREATE INDEX audit_log_of_key ON ONLY audit_log USING btree (organization_id, key_id, at, id) WHERE key_id IS NOT NULL;
CREATE INDEX audit_log_of_operation ON ONLY audit_log USING btree (organization_id, operation, at, id);
CREATE INDEX audit_log_of_project ON ONLY audit_log USING btree (organization_id, project_id, at, id) WHERE project_id IS NOT NULL;
CREATE INDEX audit_log_of_refusals ON ONLY audit_log USING btree (organization_id, at, id) WHERE outcome = 'refused'::text;
CREATE INDEX audit_log_of_user ON ONLY audit_log USING btree (organization_id, user_id, at, id) WHERE user_id IS NOT NULL;

CREATE VIEW project_grants AS
 SELECT projects.id AS project_id,
    projects.organization_id,
    memberships.user_id,
    GREATEST(project_members.role,
        CASE
            WHEN memberships.role >= 'admin'::access_role OR projects.visibility = 'public'::text THEN memberships.role
            ELSE NULL::access_role
        END) AS role
   FROM projects
     JOIN organizations ON organizations.id = projects.organization_id AND organizations.deleted_at IS NULL
     JOIN memberships ON memberships.organization_id = projects.organization_id
     LEFT JOIN project_members ON project_members.project_id = projects.id AND project_members.user_id = memberships.user_id
  WHERE projects.deleted_at IS NULL AND (memberships.role >= 'admin'::access_role OR projects.visibility = 'public'::text OR project_members.user_id IS NOT NULL);

CREATE VIEW live_organizations AS
 SELECT id,
    name,
    created_by,
    created_at,
    updated_at
   FROM organizations
  WHERE deleted_at IS NULL;

CREATE VIEW live_projects AS
 SELECT id,
    organization_id,
    name,
    visibility,
    body,
    created_by,
    created_at,
    updated_at
   FROM projects
  WHERE deleted_at IS NULL;

CREATE VIEW live_memberships AS
 SELECT memberships.organization_id,
    memberships.user_id,
    memberships.role,
    memberships.source,
    memberships.created_at
   FROM memberships
     JOIN organizations ON organizations.id = memberships.organization_id
  WHERE organizations.deleted_at IS NULL;

CREATE OR REPLACE FUNCTION drop_empty_audit_partitions()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
 SET lock_timeout TO '5s'
AS $function$
declare
  part text;
  has_entries boolean;
begin
  for part in
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'audit_log'::regclass and relname ~ '^audit_log_\d{4}_\d{2}$'
      and (to_date(right(relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= now()
    order by 1
  loop
    execute format('select exists (select from %I)', part) into has_entries;
    continue when has_entries;
    lock table audit_log in access exclusive mode;
    execute format('select exists (select from %I)', part) into has_entries;
    if not has_entries then execute format('drop table %I', part); end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION forget_password_reset()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from password_resets where user_id = new.id or made_by = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION give_project_to_creator()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into project_members (project_id, organization_id, user_id, role) values (new.id, new.organization_id, new.created_by, 'owner');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION make_audit_partition(month date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$
declare
  name constant text := 'audit_log_' || to_char(month, 'YYYY_MM');
  first constant timestamptz := date_trunc('month', month::timestamp) at time zone 'UTC';
  next constant timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC';
begin
  perform pg_advisory_xact_lock('audit_log'::regclass::bigint);
  if to_regclass(name) is not null then return; end if;
  lock table audit_log_rest in access exclusive mode;
  execute format('create table %I (like audit_log including defaults including indexes)', name);
  perform set_config('assay.pruning', 'moving', true);
  execute format('with moved as (delete from audit_log_rest where at >= %L and at < %L returning *) insert into %I select * from moved', first, next, name);
  perform set_config('assay.pruning', 'off', true);
  execute format('alter table audit_log attach partition %I for values from (%L) to (%L)', name, first, next);
  execute format('create trigger %I before truncate on %I for each statement execute function refuse_audit_change()', name || '_stays_whole', name);
end $function$
;

CREATE OR REPLACE FUNCTION move_access_epoch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  this constant text := pg_current_xact_id()::text;
begin
  if current_setting('assay.access_moved_in', true) is not distinct from this then return null; end if;
  update access_epoch set epoch = epoch + 1;
  perform pg_notify('access', 'access_epoch'::regclass::oid::text);
  perform set_config('assay.access_moved_in', this, true);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION prune_audit_log(organization text, days integer, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$
declare
  oldest constant timestamptz := now() - make_interval(days => days);
  first_kept bigint;
  last_at timestamptz;
  last_position bigint;
  deleted integer;
begin
  select position into first_kept from audit_log
  where organization_id = organization and at >= oldest order by position limit 1;
  select max(due.at), max(due.position) into last_at, last_position from (
    select at, position from audit_log
    where organization_id = organization and at < oldest and (first_kept is null or position < first_kept)
    order by position limit most) as due;
  perform set_config('assay.pruning', 'on', true);
  delete from audit_log where organization_id = organization and at <= last_at and position <= last_position;
  get diagnostics deleted = row_count;
  perform set_config('assay.pruning', 'off', true);
  return deleted;
end $function$
;

CREATE OR REPLACE FUNCTION refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    -- No retention is shorter than 30 days.
    if current_setting('assay.pruning', true) = 'on' and old.at < now() - interval '30 days' then return old; end if;
    if current_setting('assay.pruning', true) = 'moving' and tg_table_name = 'audit_log_rest' then return old; end if;
  end if;
  raise exception 'The audit log is only ever added to.' using errcode = 'insufficient_privilege';
end $function$
;

CREATE CONSTRAINT TRIGGER access_of_comings_and_goings AFTER INSERT OR DELETE ON memberships DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_access_epoch();

CREATE CONSTRAINT TRIGGER access_of_ended_sessions AFTER DELETE ON sessions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.expires_at > now() AND old.last_used_at > (now() - '01:00:00'::interval)) EXECUTE FUNCTION move_access_epoch();

CREATE CONSTRAINT TRIGGER access_of_gone_grants AFTER DELETE ON application_grants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.expires_at > now()) EXECUTE FUNCTION move_access_epoch();

CREATE CONSTRAINT TRIGGER access_of_gone_keys AFTER DELETE ON api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_access_epoch();

CREATE CONSTRAINT TRIGGER access_of_gone_organizations AFTER DELETE ON organizations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_access_epoch();

CREATE CONSTRAINT TRIGGER access_of_gone_projects AFTER DELETE ON projects DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_access_epoch();

CREATE CONSTRAINT TRIGGER access_of_keys AFTER UPDATE OF revoked_at, organization_id ON api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.revoked_at IS DISTINCT FROM new.revoked_at OR old.organization_id IS DISTINCT FROM new.organization_id) EXECUTE FUNCTION move_access_epoch();

CREATE CONSTRAINT TRIGGER access_of_memberships AFTER UPDATE OF role ON memberships DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.role IS DISTINCT FROM new.role) EXECUTE FUNCTION move_access_epoch();

CREATE CONSTRAINT TRIGGER access_of_new_and_gone_settings AFTER INSERT OR DELETE ON organization_settings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_access_epoch();

CREATE CONSTRAINT TRIGGER access_of_organizations AFTER UPDATE OF deleted_at ON organizations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION move_access_epoch();

CREATE CONSTRAINT TRIGGER access_of_project_comings_and_goings AFTER INSERT OR DELETE ON project_members DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_access_epoch();

CREATE CONSTRAINT TRIGGER access_of_project_members AFTER UPDATE OF role ON project_members DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.role IS DISTINCT FROM new.role) EXECUTE FUNCTION move_access_epoch();

CREATE CONSTRAINT TRIGGER access_of_projects AFTER UPDATE OF visibility, deleted_at ON projects DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.visibility IS DISTINCT FROM new.visibility OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION move_access_epoch();

CREATE CONSTRAINT TRIGGER access_of_sessions AFTER UPDATE OF organization_id, expires_at ON sessions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.organization_id IS DISTINCT FROM new.organization_id OR old.expires_at IS DISTINCT FROM new.expires_at) EXECUTE FUNCTION move_access_epoch();

CREATE CONSTRAINT TRIGGER access_of_settings AFTER UPDATE ON organization_settings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((to_jsonb(old.*) - 'updated_at'::text) IS DISTINCT FROM (to_jsonb(new.*) - 'updated_at'::text)) EXECUTE FUNCTION move_access_epoch();

CREATE CONSTRAINT TRIGGER access_of_tokens AFTER UPDATE OF hash ON sessions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_access_epoch();

CREATE TRIGGER audit_log_rest_stays_whole BEFORE TRUNCATE ON audit_log_rest FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER audit_log_stays BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER audit_log_stays_whole BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER password_resets_of_changed AFTER UPDATE OF password_hash ON users FOR EACH ROW WHEN (old.password_hash IS DISTINCT FROM new.password_hash) EXECUTE FUNCTION forget_password_reset();

CREATE TRIGGER projects_of_creators AFTER INSERT ON projects FOR EACH ROW WHEN (new.created_by IS NOT NULL) EXECUTE FUNCTION give_project_to_creator();
