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
  -- the parts of the settings that lists show
  model_id        text not null generated always as (config ->> 'modelId') stored,
  server_count    integer not null generated always as (
    json_array_length(config -> 'serverIds') + json_array_length(config -> 'optionalServerIds')) stored,
  has_computer    boolean not null generated always as (config -> 'computer' is not null) stored,
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

-- A copy of what bundles tell about the servers of catalog, kept by its events.
create table saved_servers (
  id          text primary key,
  project_id  text not null,
  name        text not null,
  enabled     boolean not null
);
create index saved_servers_of_project on saved_servers (project_id);

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
  -- of the image in the registry
  digest              text,
  error               text,
  -- the end of the builder's output, masked
  log_preview         text,
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

-- Plugins: named bundles of servers and skills.
create table plugins (
  id                 text primary key,
  project_id         text not null,
  name               text not null,
  -- the newest version that is ready
  active_version_id  text,
  created_at         timestamptz(3) not null default now(),
  updated_at         timestamptz(3) not null default now()
);
create unique index plugins_by_name on plugins (project_id, lower(name));

-- The content of a plugin's pushed bundles; a version never changes.
create table plugin_versions (
  id           text primary key,
  plugin_id    text not null references plugins (id) on delete cascade,
  project_id   text not null,
  bundle_hash  text not null,
  status       text not null check (status in ('ready', 'invalid')),
  body         json not null,
  -- the size of the body, for the quota of the project
  bytes        integer not null,
  created_by   text,
  created_at   timestamptz(3) not null default now(),
  unique (plugin_id, bundle_hash)
);
create index plugin_versions_of_project on plugin_versions (project_id);

-- Skills that were pushed alone, or that a plugin brings.
create table skills (
  id                 text primary key,
  project_id         text not null,
  plugin_id          text references plugins (id) on delete cascade,
  name               text not null,
  latest_version_id  text not null,
  created_at         timestamptz(3) not null default now(),
  updated_at         timestamptz(3) not null default now()
);
create unique index skills_by_name on skills (project_id, coalesce(plugin_id, ''), lower(name));
create index skills_of_plugin on skills (plugin_id) where plugin_id is not null;

-- The contents of a skill; a version never changes.
create table skill_versions (
  id            text primary key,
  skill_id      text not null references skills (id) on delete cascade,
  project_id    text not null,
  content_hash  text not null,
  description   text not null,
  -- the instructions, and the files with the texts that a model can read
  body          json not null,
  bytes         integer not null,
  created_at    timestamptz(3) not null default now(),
  unique (skill_id, content_hash)
);
create index skill_versions_of_project on skill_versions (project_id);

-- The skills of a version of a plugin.
create table plugin_skills (
  plugin_version_id  text not null references plugin_versions (id) on delete cascade,
  skill_version_id   text not null references skill_versions (id) on delete cascade,
  primary key (plugin_version_id, skill_version_id)
);
create index plugin_skills_of_skill_version on plugin_skills (skill_version_id);

-- Studies: environments that people outside of the project talk to.
create table studies (
  id               text primary key,
  organization_id  text not null,
  project_id       text not null,
  environment_id   text not null references environments (id),
  name             text not null,
  description      text not null default '',
  mode             text not null check (mode in ('project_members', 'invited_only', 'anyone_with_link')),
  -- rises whenever a visitor may have lost access; a visit ends with the version that it began with
  access_version   integer not null default 1,
  -- the link is derived from the id and this number; an earlier link is dead
  link_version     integer not null default 1,
  -- the GuestExecution document
  guest_execution  json not null,
  created_by       text,
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  -- an unpublished study is kept for the transcripts of its sessions
  unpublished_at   timestamptz(3)
);
create index studies_of_project on studies (project_id, id);
create index studies_of_environment on studies (environment_id);
create index studies_unpublished on studies (id) where unpublished_at is not null;

create table study_members (
  id            text primary key,
  study_id      text not null references studies (id) on delete cascade,
  email         text not null,
  folded_email  text not null,
  -- the account with this address, where there is one
  user_id       text,
  created_at    timestamptz(3) not null default now(),
  unique (study_id, folded_email)
);

