-- Clients: named settings of how runs connect to servers and talk to a model.
create table clients (
  id           text primary key,
  project_id   text not null,
  name         text not null,
  -- the name as it is compared: without case and invisible characters
  folded_name  text not null,
  -- the version in use
  version_id   text not null,
  is_default   boolean not null default false,
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now()
);
create index clients_of_project on clients (project_id, id);
create index clients_by_name on clients (project_id, folded_name);
create unique index clients_default on clients (project_id) where is_default;

-- The states of a client's settings, including the present one.
create table client_versions (
  id              text primary key,
  client_id       text not null references clients (id) on delete cascade deferrable initially deferred,
  version_number  integer not null,
  -- a hash of the settings: equal settings have an equal one
  config_id       text not null,
  config          json not null,
  -- JSON Pointers of what this version changed
  changed         text[] not null,
  created_by      text,
  created_at      timestamptz(3) not null default now(),
  unique (client_id, version_number)
);

-- Server groups: named sets of servers; and snapshots of them, which never change.
create table server_groups (
  id           text primary key,
  project_id   text not null,
  name         text not null,
  folded_name  text not null,
  revision     integer not null default 1,
  server_ids   text[] not null,
  -- of a snapshot: the group that it shows; it outlives the group
  snapshot_of  text,
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now()
);
create unique index server_groups_by_name on server_groups (project_id, folded_name) where snapshot_of is null;
create index server_groups_of_project on server_groups (project_id, id);

-- Environments: bundles that suites and journeys run against.
create table environments (
  id               text primary key,
  project_id       text not null,
  -- null for an ad-hoc environment, which was made for a launch
  name             text,
  folded_name      text,
  -- of an ad-hoc environment: a hash of its settings
  adhoc_hash       text,
  client_id        text not null,
  server_group_id  text,
  -- all other settings, as they were written
  body             json not null,
  revision         integer not null default 1,
  archived_at      timestamptz(3),
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  -- A named environment that is not archived keeps its client and its server group from being deleted.
  kept_client_id        text references clients (id)
    generated always as (case when name is not null and archived_at is null then client_id end) stored,
  kept_server_group_id  text references server_groups (id)
    generated always as (case when name is not null and archived_at is null then server_group_id end) stored,
  check ((name is null) = (folded_name is null)),
  check ((name is null) = (adhoc_hash is not null))
);
create index environments_of_project on environments (project_id, id) where name is not null;
create index environments_of_client on environments (kept_client_id) where kept_client_id is not null;
create index environments_of_server_group on environments (kept_server_group_id) where kept_server_group_id is not null;
create unique index environments_by_name on environments (project_id, folded_name) where archived_at is null;
create unique index environments_by_adhoc_hash on environments (project_id, adhoc_hash);

-- The states of an environment, including the present one.
create table environment_revisions (
  environment_id  text not null references environments (id) on delete cascade,
  revision        integer not null,
  -- the settings as the API shows them
  settings        json not null,
  -- JSON Pointers of what this revision changed
  changed         text[] not null,
  created_by      text,
  created_at      timestamptz(3) not null default now(),
  primary key (environment_id, revision)
);

-- Sandbox images: descriptions of images in which stdio servers could run.
create table images (
  id            text primary key,
  project_id    text not null,
  owner_id      text not null,
  name          text not null,
  -- `user`: only the owner sees it
  sharing       text not null check (sharing in ('user', 'project')),
  -- as it was written
  blueprint     text not null,
  content_hash  text not null,
  created_at    timestamptz(3) not null default now(),
  updated_at    timestamptz(3) not null default now()
);
create index images_of_project on images (project_id, id);

create table image_builds (
  id                  text primary key,
  image_id            text not null references images (id) on delete cascade,
  -- of the blueprint that is built
  content_hash        text not null,
  status              text not null check (status in ('queued', 'building', 'ready', 'failed')),
  base_image_digests  text[] not null,
  error               text,
  created_at          timestamptz(3) not null default now(),
  started_at          timestamptz(3),
  finished_at         timestamptz(3)
);
create index image_builds_of_image on image_builds (image_id, id);

-- The uses of environments and clients; a client in use cannot be deleted.
create table attachments (
  project_id      text not null,
  holder_kind     text not null check (holder_kind in ('suite', 'journey')),
  holder_id       text not null,
  environment_id  text references environments (id) on delete cascade,
  client_id       text references clients (id) on delete cascade,
  check (num_nonnulls(environment_id, client_id) = 1)
);
create unique index attachments_of_holder on attachments (holder_id, coalesce(environment_id, client_id));
create index attachments_of_environment on attachments (environment_id) where environment_id is not null;
create index attachments_of_client on attachments (client_id) where client_id is not null;
create index attachments_of_project on attachments (project_id);
