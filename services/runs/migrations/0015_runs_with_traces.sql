-- By itself, because whoever writes runs waits while it is made (not concurrently, which no transaction can): a second for a hundred thousand of them.
create index runs_with_traces on runs (organization_id, completed_at) where completed_at is not null and traces_gone_at is null;
