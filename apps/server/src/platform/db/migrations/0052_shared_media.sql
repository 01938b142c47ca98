CREATE TABLE "shared_media" (
	"id" text PRIMARY KEY NOT NULL,
	"data" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "shared" boolean;--> statement-breakpoint
CREATE INDEX "shared_media_used" ON "shared_media" USING btree ("used_at");--> statement-breakpoint
-- Files are compressed already.
ALTER TABLE "shared_media" ALTER COLUMN "data" SET STORAGE EXTERNAL;
