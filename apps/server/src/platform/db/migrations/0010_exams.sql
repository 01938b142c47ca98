CREATE TABLE "exam_folders" (
	"user_id" bigint NOT NULL,
	"exam_id" bigint NOT NULL,
	"folder_id" bigint NOT NULL,
	CONSTRAINT "exam_folders_user_id_exam_id_folder_id_pk" PRIMARY KEY("user_id","exam_id","folder_id")
);
--> statement-breakpoint
CREATE TABLE "exams" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "exams_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"name" varchar(255) NOT NULL,
	"date" date NOT NULL,
	"foretold" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"client_id" uuid,
	CONSTRAINT "exams_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "exam_folders" ADD CONSTRAINT "exam_folders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_folders" ADD CONSTRAINT "exam_folders_exam_fk" FOREIGN KEY ("user_id","exam_id") REFERENCES "public"."exams"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_folders" ADD CONSTRAINT "exam_folders_folder_fk" FOREIGN KEY ("user_id","folder_id") REFERENCES "public"."folders"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exam_folders_folder" ON "exam_folders" USING btree ("user_id","folder_id");--> statement-breakpoint
CREATE INDEX "exams_date" ON "exams" USING btree ("user_id","date");--> statement-breakpoint
CREATE UNIQUE INDEX "exams_client_id_unique" ON "exams" USING btree ("user_id","client_id") WHERE "exams"."client_id" is not null;