-- Suites and projects that were deleted lately: a launch that read one of them before must not add a run to it.
create table tombstones (
  id         text primary key,
  buried_at  timestamptz(3) not null
);
