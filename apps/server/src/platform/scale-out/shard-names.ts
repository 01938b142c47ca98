/** Citus names a shard's tables and constraints like those of the whole table, followed by the shard's number. */
const SHARD_NUMBER = /_\d{6,}$/;

export function withoutShardNumber(name: string): string {
  return name.replace(SHARD_NUMBER, "");
}
