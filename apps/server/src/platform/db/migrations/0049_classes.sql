CREATE TABLE "assigned_exams" (
	"user_id" bigint NOT NULL,
	"assignment_id" bigint NOT NULL,
	"class_id" bigint NOT NULL,
	"client_id" uuid NOT NULL,
	"exam_id" bigint,
	"written_at" timestamp (3) with time zone,
	CONSTRAINT "assigned_exams_user_id_assignment_id_pk" PRIMARY KEY("user_id","assignment_id")
);
--> statement-breakpoint
CREATE TABLE "assigned_folders" (
	"user_id" bigint NOT NULL,
	"assignment_id" bigint NOT NULL,
	"class_id" bigint NOT NULL,
	"source_id" bigint NOT NULL,
	"folder_id" bigint NOT NULL,
	CONSTRAINT "assigned_folders_user_id_assignment_id_source_id_pk" PRIMARY KEY("user_id","assignment_id","source_id")
);
--> statement-breakpoint
CREATE TABLE "assignment_folders" (
	"user_id" bigint NOT NULL,
	"assignment_id" bigint NOT NULL,
	"folder_id" bigint NOT NULL,
	CONSTRAINT "assignment_folders_user_id_assignment_id_folder_id_pk" PRIMARY KEY("user_id","assignment_id","folder_id")
);
--> statement-breakpoint
CREATE TABLE "assignments" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "assignments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"class_id" bigint NOT NULL,
	"name" varchar(100) NOT NULL,
	"date" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	"requested_at" timestamp (3) with time zone,
	"as_of" timestamp (3) with time zone,
	"hidden" bigint[],
	"class_figures" jsonb,
	"covered" bigint[],
	CONSTRAINT "assignments_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "class_codes" (
	"user_id" bigint NOT NULL,
	"class_id" bigint NOT NULL,
	"code" varchar(8) NOT NULL,
	CONSTRAINT "class_codes_user_id_class_id_pk" PRIMARY KEY("user_id","class_id"),
	CONSTRAINT "class_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "class_members" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "class_members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"class_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"name" varchar(100) NOT NULL,
	"shares_progress" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "class_members_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "class_members_account_unique" UNIQUE("user_id","class_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "classes" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "classes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"name" varchar(100) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "classes_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "member_figures" (
	"user_id" bigint NOT NULL,
	"assignment_id" bigint NOT NULL,
	"run" timestamp (3) with time zone NOT NULL,
	"member_id" bigint NOT NULL,
	"shown" boolean NOT NULL,
	"cards" integer NOT NULL,
	"seen" integer NOT NULL,
	"mean" real,
	"low" real,
	"high" real,
	"card_ids" bigint[] NOT NULL,
	"recalls" real[] NOT NULL,
	CONSTRAINT "member_figures_user_id_assignment_id_run_member_id_pk" PRIMARY KEY("user_id","assignment_id","run","member_id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"user_id" bigint NOT NULL,
	"class_id" bigint NOT NULL,
	"teacher_id" bigint NOT NULL,
	CONSTRAINT "memberships_user_id_class_id_pk" PRIMARY KEY("user_id","class_id")
);
--> statement-breakpoint
ALTER TABLE "assigned_exams" ADD CONSTRAINT "assigned_exams_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assigned_folders" ADD CONSTRAINT "assigned_folders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_folders" ADD CONSTRAINT "assignment_folders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_folders" ADD CONSTRAINT "assignment_folders_assignment_fk" FOREIGN KEY ("user_id","assignment_id") REFERENCES "public"."assignments"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_folders" ADD CONSTRAINT "assignment_folders_folder_fk" FOREIGN KEY ("user_id","folder_id") REFERENCES "public"."folders"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_class_fk" FOREIGN KEY ("user_id","class_id") REFERENCES "public"."classes"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_codes" ADD CONSTRAINT "class_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_members" ADD CONSTRAINT "class_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_members" ADD CONSTRAINT "class_members_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_members" ADD CONSTRAINT "class_members_class_fk" FOREIGN KEY ("user_id","class_id") REFERENCES "public"."classes"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_figures" ADD CONSTRAINT "member_figures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_figures" ADD CONSTRAINT "member_figures_assignment_fk" FOREIGN KEY ("user_id","assignment_id") REFERENCES "public"."assignments"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_figures" ADD CONSTRAINT "member_figures_member_fk" FOREIGN KEY ("user_id","member_id") REFERENCES "public"."class_members"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_teacher_id_users_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assigned_exams_class" ON "assigned_exams" USING btree ("user_id","class_id");--> statement-breakpoint
CREATE INDEX "assigned_folders_class" ON "assigned_folders" USING btree ("user_id","class_id");--> statement-breakpoint
CREATE INDEX "assignment_folders_folder" ON "assignment_folders" USING btree ("user_id","folder_id");--> statement-breakpoint
CREATE INDEX "assignments_class" ON "assignments" USING btree ("user_id","class_id");--> statement-breakpoint
CREATE INDEX "class_members_account" ON "class_members" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "member_figures_member" ON "member_figures" USING btree ("user_id","member_id");--> statement-breakpoint
CREATE INDEX "memberships_teacher" ON "memberships" USING btree ("teacher_id");