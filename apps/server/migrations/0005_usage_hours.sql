CREATE TABLE "usage_hours" (
	"user_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"seconds" bigint NOT NULL,
	CONSTRAINT "usage_hours_user_id_hour_pk" PRIMARY KEY("user_id","hour")
);
--> statement-breakpoint
-- Of users who are there already it is null.
ALTER TABLE "users" ADD COLUMN "usage_hours_complete" boolean;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "usage_hours_complete" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "usage_hours" ADD CONSTRAINT "usage_hours_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION "public"."add_usage_hours"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "public"."usage_hours" AS "total" ("user_id", "hour", "first_at", "seconds")
	SELECT "user_id", date_trunc('hour', "started_at", 'UTC'), min("started_at"), sum("seconds")
	FROM "added" WHERE "seconds" > 0 GROUP BY 1, 2 ORDER BY 1, 2
	ON CONFLICT ("user_id", "hour") DO UPDATE SET
		"first_at" = least("total"."first_at", excluded."first_at"), "seconds" = "total"."seconds" + excluded."seconds";
	RETURN NULL;
END $$;--> statement-breakpoint
-- In the statement that writes the entries, of a server of any version. It waits until statements that write them have ended.
CREATE TRIGGER "usage_hours" AFTER INSERT ON "usage_entries" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "public"."add_usage_hours"();
