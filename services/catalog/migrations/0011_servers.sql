-- The names of what is sealed in credentials, which readers may see.
alter table servers add column header_names text[] not null default '{}';
alter table servers add column env_names text[] not null default '{}';
-- The change that wrote them. Where it is not the last one, a version without them wrote the row, and the sealed value has the names.
alter table servers add column named_at timestamptz(3);

-- Names as they are kept from now on, where no other server of the project has that name; those who write to the old one find it all the same.
update servers set name = kept.name
from (
  select id, form.name, count(*) over (partition by project_id, form.name) as claims
  from servers cross join lateral (
    select normalize(btrim(servers.name, E' \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'), nfc) as name
  ) form
) kept
where servers.id = kept.id and servers.name <> kept.name and kept.name <> '' and kept.claims = 1;
