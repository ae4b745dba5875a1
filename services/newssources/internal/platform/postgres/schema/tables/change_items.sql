CREATE TABLE change_items (
	change_set_id uuid NOT NULL,
	number integer NOT NULL,
	action text NOT NULL,
	target_type text NOT NULL,
	target_id uuid NOT NULL,
	target_name text NOT NULL,
	source_id uuid NOT NULL,
	base_version integer NOT NULL,
	version integer,
	changes jsonb NOT NULL,
	result text NOT NULL,
	reason text NOT NULL DEFAULT '',
	CONSTRAINT change_items_pkey PRIMARY KEY (change_set_id, number)
)
WITH (fillfactor=70);

CREATE INDEX change_items_by_result ON change_items (change_set_id, result, number);
