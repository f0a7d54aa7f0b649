-- Versions before kept with each call of a model what it was for, also when that was gone.
with recursive named (project_id) as (
  (select project_id from model_calls where project_id <> '' order by project_id limit 1)
  union all
  select (select project_id from model_calls where project_id <> '' and project_id > named.project_id order by project_id limit 1) from named where project_id is not null)
insert into purges (id, kind)
select project_id, 'project' from named where project_id is not null and not exists (select from projects where id = project_id)
on conflict do nothing;
