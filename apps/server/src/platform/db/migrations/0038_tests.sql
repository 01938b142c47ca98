CREATE TABLE "tests" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"name" varchar(255) NOT NULL,
	"exam_id" bigint,
	"folder_ids" bigint[] NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"time_zone" text NOT NULL,
	"cards" integer NOT NULL,
	"question_count" smallint NOT NULL,
	"questions" jsonb NOT NULL,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"predicted" double precision,
	"result" jsonb,
	"wrong_choices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"attention_at" timestamp (3) with time zone,
	"client_id" uuid,
	CONSTRAINT "tests_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "tests" ADD CONSTRAINT "tests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tests_attention" ON "tests" USING btree ("attention_at") WHERE "tests"."attention_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tests_client_id_unique" ON "tests" USING btree ("user_id","client_id") WHERE "tests"."client_id" is not null;