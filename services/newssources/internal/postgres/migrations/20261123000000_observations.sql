-- +goose Up
-- What the checks of each endpoint have shown since its settings were changed last (see package observation). Schedules, encodings and
-- time zones are suggested from it.
ALTER TABLE "endpoint_states" ADD COLUMN "observations" json NULL;

-- +goose Down
ALTER TABLE "endpoint_states" DROP COLUMN "observations";
