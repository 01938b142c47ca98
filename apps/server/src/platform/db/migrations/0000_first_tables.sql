CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);

CREATE TABLE "access_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"email" varchar(255) NOT NULL,
	"mobile" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "user_preferences" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"theme" varchar(10) DEFAULT 'system' NOT NULL,
	"shortcuts" boolean DEFAULT true NOT NULL,
	"desired_retention" double precision,
	"updated_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "sessions" (
	"sid" varchar(64) PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"sess" json NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" varchar(255) NOT NULL,
	"password_hash" varchar(255) NOT NULL,
	"first_name" varchar(100),
	"last_name" varchar(100),
	"is_email_verified" boolean DEFAULT false NOT NULL,
	"reset_token" varchar(255),
	"reset_token_expiry" timestamp (3) with time zone,
	"subscription" varchar(50) DEFAULT 'free' NOT NULL,
	"mobile" boolean DEFAULT false NOT NULL,
	"web" boolean DEFAULT false NOT NULL,
	"status_mobile" varchar(50),
	"subscription_stripe" varchar(255),
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_reset_token_unique" UNIQUE("reset_token")
);

CREATE TABLE "cards" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "cards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"folder_id" bigint NOT NULL,
	"front" text NOT NULL,
	"back" text NOT NULL,
	"difficulty" varchar(10) DEFAULT 'new' NOT NULL,
	"review_count" integer DEFAULT 0 NOT NULL,
	"last_reviewed_at" timestamp (3) with time zone,
	"last_review_date" date,
	"next_review_at" timestamp (3) with time zone,
	"interval" integer DEFAULT 2 NOT NULL,
	"ease_factor" integer DEFAULT 250 NOT NULL,
	"stability" double precision,
	"memory_difficulty" double precision,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cards_user_id_id_pk" PRIMARY KEY("user_id","id")
);

CREATE TABLE "feedback" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"rating" smallint NOT NULL,
	"feedback" text NOT NULL,
	"email" varchar(255),
	"user_agent" varchar(1000),
	"timestamp" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "folders" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "folders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"name" varchar(255) NOT NULL,
	"description" text,
	"difficulty_level" varchar(20) DEFAULT 'Medio' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "folders_user_id_id_pk" PRIMARY KEY("user_id","id")
);

CREATE TABLE "email_reminders" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "email_reminders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"card_id" bigint NOT NULL,
	"difficulty" varchar(10) NOT NULL,
	"scheduled_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_reminders_user_id_id_pk" PRIMARY KEY("user_id","id")
);

CREATE TABLE "streak_gaps" (
	"user_id" bigint NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	CONSTRAINT "streak_gaps_user_id_from_date_pk" PRIMARY KEY("user_id","from_date")
);

CREATE TABLE "user_days" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"settled_through" date NOT NULL
);

CREATE TABLE "reviews" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"review_id" uuid NOT NULL,
	"card_id" bigint NOT NULL,
	"folder_id" bigint NOT NULL,
	"difficulty" varchar(10) NOT NULL,
	"answer_result" varchar(10) NOT NULL,
	"grade" smallint NOT NULL,
	"reviewed_at" timestamp (3) with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"local_date" date NOT NULL,
	"due_before" timestamp (3) with time zone,
	"practice" boolean NOT NULL,
	"retrievability" double precision,
	"state_before" jsonb NOT NULL,
	"state_after" jsonb NOT NULL,
	"duration_ms" integer,
	"study_session_id" bigint,
	"undone_at" timestamp (3) with time zone,
	"undone_date" date,
	CONSTRAINT "reviews_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "reviews_review_id_unique" UNIQUE("user_id","review_id")
);

CREATE TABLE "spaced_repetition_config" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "spaced_repetition_config_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"difficulty" varchar(20) NOT NULL,
	"interval_minutes" integer NOT NULL,
	CONSTRAINT "spaced_repetition_config_difficulty_unique" UNIQUE("difficulty")
);

CREATE TABLE "spaced_repetition_settings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "spaced_repetition_settings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"setting_name" varchar(50) NOT NULL,
	"setting_type" varchar(20) NOT NULL,
	"value_minutes" integer,
	"value_decimal" integer,
	"description" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "spaced_repetition_settings_name_unique" UNIQUE("setting_name")
);

CREATE TABLE "study_sessions" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "study_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"folder_id" bigint,
	"cards_studied" integer DEFAULT 0 NOT NULL,
	"easy_count" integer DEFAULT 0 NOT NULL,
	"good_count" integer DEFAULT 0 NOT NULL,
	"hard_count" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "study_sessions_user_id_id_pk" PRIMARY KEY("user_id","id")
);

CREATE TABLE "user_scheduling" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"calibration_a" double precision DEFAULT 1 NOT NULL,
	"calibration_b" double precision DEFAULT 0 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL
);

ALTER TABLE "access_events" ADD CONSTRAINT "access_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cards" ADD CONSTRAINT "cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cards" ADD CONSTRAINT "cards_folder_fk" FOREIGN KEY ("user_id","folder_id") REFERENCES "public"."folders"("user_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "folders" ADD CONSTRAINT "folders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "email_reminders" ADD CONSTRAINT "email_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "email_reminders" ADD CONSTRAINT "email_reminders_card_fk" FOREIGN KEY ("user_id","card_id") REFERENCES "public"."cards"("user_id","id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "streak_gaps" ADD CONSTRAINT "streak_gaps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "user_days" ADD CONSTRAINT "user_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "study_sessions" ADD CONSTRAINT "study_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "user_scheduling" ADD CONSTRAINT "user_scheduling_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");
CREATE INDEX "access_events_user" ON "access_events" USING btree ("user_id");
CREATE INDEX "access_events_email" ON "access_events" USING btree ("email");
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");
CREATE INDEX "cards_folder" ON "cards" USING btree ("user_id","folder_id");
-- INCLUDE lets counts of what is due be read from the index alone; next_review_at is there because the planner asks for
-- the column behind the expression.
CREATE INDEX "cards_due" ON "cards" USING btree ("user_id",coalesce(next_review_at, '-infinity'::timestamptz)) INCLUDE ("next_review_at", "folder_id", "difficulty");
CREATE INDEX "feedback_user" ON "feedback" USING btree ("user_id");
CREATE INDEX "feedback_email" ON "feedback" USING btree ("email");
CREATE INDEX "email_reminders_card" ON "email_reminders" USING btree ("user_id","card_id");
CREATE INDEX "reviews_card" ON "reviews" USING btree ("user_id","card_id","id");
CREATE INDEX "reviews_local_date" ON "reviews" USING btree ("user_id","local_date");
CREATE INDEX "reviews_late_undo" ON "reviews" USING btree ("user_id","undone_date") WHERE undone_date > local_date;

-- What the schedule is made of, by the landing page's promise: hard 1 day, good 3 days, easy 7 days.
INSERT INTO "spaced_repetition_config" ("difficulty", "interval_minutes") VALUES
	('hard', 1440),
	('medium', 4320),
	('easy', 10080);

INSERT INTO "spaced_repetition_settings"
	("setting_name", "setting_type", "value_minutes", "value_decimal", "description", "is_active", "created_at", "updated_at")
VALUES
	('desired_retention', 'decimal', NULL, 90, 'Recall probability at which a card falls due, in hundredths', true, '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z'),
	('maximum_interval', 'minutes', 525600, NULL, 'No interval is longer', true, '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z');
