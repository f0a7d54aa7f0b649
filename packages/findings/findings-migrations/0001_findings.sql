-- The signals that sessions of a series showed, with the newest label of their subjects. The service that owns the series
-- may add a foreign key.
create table signals (
  -- The study or the project whose windows are compared with each other.
  series_id    text not null,
  fingerprint  text not null,
  dimension    text not null,
  detail       text not null,
  -- The subject's kind, id and label.
  subject      json not null,
  primary key (series_id, fingerprint)
);

-- The signals of each session. The service that owns the sessions adds a foreign key, so that they go with their session
-- and evidence always names sessions that exist.
create table session_signals (
  session_id    text not null,
  series_id     text not null,
  window_id     text not null,
  fingerprint   text not null,
  occurrences   integer not null,
  -- The turn that showed it first.
  prompt_index  integer not null,
  excerpt       text not null,
  primary key (session_id, fingerprint)
);
create index session_signals_by_fingerprint on session_signals (series_id, fingerprint, session_id);

-- Signals that several sessions of a window showed.
create table findings (
  id                text primary key,
  series_id         text not null,
  fingerprint       text not null,
  status            text not null check (status in ('new', 'recurring', 'regressed', 'resolved')),
  occurrence_count  integer not null,
  first_window_id   text not null,
  last_window_id    text not null,
  first_seen_at     timestamptz(3) not null,
  last_seen_at      timestamptz(3) not null,
  resolved_at       timestamptz(3),
  -- A member looked at it; independent of the status.
  dismissed_at      timestamptz(3),
  updated_at        timestamptz(3) not null default now(),
  unique (series_id, fingerprint),
  foreign key (series_id, fingerprint) references signals on delete cascade
);
create index findings_by_time on findings (series_id, last_seen_at desc, id desc);
