CREATE TABLE "refits" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"fitted_at" timestamp (3) with time zone NOT NULL,
	"learned_from" integer NOT NULL,
	"log_loss_before" double precision NOT NULL,
	"log_loss_after" double precision NOT NULL,
	"gap_before" double precision NOT NULL,
	"gap_after" double precision NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_preferences" ADD COLUMN "refit" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "weights" double precision[];--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "folded_through" bigint;--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "folded_a" double precision;--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "folded_b" double precision;--> statement-breakpoint
ALTER TABLE "user_scheduling" ADD COLUMN "refit_check_at" bigint DEFAULT 1000 NOT NULL;--> statement-breakpoint
ALTER TABLE "refits" ADD CONSTRAINT "refits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;