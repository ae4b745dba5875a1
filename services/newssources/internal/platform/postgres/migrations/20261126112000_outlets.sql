-- +goose Up
-- What the documents of an endpoint had in common, by which another outlet at its address is noticed (ADR 69).
CREATE TABLE endpoint_outlets (
	endpoint_id uuid NOT NULL PRIMARY KEY REFERENCES endpoints (id) ON DELETE CASCADE,
	url text NOT NULL,
	key bigint NOT NULL,
	documents integer NOT NULL,
	learned_at timestamptz NOT NULL,
	profile json NOT NULL
) WITH (fillfactor = 80);
ALTER TABLE endpoint_outlets ALTER COLUMN profile SET STORAGE EXTERNAL;

-- What members have confirmed to be the same outlet: the profile before the change, and the one after it.
CREATE TABLE source_outlets (
	source_id uuid NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
	key bigint NOT NULL,
	profile json NOT NULL,
	confirmed_at timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (source_id, key)
);

-- Items are also held because they may belong to another outlet. The previous version holds items because of
-- identity storms only, and does not write these columns.
ALTER TABLE endpoint_held_items
	ADD COLUMN cause text NOT NULL DEFAULT 'identity_storm',
	ADD COLUMN outlet json;

-- +goose Down
ALTER TABLE endpoint_held_items DROP COLUMN cause, DROP COLUMN outlet;
DROP TABLE source_outlets;
DROP TABLE endpoint_outlets;
