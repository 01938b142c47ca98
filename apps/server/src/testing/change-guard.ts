/**
 * Triggers that fail a transaction of the product at its end if it has changed something that devices copy and has not recorded
 * that. They exist in test databases only: distributed tables can have none. Tests may write what they like, on connections with
 * another name.
 */
export const CHANGE_GUARD = `
  CREATE FUNCTION require_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    before jsonb := to_jsonb(OLD) - TG_ARGV[3]::text[];
    after jsonb := to_jsonb(NEW) - TG_ARGV[3]::text[];
    owner bigint := coalesce(after, before)->'user_id';
    thing bigint := coalesce(coalesce(after, before)->TG_ARGV[1], '0');
    is_there boolean := true;
  BEGIN
    IF current_setting('application_name') NOT LIKE 'repasa%' OR before = after THEN RETURN NULL; END IF;
    IF NOT EXISTS (SELECT FROM users WHERE id = owner) THEN RETURN NULL; END IF;
    IF TG_ARGV[2] <> '' THEN
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE user_id = $1 AND id = $2)', TG_ARGV[2]) INTO is_there USING owner, thing;
    END IF;
    -- Readers of the feed find a rating in the log, unless it has an earlier id, as one that an import has restored. Rows that a
    -- savepoint of this transaction wrote have a higher number.
    PERFORM FROM reviews WHERE TG_ARGV[0] = 'card' AND user_id = owner AND card_id = thing AND import_id IS NULL AND undone_at IS NULL
      AND id = (SELECT last_review_id FROM user_scheduling WHERE user_id = owner)
      AND xmin::text::bigint >= pg_current_xact_id()::xid::text::bigint;
    IF FOUND THEN RETURN NULL; END IF;
    PERFORM FROM changes WHERE user_id = owner AND kind = TG_ARGV[0] AND thing_id = thing AND (gone_at IS NULL) = is_there
      AND xmin::text::bigint >= pg_current_xact_id()::xid::text::bigint;
    IF NOT FOUND THEN RAISE EXCEPTION 'not recorded: % of % % (%)', TG_OP, TG_ARGV[0], thing, TG_TABLE_NAME; END IF;
    RETURN NULL;
  END
  $$;
  ${createTrigger("folders", "folder", "id", "folders", ["client_id", "assigned"])}
  ${createTrigger("follows", "folder", "folder_id", "folders", ["cursor", "author_id", "author_folder_id", "created_at"])}
  ${createTrigger("cards", "card", "id", "cards", ["stability", "memory_difficulty", "note_guid", "note_template", "assigned"])}
  ${createTrigger("exams", "exam", "id", "exams", ["foretold"])}
  ${createTrigger("exam_folders", "exam", "exam_id", "exams", [])}
  ${createTrigger("user_preferences", "preferences", "", "", ["catch_up_until", "catch_up_per_day", "updated_at"])}
  ${createTrigger("user_reminders", "preferences", "", "", [
    ...["time_zone", "last_visit_at", "next_reminder_at", "offer_answered_at", "unsubscribe_token", "farewell_sent_at"],
    ...[
      "last_daily_reminder_sent",
      "last_reminder_for",
      "last_push_for",
      "mail_refusals",
      "mail_refused_on",
      "served_date",
    ],
  ])}`;

function createTrigger(table: string, kind: string, id: string, things: string, hidden: readonly string[]): string {
  // The preferences without a row are the defaults, so only a change of the row counts.
  const events = things === "" ? "UPDATE" : "INSERT OR UPDATE OR DELETE";
  return `CREATE CONSTRAINT TRIGGER require_recorded AFTER ${events} ON ${table} DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION require_recorded('${kind}', '${id}', '${things}', '{${hidden.join(",")}}');`;
}
