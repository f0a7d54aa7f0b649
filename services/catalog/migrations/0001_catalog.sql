create table users (
  id             text primary key,
  email          text not null,
  name           text not null,
  -- argon2id in PHC format; null for somebody who cannot sign in with a password
  password_hash  text,
  created_at     timestamptz(3) not null default now(),
  updated_at     timestamptz(3) not null default now()
);
create unique index users_email on users (lower(email));

create table organizations (
  id          text primary key,
  name        text not null,
  created_by  text references users (id) on delete set null,
  created_at  timestamptz(3) not null default now()
);

create table memberships (
  organization_id  text not null references organizations (id) on delete cascade,
  user_id          text not null references users (id) on delete cascade,
  role             text not null check (role in ('owner', 'admin', 'member')),
  created_at       timestamptz(3) not null default now(),
  primary key (organization_id, user_id)
);

create table projects (
  id               text primary key,
  organization_id  text not null references organizations (id) on delete cascade,
  name             text not null,
  visibility       text not null default 'public' check (visibility in ('public', 'private')),
  -- description, icon
  body             jsonb not null default '{}',
  created_by       text references users (id) on delete set null,
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now()
);
create index projects_of_organization on projects (organization_id, id);

-- Who may do what in which project. A pair without a row has no business there.
create view project_roles as
  select projects.id as project_id, projects.organization_id, memberships.user_id,
         case when memberships.role in ('owner', 'admin') or projects.created_by = memberships.user_id then 'admin' else 'member' end as role
  from projects
  join memberships using (organization_id)
  where memberships.role in ('owner', 'admin') or projects.visibility = 'public' or projects.created_by = memberships.user_id;

create table servers (
  id                 text primary key,
  project_id         text not null references projects (id) on delete cascade,
  name               text not null,
  enabled            boolean not null,
  transport          text not null check (transport in ('http', 'stdio')),
  -- the settings that members may read
  body               jsonb not null,
  -- {headers?, env?, clientSecret?}, sealed for this row; null when there are none
  credentials        bytea,
  has_client_secret  boolean not null,
  created_at         timestamptz(3) not null default now(),
  updated_at         timestamptz(3) not null default now(),
  unique (project_id, name)
);
create index servers_of_project on servers (project_id, id);

create table api_keys (
  id               text primary key,
  -- null once the organization is gone: the key is orphaned, which its holder is told
  organization_id  text references organizations (id) on delete set null,
  user_id          text not null references users (id) on delete cascade,
  name             text not null,
  -- SHA-256 of the whole key
  hash             bytea not null unique,
  -- the first characters, to recognise the key in a list
  prefix           text not null,
  created_at       timestamptz(3) not null default now(),
  revoked_at       timestamptz(3)
);
