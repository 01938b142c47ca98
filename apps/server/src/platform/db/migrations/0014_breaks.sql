CREATE TABLE "user_breaks" (
	"user_id" bigint NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"spread_until" date NOT NULL,
	CONSTRAINT "user_breaks_user_id_from_date_pk" PRIMARY KEY("user_id","from_date")
);
--> statement-breakpoint
ALTER TABLE "user_breaks" ADD CONSTRAINT "user_breaks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;