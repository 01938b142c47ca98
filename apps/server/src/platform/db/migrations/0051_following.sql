CREATE TABLE "batch_texts" (
	"user_id" bigint NOT NULL,
	"batch_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	CONSTRAINT "batch_texts_user_id_batch_id_place_pk" PRIMARY KEY("user_id","batch_id","place")
);
--> statement-breakpoint
CREATE TABLE "followed_cards" (
	"user_id" bigint NOT NULL,
	"text_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"folder_id" bigint NOT NULL,
	"source" bigint,
	"source_variant" varchar(8),
	"source_tags" text[] NOT NULL,
	"state" varchar(7) NOT NULL,
	"suspended_by_pull" boolean NOT NULL,
	"former_text" jsonb,
	"card_id" bigint,
	CONSTRAINT "followed_cards_user_id_text_id_place_pk" PRIMARY KEY("user_id","text_id","place")
);
--> statement-breakpoint
CREATE TABLE "followed_texts" (
	"user_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"folder_id" bigint NOT NULL,
	"pulled" jsonb NOT NULL,
	"earlier" jsonb NOT NULL,
	"kept" jsonb NOT NULL,
	"behind" boolean DEFAULT false NOT NULL,
	CONSTRAINT "followed_texts_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "followers" (
	"user_id" bigint NOT NULL,
	"folder_id" bigint NOT NULL,
	"follower_id" bigint NOT NULL,
	"carrier" varchar(10) NOT NULL,
	"carrier_id" bigint NOT NULL,
	"from_name" varchar(100),
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "followers_user_id_folder_id_follower_id_carrier_carrier_id_pk" PRIMARY KEY("user_id","folder_id","follower_id","carrier","carrier_id")
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"user_id" bigint NOT NULL,
	"folder_id" bigint NOT NULL,
	"author_id" bigint,
	"author_folder_id" bigint NOT NULL,
	"from_name" varchar(100),
	"ended" boolean DEFAULT false NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"cursor" bigint NOT NULL,
	"last_pull" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "follows_user_id_folder_id_pk" PRIMARY KEY("user_id","folder_id")
);
--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "following_folder_id" bigint;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "pulled_from" bigint;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "upstream" jsonb;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "assigned" boolean;--> statement-breakpoint
ALTER TABLE "folders" ADD COLUMN "assigned" boolean;--> statement-breakpoint
ALTER TABLE "batch_texts" ADD CONSTRAINT "batch_texts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_texts" ADD CONSTRAINT "batch_texts_batch_fk" FOREIGN KEY ("user_id","batch_id") REFERENCES "public"."batches"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followed_cards" ADD CONSTRAINT "followed_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followed_cards" ADD CONSTRAINT "followed_cards_text_fk" FOREIGN KEY ("user_id","text_id") REFERENCES "public"."followed_texts"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followed_texts" ADD CONSTRAINT "followed_texts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followed_texts" ADD CONSTRAINT "followed_texts_follow_fk" FOREIGN KEY ("user_id","folder_id") REFERENCES "public"."follows"("user_id","folder_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followers" ADD CONSTRAINT "followers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_folder_fk" FOREIGN KEY ("user_id","folder_id") REFERENCES "public"."folders"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "followed_cards_source_unique" ON "followed_cards" USING btree ("user_id","folder_id","source") WHERE "followed_cards"."source" is not null;--> statement-breakpoint
CREATE INDEX "followed_cards_card" ON "followed_cards" USING btree ("user_id","card_id");--> statement-breakpoint
CREATE INDEX "followed_texts_behind" ON "followed_texts" USING btree ("user_id","folder_id") WHERE "followed_texts"."behind";--> statement-breakpoint
CREATE INDEX "followers_carrier" ON "followers" USING btree ("user_id","carrier","carrier_id");--> statement-breakpoint
CREATE UNIQUE INDEX "follows_author_unique" ON "follows" USING btree ("user_id","author_id","author_folder_id");--> statement-breakpoint
CREATE INDEX "cards_assigned" ON "cards" USING btree ("user_id") WHERE "cards"."assigned";