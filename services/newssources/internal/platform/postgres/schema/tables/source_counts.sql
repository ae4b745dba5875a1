CREATE TABLE source_counts (
	facet text NOT NULL,
	lifecycle text NOT NULL,
	value text COLLATE "C" NOT NULL,
	n bigint NOT NULL,
	CONSTRAINT source_counts_pkey PRIMARY KEY (facet, lifecycle, value)
);
