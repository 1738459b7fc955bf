-- Counters may be lost when the database crashes; without a log they cost no flush.
ALTER TABLE "rate_limits" SET UNLOGGED;
