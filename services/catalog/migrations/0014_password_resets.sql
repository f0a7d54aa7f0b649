-- Whoever holds the link chooses the password of an account; the newest link of each.
create table password_resets (
  user_id     text primary key references users (id) on delete cascade,
  -- SHA-256 of the link's token
  hash        bytea not null unique,
  made_by     text not null references users (id) on delete cascade,
  created_at  timestamptz(3) not null default now(),
  expires_at  timestamptz(3) not null
);
create index password_resets_of_maker on password_resets (made_by);
create index password_resets_by_end on password_resets (expires_at);

-- However a password is changed or goes: no link made before for it, or by whoever had it, does anything after that.
create function forget_password_reset() returns trigger language plpgsql as $$
begin
  delete from password_resets where user_id = new.id or made_by = new.id;
  return null;
end $$;
create trigger password_resets_of_changed after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function forget_password_reset();