-- Visitors of studies: one row for each browser that a link of a study let in.
create table visitors (
  id              text primary key,
  study_id        text not null references studies (id) on delete cascade,
  -- SHA-256 of the link's study or member and of the visitor's token, which each consent replaces
  token_hash      bytea not null unique,
  -- of the study when the visit began; the visit is over once the study's differs, and 0 when it was ended by itself
  access_version  integer not null,
  member_id       text references study_members (id) on delete set null,
  -- the account that let the visitor in, where no link alone does
  user_id         text,
  consented_at    timestamptz(3) not null,
  -- the day, in UTC, that day_turns were begun on
  turns_day       date,
  day_turns       integer not null default 0,
  created_at      timestamptz(3) not null default now(),
  last_seen_at    timestamptz(3) not null default now()
);
create index visitors_of_study on visitors (study_id, id);
create index visitors_of_member on visitors (member_id) where member_id is not null;

-- The turns of a study's visitors on a day of UTC: the row is locked while a turn begins.
create table study_days (
  study_id      text not null references studies (id) on delete cascade,
  day           date not null,
  turns         integer not null default 0,
  primary key (study_id, day)
);

-- The costs of a study's turns on a day of UTC, in millionths of a US dollar. A row for each turn: their ends do not wait for each other.
create table study_spending (
  study_id  text not null references studies (id) on delete cascade,
  day       date not null,
  turn_id   text not null,
  micros    bigint not null,
  primary key (study_id, day, turn_id)
);

-- Chat sessions: conversations of a person or a visitor with a model over servers, in turns.
create table chat_sessions (
  id                text primary key,
  organization_id   text not null,
  project_id        text not null,
  -- `chat`: by a key or a person; `study`: by a visitor; `agent`: a headless agent turn
  origin            text not null check (origin in ('chat', 'study', 'agent')),
  -- the caller who owns it; null for a visitor's
  owner_id          text,
  study_id          text references studies (id) on delete cascade,
  visitor_id        text references visitors (id) on delete cascade,
  -- the id of the environment, also after its deletion
  environment_id    text,
  status            text not null default 'active' check (status in ('active', 'archived')),
  visibility        text not null default 'private' check (visibility in ('private', 'project')),
  -- by its owner
  is_pinned         boolean not null default false,
  is_unread         boolean not null default false,
  title             text not null default '',
  -- the beginning of the first message
  preview           text not null default '',
  -- what the first turn pinned: a ChatSettings document, as replies show it
  settings          json not null,
  -- what runners are told of the session with every turn: a SessionSpec document, with sealed access to models
  spec              json not null,
  -- the labels that a runner needs to reach the session's servers
  runner_labels     text[] not null default '{}',
  -- rises with every change: a turn that was begun on another version is refused
  version           integer not null default 1,
  turn_count        integer not null default 0,
  message_count     integer not null default 0,
  -- the turn that is under way or waits for approvals: the lease of the session
  open_turn_id      text,
  created_at        timestamptz(3) not null default now(),
  last_activity_at  timestamptz(3) not null default now(),
  -- set when nothing more can be said, with why
  ended_at          timestamptz(3),
  end_reason        text,
  -- the version that the measures of the session were computed from; negative when it has to be measured anyway, each
  -- feedback makes it another number
  measured_version  integer not null default -1,
  check ((origin = 'study') = (study_id is not null))
);
create index chat_sessions_to_measure on chat_sessions (last_activity_at, id) where study_id is not null and measured_version <> version;
create index chat_sessions_of_project on chat_sessions (project_id, last_activity_at desc, id desc);
create index chat_sessions_of_study on chat_sessions (study_id, id) where study_id is not null;
create index chat_sessions_open_in_study on chat_sessions (study_id) where open_turn_id is not null and study_id is not null;
create index chat_sessions_idle on chat_sessions (last_activity_at) where origin = 'study' and ended_at is null;
create index chat_sessions_of_visitor on chat_sessions (visitor_id) where visitor_id is not null;
create index chat_sessions_of_organization on chat_sessions (organization_id, last_activity_at);

