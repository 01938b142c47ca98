#!/bin/sh
# Run once by the image of PostgreSQL, in an empty volume: who owns the tables, and who only reads and writes their rows.
set -eu
psql -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname "$POSTGRES_DB" \
  -v app="$APP_PASSWORD" -v owner="$OWNER_PASSWORD" -v database="$POSTGRES_DB" <<'SQL'
CREATE ROLE repasa_owner LOGIN PASSWORD :'owner';
CREATE ROLE repasa_app LOGIN PASSWORD :'app';
ALTER DATABASE :"database" OWNER TO repasa_owner;
SQL
