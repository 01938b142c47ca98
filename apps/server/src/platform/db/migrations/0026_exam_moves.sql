CREATE TABLE "exam_moves" (
	"user_id" bigint NOT NULL,
	"card_id" bigint NOT NULL,
	"last_review_date" date NOT NULL,
	"moved_to" date NOT NULL,
	"next_review_at" timestamp (3) with time zone NOT NULL,
	"next_review_date" date NOT NULL,
	"interval" integer NOT NULL,
	CONSTRAINT "exam_moves_user_id_card_id_pk" PRIMARY KEY("user_id","card_id")
);
--> statement-breakpoint
ALTER TABLE "exam_moves" ADD CONSTRAINT "exam_moves_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_moves" ADD CONSTRAINT "exam_moves_card_fk" FOREIGN KEY ("user_id","card_id") REFERENCES "public"."cards"("user_id","id") ON DELETE cascade ON UPDATE no action;