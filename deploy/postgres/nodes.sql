-- On the coordinator: which machines hold the shards. The coordinator itself holds none.
CREATE EXTENSION IF NOT EXISTS citus;
SELECT citus_set_coordinator_host('db', 5432);
SELECT citus_add_node('db-worker-1', 5432);
SELECT citus_add_node('db-worker-2', 5432);
