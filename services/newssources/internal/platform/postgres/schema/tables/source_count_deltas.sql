CREATE TABLE source_count_deltas (
	facet text NOT NULL,
	lifecycle text NOT NULL,
	value text COLLATE "C" NOT NULL,
	n bigint NOT NULL
);
