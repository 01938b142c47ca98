CREATE TABLE "card_texts" (
	"user_id" bigint NOT NULL,
	"card_id" bigint NOT NULL,
	"folded" bytea NOT NULL,
	CONSTRAINT "card_texts_user_id_card_id_pk" PRIMARY KEY("user_id","card_id")
);
--> statement-breakpoint
ALTER TABLE "card_texts" ADD CONSTRAINT "card_texts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_texts" ADD CONSTRAINT "card_texts_card_fk" FOREIGN KEY ("user_id","card_id") REFERENCES "public"."cards"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- As `foldedBytes` does it from now on. Upper case of other alphabets than the Latin one stays where the database's locale is
-- C or POSIX, until the card is changed. The inner lower() is for locales that have other ideas about the letter I.
INSERT INTO "card_texts" ("user_id", "card_id", "folded")
SELECT "user_id", "id", convert_to(replace(lower(lower(
	regexp_replace(normalize("front" || chr(10) || "back", NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "C"
) COLLATE "default"), 'ς', 'σ'), 'UTF8')
FROM "cards" ORDER BY "user_id", "id";
