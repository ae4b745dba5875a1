-- +goose Up
-- Why an administrator has paused background work, for all members.
ALTER TABLE "job_pauses" ADD COLUMN "reason" text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE "job_pauses" DROP COLUMN "reason";
