-- Projects and organizations that are gone, as long as something of them is left here, or may still be written.
create table purges (
  id            text primary key,
  -- `project` or `organization`
  kind          text not null,
  -- how many of the places where something of it was kept are empty by now
  step          integer not null default 0,
  requested_at  timestamptz(3) not null default now(),
  -- when to go on; not rounded, which would put off what is due now
  due_at        timestamptz not null default now()
);
create index purges_due on purges (due_at);