create table turns (
  id               text primary key,
  session_id       text not null references chat_sessions (id) on delete cascade,
  -- from 0, in the order of the session
  prompt_index     integer not null,
  -- the person or visitor who asked, and the key: a repeated request gets the stored turn; null once a turn that no model was asked for has ended
  caller_id        text not null,
  idempotency_key  text,
  request_hash     text not null,
  status           text not null check (status in ('queued', 'running', 'waiting', 'completed', 'failed', 'cancelled')),
  -- the settings of this turn alone: a TurnSettings document
  request          json not null,
  -- the ChatTurn document, once the turn has ended or waits
  reply            json,
  error            json,
  -- of the lease whose trace parts count
  fence            uuid not null default '00000000-0000-0000-0000-000000000000',
  first_message    integer not null,
  -- the number in turn_events of the first event of the present lease
  first_event      integer not null default 1,
  input_tokens     bigint not null default 0,
  output_tokens    bigint not null default 0,
  cost_micros      bigint,
  is_cancelled     boolean not null default false,
  created_at       timestamptz(3) not null default now(),
  begun_at         timestamptz(3),
  ended_at         timestamptz(3),
  unique (session_id, prompt_index),
  unique (caller_id, idempotency_key)
);
alter table trace_parts add foreign key (owner_id) references turns on delete cascade;

-- The messages of a session, masked: TurnMessage documents, in the form that models are given.
create table chat_messages (
  session_id  text not null references chat_sessions (id) on delete cascade,
  index       integer not null,
  turn_id     text not null,
  body        json not null,
  primary key (session_id, index)
);

-- The calls of servers in a session, masked: TranscriptToolCall documents.
create table chat_tool_calls (
  session_id  text not null references chat_sessions (id) on delete cascade,
  turn_id     text not null,
  position    integer not null,
  body        json not null,
  primary key (turn_id, position)
);
create index chat_tool_calls_of_session on chat_tool_calls (session_id);

-- The events of turns, for people who watch: TurnEvent documents, masked; kept for some minutes after the end of the turn.
create table turn_events (
  session_id  text not null references chat_sessions (id) on delete cascade,
  prompt_index integer not null,
  seq         integer not null,
  body        json not null,
  created_at  timestamptz(3) not null default now(),
  primary key (session_id, prompt_index, seq)
);
create index turn_events_by_age on turn_events (created_at);

-- The browsers of sessions. The session is a chat session, or one of its own that was made with the browser.
create table browsers (
  session_id       text primary key,
  organization_id  text not null,
  project_id       text not null,
  -- the only caller who may drive it
  owner_id         text not null,
  -- the key and the hash of the request that made it
  idempotency_key  text,
  request_hash     text,
  -- EffectivePolicy documents: what the first request was granted, and what later ones left of it
  policy           json not null,
  present_policy   json not null,
  profile_id       text,
  -- `opening` until a runner has it open, `closing` until its runner has reported the end
  status           text not null check (status in ('opening', 'open', 'closing', 'closed')),
  -- the work item that holds it open; another one with each opening
  live_id          text unique,
  -- the runner that has it open: commands are handed to this one alone
  runner_id        text,
  -- the labels that its runner has to have
  runner_labels    text[] not null default '{}',
  -- the lease whose events were heard, and how many
  heard_fence      text,
  heard            integer not null default 0,
  -- BrowserTab documents, as the last command left them
  tabs             json not null default '[]',
  -- why it is closed
  end_reason       text,
  -- the command or the turn that uses it at the moment
  busy_with        text,
  -- a command whose outcome is not known: nothing but observations is accepted until one has succeeded
  unknown_command  text,
  command_count    integer not null default 0,
  last_seq         integer not null default 0,
  created_at       timestamptz(3) not null default now(),
  opened_at        timestamptz(3),
  last_used_at     timestamptz(3) not null default now(),
  unique (owner_id, idempotency_key)
);
create index browsers_of_project on browsers (project_id);
create index browsers_of_owner on browsers (owner_id);
create index browsers_of_organization on browsers (organization_id, last_used_at);
create index browsers_not_closed on browsers (last_used_at) where status <> 'closed';

