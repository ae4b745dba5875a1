CREATE TABLE rights_contracts (
	source_id uuid NOT NULL,
	version integer NOT NULL DEFAULT 1,
	party text NOT NULL,
	document text NOT NULL,
	valid_until date,
	uses jsonb NOT NULL,
	reason text NOT NULL,
	noticed text NOT NULL DEFAULT '',
	updated_at timestamptz NOT NULL DEFAULT now(),
	updated_by_id uuid,
	updated_by_name text NOT NULL DEFAULT '',
	CONSTRAINT rights_contracts_pkey PRIMARY KEY (source_id),
	CONSTRAINT rights_contracts_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE
);

CREATE INDEX rights_contracts_ending ON rights_contracts (valid_until)
	WHERE (valid_until IS NOT NULL);
