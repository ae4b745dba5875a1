-- +goose Up
-- The profile of the homepage of each source, and whether the last visit saw another outlet or an offer
-- of the domain (ADR 85).
CREATE TABLE source_homepages (
	source_id uuid NOT NULL,
	homepage text NOT NULL,
	profile json,
	cause text NOT NULL DEFAULT '',
	change json,
	since timestamptz,
	CONSTRAINT source_homepages_pkey PRIMARY KEY (source_id),
	CONSTRAINT source_homepages_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE,
	CONSTRAINT source_homepages_cause_check CHECK (cause IN ('', 'other_outlet', 'parked')),
	CONSTRAINT source_homepages_since_check CHECK ((cause = '') = (since IS NULL))
);
CREATE INDEX source_homepages_doubtful_idx ON source_homepages (source_id) WHERE cause <> '';

-- +goose Down
DROP TABLE source_homepages;
