-- What a project leaves behind has to be found by it.
create index budgets_of_scope on budgets (scope_id);
create index idempotency_keys_of_made on idempotency_keys ((reply ->> 'id'));
create index idempotency_keys_of_organization on idempotency_keys (organization_id);
create index sessions_of_organization on sessions (organization_id);
create index chat_sessions_by_activity on chat_sessions (last_activity_at);
