CREATE TABLE "billing_events" (
	"id" varchar(255) PRIMARY KEY NOT NULL,
	"type" varchar(255) NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_billing" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"customer_id" varchar(255),
	"status" varchar(50),
	"current_period_end" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"grace_until" timestamp (3) with time zone,
	"synced_at" timestamp (3) with time zone,
	CONSTRAINT "user_billing_customer_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
ALTER TABLE "user_billing" ADD CONSTRAINT "user_billing_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;