-- The trace of the browser of a session, in order: openings, commands, notes, blocked requests, ends.
create table browser_entries (
  session_id    text not null references browsers (session_id) on delete cascade,
  seq           integer not null,
  kind          text not null check (kind in ('opened', 'command', 'note', 'blocked', 'closed')),
  command_id    text,
  request_hash  text,
  -- of commands, with the work item of the command
  status        text check (status in ('running', 'ok', 'failed', 'unknown')),
  work_id       text unique,
  -- a BrowserEntry document, masked; the observation of a command stands beside it
  body          json not null,
  observation   json,
  created_at    timestamptz(3) not null default now(),
  primary key (session_id, seq),
  unique (session_id, command_id)
);

-- Screenshots of commands, and of calls of the model in turns; deleted by age.
create table browser_screenshots (
  id          text primary key,
  session_id  text not null references browsers (session_id) on delete cascade,
  command_id  text not null,
  mime_type   text not null,
  width       integer not null,
  height      integer not null,
  body        bytea not null,
  created_at  timestamptz(3) not null default now()
);
create index browser_screenshots_of_session on browser_screenshots (session_id);
create index browser_screenshots_by_age on browser_screenshots (created_at);

-- Cookies and storage that browsers of one owner in one project begin with and leave.
create table browser_profiles (
  project_id       text not null,
  owner_id         text not null,
  id               text not null,
  organization_id  text not null,
  -- an envelope around a storage state
  sealed           bytea not null,
  updated_at       timestamptz(3) not null default now(),
  primary key (project_id, owner_id, id)
);

-- The opinions of visitors about a turn or a session.
create table chat_feedback (
  session_id  text not null references chat_sessions (id) on delete cascade,
  -- empty for the session as a whole
  turn_id     text not null default '',
  rating      text not null check (rating in ('up', 'down')),
  comment     text not null default '',
  created_at  timestamptz(3) not null default now(),
  primary key (session_id, turn_id)
);

-- The measures of sessions of studies, and the share of each session in the counters.
create table session_measures (
  id          bigint generated always as identity primary key,
  -- null once the session is erased: its share is then taken out of the counters
  session_id  text unique references chat_sessions (id) on delete set null,
  study_id    text not null references studies (id) on delete cascade,
  population  text not null check (population in ('real', 'synthetic')),
  -- in which the session began, in UTC
  day         date not null,
  window_id   text not null,
  is_ended    boolean not null,
  -- TurnMeasures documents, in the order of the turns
  turns       json not null,
  -- a Counters document
  counted     json not null
);
create index session_measures_of_window on session_measures (study_id, window_id) where is_ended;
create index session_measures_erased on session_measures (id) where session_id is null;

-- The sums of the measures of a study's sessions by the day in which they began.
create table study_counters (
  study_id    text not null references studies (id) on delete cascade,
  population  text not null check (population in ('real', 'synthetic')),
  day         date not null,
  counter     text not null,
  -- a bucket of a histogram, or the fingerprint of a signal; empty for plain counters
  key         text not null default '',
  amount      bigint not null,
  primary key (study_id, population, day, counter, key)
);

-- A series of findings is a study, and a window of it a calendar week.
alter table signals add foreign key (series_id) references studies on delete cascade;
alter table session_signals add foreign key (session_id) references chat_sessions on delete cascade;

-- The calendar weeks in which sessions of a study began.
create table study_windows (
  study_id         text not null references studies (id) on delete cascade,
  id               text not null,
  start_at         timestamptz(3) not null,
  end_at           timestamptz(3) not null,
  -- when sessions of it were last measured after their end
  changed_at       timestamptz(3) not null,
  mined_at         timestamptz(3),
  -- how often its mining failed since it last worked, and until when it is left alone
  mining_failures  integer not null default 0,
  mine_after       timestamptz(3),
  -- as of the mining: ended sessions, those with feedback, and how many of them showed each signal
  sessions         integer not null default 0,
  rated            integer not null default 0,
  signals          json not null default '[]',
  primary key (study_id, id)
);
create index study_windows_to_mine on study_windows (changed_at) where mined_at is null or mined_at <= changed_at;

alter table insights
  add foreign key (series_id, window_id) references study_windows (study_id, id) on delete cascade;
