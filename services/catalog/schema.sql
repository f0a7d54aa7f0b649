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

CREATE TABLE users (
  id            text NOT NULL,
  email         text NOT NULL,
  name          text NOT NULL,
  password_hash text,
  created_at    timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at    timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_email ON users USING btree (lower(email));

CREATE TABLE organizations (
  id         text NOT NULL,
  name       text NOT NULL,
  created_by text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT organizations_pkey PRIMARY KEY (id),
  CONSTRAINT organizations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);

CREATE TABLE memberships (
  organization_id text NOT NULL,
  user_id         text NOT NULL,
  role            text NOT NULL,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT memberships_pkey PRIMARY KEY (organization_id, user_id),
  CONSTRAINT memberships_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])),
  CONSTRAINT memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE projects (
  id              text NOT NULL,
  organization_id text NOT NULL,
  name            text NOT NULL,
  visibility      text NOT NULL DEFAULT 'public'::text,
  body            jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_by      text,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT projects_pkey PRIMARY KEY (id),
  CONSTRAINT projects_visibility_check CHECK (visibility = ANY (ARRAY['public'::text, 'private'::text])),
  CONSTRAINT projects_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT projects_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX projects_of_organization ON projects USING btree (organization_id, id);

CREATE TABLE servers (
  id                text NOT NULL,
  project_id        text NOT NULL,
  name              text NOT NULL,
  enabled           boolean NOT NULL,
  transport         text NOT NULL,
  body              jsonb NOT NULL,
  credentials       bytea,
  has_client_secret boolean NOT NULL,
  created_at        timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at        timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT servers_pkey PRIMARY KEY (id),
  CONSTRAINT servers_project_id_name_key UNIQUE (project_id, name),
  CONSTRAINT servers_transport_check CHECK (transport = ANY (ARRAY['http'::text, 'stdio'::text])),
  CONSTRAINT servers_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX servers_of_project ON servers USING btree (project_id, id);

CREATE TABLE api_keys (
  id              text NOT NULL,
  organization_id text,
  user_id         text NOT NULL,
  name            text NOT NULL,
  hash            bytea NOT NULL,
  prefix          text NOT NULL,
  created_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  revoked_at      timestamp(3) with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_hash_key UNIQUE (hash),
  CONSTRAINT api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE SET NULL,
  CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE model_providers (
  organization_id text NOT NULL,
  provider        text NOT NULL,
  base_url        text,
  sealed_key      bytea,
  updated_at      timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT model_providers_pkey PRIMARY KEY (organization_id, provider),
  CONSTRAINT model_providers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

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

CREATE TABLE model_calls (
  id                     text NOT NULL,
  organization_id        text NOT NULL,
  project_id             text NOT NULL,
  suite_id               text NOT NULL,
  run_id                 text NOT NULL,
  key_id                 text NOT NULL,
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
  settled_at             timestamp(3) with time zone,
  CONSTRAINT model_calls_pkey PRIMARY KEY (id),
  CONSTRAINT model_calls_check CHECK (cached_input_tokens >= 0 AND cached_input_tokens <= input_tokens),
  CONSTRAINT model_calls_input_tokens_check CHECK (input_tokens >= 0),
  CONSTRAINT model_calls_output_tokens_check CHECK (output_tokens >= 0),
  CONSTRAINT model_calls_reserved_input_tokens_check CHECK (reserved_input_tokens >= 0),
  CONSTRAINT model_calls_reserved_output_tokens_check CHECK (reserved_output_tokens >= 0),
  CONSTRAINT model_calls_state_check CHECK (state = ANY (ARRAY['reserved'::text, 'settled'::text, 'lapsed'::text]))
);
CREATE INDEX model_calls_by_end ON model_calls USING btree (organization_id, settled_at);
CREATE INDEX model_calls_lapsed ON model_calls USING btree (organization_id) WHERE state = 'lapsed'::text;
CREATE INDEX model_calls_of_organization ON model_calls USING btree (organization_id, created_at);
CREATE INDEX model_calls_open ON model_calls USING btree (created_at) WHERE state = 'reserved'::text;

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

CREATE VIEW project_roles AS
 SELECT projects.id AS project_id,
    projects.organization_id,
    memberships.user_id,
        CASE
            WHEN (memberships.role = ANY (ARRAY['owner'::text, 'admin'::text])) OR projects.created_by = memberships.user_id THEN 'admin'::text
            ELSE 'member'::text
        END AS role
   FROM projects
     JOIN memberships USING (organization_id)
  WHERE (memberships.role = ANY (ARRAY['owner'::text, 'admin'::text])) OR projects.visibility = 'public'::text OR projects.created_by = memberships.user_id;
