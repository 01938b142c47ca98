ALTER TABLE "cards" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "folders" ADD COLUMN "client_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "cards_client_id_unique" ON "cards" USING btree ("user_id","client_id") WHERE "cards"."client_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "folders_client_id_unique" ON "folders" USING btree ("user_id","client_id") WHERE "folders"."client_id" is not null;