CREATE EXTENSION pg_trgm;
CREATE TYPE river_job_state AS ENUM (
	'available',
	'cancelled',
	'completed',
	'discarded',
	'pending',
	'retryable',
	'running',
	'scheduled'
);
