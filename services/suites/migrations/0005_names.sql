-- Names as they are kept from now on, where no other suite of the project has that name.
update suites set name = kept.name
from (
  select id, form.name, count(*) over (partition by project_id, form.name) as claims
  from suites cross join lateral (
    select normalize(btrim(suites.name, E' \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'), nfc) as name
  ) form
) kept
where suites.id = kept.id and suites.name <> kept.name and kept.name <> '' and kept.claims = 1;

-- Jobs are found by their project when it goes, batch after batch.
create index authoring_jobs_of_project on authoring_jobs (project_id);
