CREATE TABLE "folder_shares" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "folder_shares_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"folder_id" bigint NOT NULL,
	"token" varchar(22),
	"show_name" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "folder_shares_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "share_reports" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "share_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"share_id" bigint NOT NULL,
	"reason" varchar(10) NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "share_reports_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "share_tokens" (
	"user_id" bigint NOT NULL,
	"share_id" bigint NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	CONSTRAINT "share_tokens_user_id_share_id_pk" PRIMARY KEY("user_id","share_id"),
	CONSTRAINT "share_tokens_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sharing_barred_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "folder_shares" ADD CONSTRAINT "folder_shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_reports" ADD CONSTRAINT "share_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_tokens" ADD CONSTRAINT "share_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "folder_shares_folder" ON "folder_shares" USING btree ("user_id","folder_id");--> statement-breakpoint
CREATE INDEX "share_reports_created" ON "share_reports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "share_tokens_share" ON "share_tokens" USING btree ("share_id");