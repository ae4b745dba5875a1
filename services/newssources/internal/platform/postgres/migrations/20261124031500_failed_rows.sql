-- +goose Up
-- The rows that a batch could not handle. A batch skips them until retry_at, so that the rows after them are handled.
CREATE TABLE failed_rows (
	batch text NOT NULL,
	row_id uuid NOT NULL,
	failures integer NOT NULL,
	error text NOT NULL,
	failed_at timestamptz NOT NULL,
	retry_at timestamptz NOT NULL,
	CONSTRAINT failed_rows_pkey PRIMARY KEY (batch, row_id)
);
-- The end of the lease of a running attempt, so that no two replicas send a message.
ALTER TABLE alert_deliveries ADD COLUMN claimed_until timestamptz;

-- +goose Down
ALTER TABLE alert_deliveries DROP COLUMN claimed_until;
DROP TABLE failed_rows;
