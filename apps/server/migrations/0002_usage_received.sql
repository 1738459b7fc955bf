ALTER TABLE "users" ADD COLUMN "usage_received_on" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "usage_received_count" integer DEFAULT 0 NOT NULL;