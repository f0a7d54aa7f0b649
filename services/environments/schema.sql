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

CREATE TABLE purges (
  id           text NOT NULL,
  kind         text NOT NULL,
  step         integer NOT NULL DEFAULT 0,
  requested_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  due_at       timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT purges_pkey PRIMARY KEY (id)
);
CREATE INDEX purges_due ON purges USING btree (due_at);

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
  error              text,
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
