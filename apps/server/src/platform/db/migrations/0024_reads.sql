-- What was expected of a user's scored reviews and what came of it, by day, so that Progreso need not read the log.
CREATE TABLE "recall_days" (
	"user_id" bigint NOT NULL,
	"local_date" date NOT NULL,
	"bin" smallint NOT NULL,
	"told" boolean NOT NULL,
	"reviews" integer NOT NULL,
	"recalled" double precision NOT NULL,
	"predicted" double precision NOT NULL,
	CONSTRAINT "recall_days_user_id_local_date_bin_told_pk" PRIMARY KEY("user_id","local_date","bin","told")
);
--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "summed_through" bigint;--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "calibrated_through" bigint;--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "calibrated_a" double precision;--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "calibrated_b" double precision;--> statement-breakpoint
-- Up to the last review before each user's last day of study: what is rated on that day may still be undone.
UPDATE "user_scheduling" SET "summed_through" = (
	SELECT max("id") FROM "reviews" WHERE "reviews"."user_id" = "user_scheduling"."user_id" AND "local_date" < (
		SELECT max("local_date") FROM "reviews" WHERE "reviews"."user_id" = "user_scheduling"."user_id"));--> statement-breakpoint
INSERT INTO "recall_days" ("user_id", "local_date", "bin", "told", "reviews", "recalled", "predicted")
SELECT "user_id", "local_date", width_bucket("expected", ARRAY[0,0.5,0.6,0.7,0.8,0.85,0.9,0.95]::float8[]), "grade" IS NOT NULL,
	count(*),
	sum(CASE WHEN "grade" IS NOT NULL THEN ("grade" > 1)::integer ELSE "expected" * 0.06 / ("expected" * 0.06 + (1 - "expected")) END),
	sum("expected")
FROM "reviews" JOIN "user_scheduling" USING ("user_id"),
	LATERAL (SELECT least(greatest("retrievability", 0.002), 0.998) AS "bounded") AS "recall",
	LATERAL (SELECT least(greatest(1 / (1 + exp(-(
		("state_before"->>'calibrationA')::float8 * ln("bounded" / (1 - "bounded")) + ("state_before"->>'calibrationB')::float8
	))), 0.001), 0.999) AS "expected") AS "prediction"
WHERE "retrievability" IS NOT NULL AND "undone_at" IS NULL AND "id" <= "summed_through"
GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;--> statement-breakpoint
ALTER TABLE "recall_days" ADD CONSTRAINT "recall_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- One index instead of the one that begins with the user: it also finds what is old without reading the table.
DROP INDEX "email_reminders_scheduled";--> statement-breakpoint
CREATE INDEX "email_reminders_scheduled" ON "email_reminders" USING btree ("scheduled_at","user_id");--> statement-breakpoint
CREATE INDEX "devices_expires" ON "devices" USING btree ("expires_at");--> statement-breakpoint
-- INCLUDE lets the order of study of what is due, what all cards ask for and which siblings were rated be read from an index alone.
DROP INDEX "cards_due";--> statement-breakpoint
DROP INDEX "cards_group";--> statement-breakpoint
CREATE INDEX "cards_due" ON "cards" USING btree ("user_id","next_review_date") INCLUDE ("folder_id", "difficulty", "group_id", "id", "last_review_date", "stability", "interval") WHERE not "cards"."suspended";--> statement-breakpoint
CREATE INDEX "cards_group" ON "cards" USING btree ("user_id","group_id") INCLUDE ("last_review_date", "id") WHERE "cards"."group_id" is not null;
