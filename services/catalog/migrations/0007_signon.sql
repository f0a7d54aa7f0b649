-- Who somebody is at an OpenID provider.
create table identities (
  issuer      text not null,
  subject     text not null,
  user_id     text not null references users (id) on delete cascade,
  created_at  timestamptz(3) not null default now(),
  primary key (issuer, subject),
  -- Whoever comes with an account's e-mail address and another subject is somebody else.
  unique (issuer, user_id)
);
create index identities_of_user on identities (user_id);

-- A browser on its way to the OpenID provider and back.
create table sign_in_attempts (
  -- SHA-256 of the state that it comes back with
  state_hash    bytea primary key,
  -- SHA-256 of its cookie
  browser_hash  bytea not null,
  -- {nonce, codeVerifier, returnTo}, sealed for this row: where somebody goes may be the link of an invitation
  sealed        bytea not null,
  expires_at    timestamptz(3) not null
);
create index sign_in_attempts_by_end on sign_in_attempts (expires_at);

-- `oidc` for as long as the role is what somebody's groups at the OpenID provider make them.
alter table memberships add column source text not null default 'manual' check (source in ('manual', 'oidc'));
alter table project_members add column source text not null default 'manual' check (source in ('manual', 'oidc'));

-- Whether it is known that the address is theirs. Whoever comes with the address of an account of which it is not gets that account to themselves.
alter table users add column address_proven boolean not null default false;
update users set address_proven = true where id = (select created_by from organizations order by created_at, id limit 1);

-- One row, once there is an organization: the first one ever, also when that is gone. What the operator grants without naming an organization, they grant there.
create table installation (
  one                    boolean primary key default true check (one),
  first_organization_id  text not null
);
insert into installation (first_organization_id) select id from organizations order by created_at, id limit 1;
