CREATE TABLE source_days (
	source_id uuid NOT NULL,
	day date NOT NULL,
	items integer NOT NULL,
	CONSTRAINT source_days_pkey PRIMARY KEY (source_id, day),
	CONSTRAINT source_days_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE
)
WITH (fillfactor=80);

CREATE INDEX source_days_by_day ON source_days USING brin (day);
