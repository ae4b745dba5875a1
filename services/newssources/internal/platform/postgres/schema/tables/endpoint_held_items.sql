CREATE TABLE endpoint_held_items (
	endpoint_id uuid NOT NULL,
	version uuid NOT NULL,
	since timestamptz NOT NULL,
	url text NOT NULL,
	identity_policy text NOT NULL,
	document_items integer NOT NULL,
	held integer NOT NULL,
	items json NOT NULL,
	documents integer NOT NULL DEFAULT 1,
	cause text NOT NULL DEFAULT 'identity_storm',
	outlet json,
	CONSTRAINT endpoint_held_items_pkey PRIMARY KEY (endpoint_id),
	CONSTRAINT endpoint_held_items_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES endpoints(id) ON DELETE CASCADE
);
