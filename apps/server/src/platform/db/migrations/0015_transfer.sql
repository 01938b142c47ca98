CREATE TABLE "batch_cards" (
	"user_id" bigint NOT NULL,
	"batch_id" uuid NOT NULL,
	"card_id" bigint NOT NULL,
	"before" jsonb NOT NULL,
	"digest_after" text,
	CONSTRAINT "batch_cards_user_id_batch_id_card_id_pk" PRIMARY KEY("user_id","batch_id","card_id")
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"user_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"action" varchar(10) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "batches_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "card_media" (
	"user_id" bigint NOT NULL,
	"card_id" bigint NOT NULL,
	"media_id" text NOT NULL,
	CONSTRAINT "card_media_user_id_card_id_media_id_pk" PRIMARY KEY("user_id","card_id","media_id")
);
--> statement-breakpoint
CREATE TABLE "import_cards" (
	"user_id" bigint NOT NULL,
	"import_id" uuid NOT NULL,
	"card_id" bigint NOT NULL,
	"before" jsonb,
	"digest_after" text NOT NULL,
	CONSTRAINT "import_cards_user_id_import_id_card_id_pk" PRIMARY KEY("user_id","import_id","card_id")
);
--> statement-breakpoint
CREATE TABLE "import_files" (
	"user_id" bigint NOT NULL,
	"import_id" uuid NOT NULL,
	"piece" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "import_files_user_id_import_id_piece_pk" PRIMARY KEY("user_id","import_id","piece")
);
--> statement-breakpoint
CREATE TABLE "import_folders" (
	"user_id" bigint NOT NULL,
	"import_id" uuid NOT NULL,
	"folder_id" bigint NOT NULL,
	CONSTRAINT "import_folders_user_id_import_id_folder_id_pk" PRIMARY KEY("user_id","import_id","folder_id")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"user_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"status" varchar(10) NOT NULL,
	"format" varchar(10),
	"file_name" text,
	"file_bytes" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"options" jsonb,
	"preview" jsonb,
	"result" jsonb,
	"error" jsonb,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"cancelled" boolean DEFAULT false NOT NULL,
	"alive_at" timestamp (3) with time zone,
	CONSTRAINT "imports_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"user_id" bigint NOT NULL,
	"id" text NOT NULL,
	"content_type" varchar(20) NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer,
	"height" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"unused_since" timestamp (3) with time zone,
	CONSTRAINT "media_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "media_data" (
	"user_id" bigint NOT NULL,
	"media_id" text NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "media_data_user_id_media_id_pk" PRIMARY KEY("user_id","media_id")
);
--> statement-breakpoint
DROP INDEX "cards_due";--> statement-breakpoint
DROP INDEX "cards_new";--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "format" varchar(10) DEFAULT 'plain' NOT NULL;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "suspended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "group_id" uuid;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "variant" varchar(8);--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "note_guid" text;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "note_template" smallint;--> statement-breakpoint
ALTER TABLE "folders" ADD COLUMN "language" varchar(20);--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "batch_cards" ADD CONSTRAINT "batch_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_cards" ADD CONSTRAINT "batch_cards_batch_fk" FOREIGN KEY ("user_id","batch_id") REFERENCES "public"."batches"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_media" ADD CONSTRAINT "card_media_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_media" ADD CONSTRAINT "card_media_card_fk" FOREIGN KEY ("user_id","card_id") REFERENCES "public"."cards"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_cards" ADD CONSTRAINT "import_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_cards" ADD CONSTRAINT "import_cards_import_fk" FOREIGN KEY ("user_id","import_id") REFERENCES "public"."imports"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_import_fk" FOREIGN KEY ("user_id","import_id") REFERENCES "public"."imports"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_folders" ADD CONSTRAINT "import_folders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_folders" ADD CONSTRAINT "import_folders_import_fk" FOREIGN KEY ("user_id","import_id") REFERENCES "public"."imports"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_data" ADD CONSTRAINT "media_data_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_data" ADD CONSTRAINT "media_data_media_fk" FOREIGN KEY ("user_id","media_id") REFERENCES "public"."media"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batches_created" ON "batches" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "card_media_media" ON "card_media" USING btree ("user_id","media_id");--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "media_unused" ON "media" USING btree ("unused_since");--> statement-breakpoint
CREATE INDEX "cards_group" ON "cards" USING btree ("user_id","group_id") WHERE "cards"."group_id" is not null;--> statement-breakpoint
CREATE INDEX "cards_note" ON "cards" USING btree ("user_id","note_guid") WHERE "cards"."note_guid" is not null;--> statement-breakpoint
CREATE INDEX "cards_suspended" ON "cards" USING btree ("user_id","id") WHERE "cards"."suspended";--> statement-breakpoint
CREATE INDEX "reviews_import" ON "reviews" USING btree ("user_id","import_id") WHERE "reviews"."import_id" is not null;--> statement-breakpoint
-- INCLUDE lets counts of what is due, or new, be read from an index alone.
CREATE INDEX "cards_due" ON "cards" USING btree ("user_id","next_review_date") INCLUDE ("folder_id", "difficulty", "group_id", "id") WHERE not "cards"."suspended";--> statement-breakpoint
CREATE INDEX "cards_new" ON "cards" USING btree ("user_id","created_at","id") INCLUDE ("folder_id", "difficulty", "group_id") WHERE "cards"."next_review_date" is null and not "cards"."suspended";--> statement-breakpoint
-- Images, sounds and files do not shrink, and ranges of what is not compressed can be read without the rest.
ALTER TABLE "media_data" ALTER COLUMN "data" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "import_files" ALTER COLUMN "data" SET STORAGE EXTERNAL;--> statement-breakpoint
-- Whoever names a file in a card keeps it: no writer can forget to, and the row's lock makes the cleaning wait and look again.
CREATE FUNCTION "keep_used_media"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE media SET unused_since = null
  FROM (SELECT DISTINCT user_id, media_id FROM added ORDER BY user_id, media_id) AS used
  WHERE media.user_id = used.user_id AND media.id = used.media_id AND media.unused_since IS NOT NULL;
  RETURN null;
END $$;--> statement-breakpoint
CREATE TRIGGER "card_media_keep" AFTER INSERT ON "card_media" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "keep_used_media"();
