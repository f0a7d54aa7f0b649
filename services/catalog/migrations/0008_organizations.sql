-- The index of chat sessions; what was said in them is kept elsewhere.
create table chat_sessions (
  id                text primary key,
  organization_id   text not null references organizations (id) on delete cascade,
  project_id        text not null references projects (id) on delete cascade,
  user_id           text not null references users (id) on delete cascade,
  title             text not null default '',
  status            text not null check (status in ('active', 'archived')),
  visibility        text not null check (visibility in ('private', 'project')),
  is_pinned         boolean not null,
  is_unread         boolean not null,
  created_at        timestamptz(3) not null,
  last_activity_at  timestamptz(3) not null
);
create index chat_sessions_of_organization on chat_sessions (organization_id, status, last_activity_at desc, id desc);
create index chat_sessions_of_project on chat_sessions (project_id, status, last_activity_at desc, id desc);
create index chat_sessions_of_user on chat_sessions (user_id);

create index if not exists memberships_of_user on memberships (user_id);

-- Those that nobody deleted; of the others only the purge knows.
create view live_organizations as
  select id, name, created_by, created_at, updated_at from organizations where deleted_at is null;
create view live_projects as
  select id, organization_id, name, visibility, body, created_by, created_at, updated_at from projects where deleted_at is null;
create view live_memberships as
  select organization_id, user_id, role, source, memberships.created_at from memberships join organizations on id = organization_id where deleted_at is null;
