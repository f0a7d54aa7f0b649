-- What a job asks of the runner that does it, and whose it is: a runner outside of the installation is given nothing but
-- jobs of its own organization that ask for a label.
alter table jobs
  add column labels           text[] not null default '{}',
  add column organization_id  text;
