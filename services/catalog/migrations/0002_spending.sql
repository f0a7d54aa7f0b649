-- How an organization reaches providers of models.
create table model_providers (
  organization_id  text not null references organizations (id) on delete cascade,
  provider         text not null,
  base_url         text,
  -- the key, sealed for this row; null where none is needed
  sealed_key       bytea,
  updated_at       timestamptz(3) not null default now(),
  primary key (organization_id, provider)
);

create table budgets (
  id               text primary key,
  organization_id  text not null references organizations (id) on delete cascade,
  -- the project that the budget goes with, where one is known
  project_id       text references projects (id) on delete cascade,
  scope_kind       text not null check (scope_kind in ('organization', 'project', 'suite', 'run', 'key')),
  scope_id         text not null,
  period           text not null check (period in ('day', 'total')),
  unit             text not null check (unit in ('usd', 'tokens')),
  -- in tokens, or in millionths of a US dollar, as are spent and reserved
  limit_amount     bigint not null check (limit_amount >= 0),
  -- when the day began that spent and reserved are of; the epoch where the period is a total
  window_start     timestamptz(3) not null,
  spent            bigint not null default 0,
  reserved         bigint not null default 0,
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  unique (organization_id, scope_kind, scope_id, period, unit)
);
create index budgets_of_project on budgets (project_id);

-- Every call of a model, from before it is made. Outlives the project and the key that it was made for.
create table model_calls (
  id                     text primary key,
  organization_id        text not null,
  project_id             text not null,
  suite_id               text not null,
  run_id                 text not null,
  key_id                 text not null,
  -- provider/name
  model                  text not null,
  purpose                text not null,
  state                  text not null default 'reserved' check (state in ('reserved', 'settled', 'lapsed')),
  -- US dollars per million tokens, which is millionths of a dollar per token; null where the price is unknown
  input_price            numeric,
  output_price           numeric,
  cached_input_price     numeric,
  reserved_input_tokens  bigint not null check (reserved_input_tokens >= 0),
  reserved_output_tokens bigint not null check (reserved_output_tokens >= 0),
  reserved_tokens        bigint not null generated always as (reserved_input_tokens + reserved_output_tokens) stored,
  reserved_micros        bigint generated always as (ceil(reserved_input_tokens * input_price + reserved_output_tokens * output_price)) stored,
  -- what it used; null while it is reserved
  input_tokens           bigint check (input_tokens >= 0),
  output_tokens          bigint check (output_tokens >= 0),
  cached_input_tokens    bigint check (cached_input_tokens between 0 and input_tokens),
  tokens                 bigint generated always as (input_tokens + output_tokens) stored,
  cost_micros            bigint generated always as (
    case when input_tokens = 0 and output_tokens = 0 then 0
    else ceil((input_tokens - cached_input_tokens) * input_price + cached_input_tokens * coalesce(cached_input_price, input_price) + output_tokens * output_price) end) stored,
  created_at             timestamptz(3) not null,
  settled_at             timestamptz(3)
);
create index model_calls_of_organization on model_calls (organization_id, created_at);
-- what a budget that is set late has to count while everybody waits: what was settled just now, is open or lapsed
create index model_calls_by_end on model_calls (organization_id, settled_at);
create index model_calls_lapsed on model_calls (organization_id) where state = 'lapsed';
create index model_calls_open on model_calls (created_at) where state = 'reserved';

-- What a runner outside of the installation shows.
create table runner_tokens (
  id               text primary key,
  organization_id  text not null references organizations (id) on delete cascade,
  -- the only project that it works for; null for all of the organization
  project_id       text references projects (id) on delete cascade,
  name             text not null,
  labels           text[] not null,
  -- SHA-256 of the whole token
  hash             bytea not null unique,
  -- the first characters, to recognise the token in a list
  prefix           text not null,
  created_by       text references users (id) on delete set null,
  created_at       timestamptz(3) not null default now(),
  last_used_at     timestamptz(3),
  revoked_at       timestamptz(3)
);
create index runner_tokens_of_organization on runner_tokens (organization_id, id);
create index runner_tokens_of_project on runner_tokens (project_id);
