#!/bin/sh
# Creates the server's unprivileged role, `server`, and makes it the owner of the database and of everything that servers created
# there. The image runs this for a new volume. Run it manually for an existing volume (docs/deploy.md, 'The role of the server'), or
# to change the password. Running it twice is safe.
set -eu
: "${SERVER_PASSWORD:?}"

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
\getenv password SERVER_PASSWORD
begin;
-- What the password is must not stand in the log.
set local log_statement = 'none';
set local log_min_error_statement = 'panic';

select 'create role server' where not exists (select from pg_roles where rolname = 'server') \gexec
alter role server login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';

select format('alter database %I owner to server', current_database()) \gexec
select format('alter schema %I owner to server', nspname) from pg_namespace where nspname in ('public', 'drizzle', 'jobs') \gexec

-- Tables and views; sequences that belong to a column go with it.
select format('alter %s %I.%I owner to server', case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, nspname, relname)
from pg_class join pg_namespace on pg_namespace.oid = relnamespace
where nspname in ('public', 'drizzle', 'jobs') and relkind in ('r', 'p', 'v', 'S')
  and not exists (
    select from pg_depend
    where classid = 'pg_class'::regclass and objid = pg_class.oid and relkind = 'S' and deptype in ('a', 'i')
  )
\gexec
select format('alter routine %s owner to server', pg_proc.oid::regprocedure)
from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where nspname in ('public', 'drizzle', 'jobs')
\gexec
select format('alter type %I.%I owner to server', nspname, typname)
from pg_type join pg_namespace on pg_namespace.oid = typnamespace
where nspname in ('public', 'drizzle', 'jobs') and typtype in ('e', 'd')
\gexec
commit;
SQL
