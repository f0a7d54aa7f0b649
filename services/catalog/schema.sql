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
