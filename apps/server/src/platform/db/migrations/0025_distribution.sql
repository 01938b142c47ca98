-- A distributed table can have no trigger: whoever adds uses of media files says so (`keptMedia` in cards.table.ts).
DROP TRIGGER "card_media_keep" ON "card_media";
DROP FUNCTION "keep_used_media"();
