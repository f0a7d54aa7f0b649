-- Addresses are kept in the form in which they are looked for.
update users set email = lower(normalize(email, NFC)) where email <> lower(normalize(email, NFC))
  and not exists (select from users other where other.id <> users.id and lower(normalize(other.email, NFC)) = lower(normalize(users.email, NFC)));

-- Whoever holds the link may become a member; a row goes when the invitation is accepted, revoked or replaced.
create table invitations (
  id               text primary key,
  organization_id  text not null references organizations (id) on delete cascade,
  -- where the role holds; null for all of the organization
  project_id       text references projects (id) on delete cascade,
  email            text not null,
  role             access_role not null,
  -- SHA-256 of the link's token
  hash             bytea not null unique,
  invited_by       text references users (id) on delete set null,
  created_at       timestamptz(3) not null default now(),
  expires_at       timestamptz(3) not null
);
create unique index invitations_of_email on invitations (lower(email), organization_id);
create index invitations_of_organization on invitations (organization_id, id);
create index invitations_of_project on invitations (project_id);
create index invitations_of_user on invitations (invited_by);
create index invitations_by_end on invitations (expires_at);
create index sessions_by_use on sessions (last_used_at);
-- A session that was given another token is not the one of the former.
create constraint trigger access_of_tokens after update of hash on sessions
  deferrable initially deferred for each row execute function move_access_epoch();
