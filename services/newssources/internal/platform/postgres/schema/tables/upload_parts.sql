CREATE TABLE upload_parts (
	upload_id uuid NOT NULL,
	number integer NOT NULL,
	data bytea STORAGE EXTERNAL NOT NULL,
	CONSTRAINT upload_parts_pkey PRIMARY KEY (upload_id, number),
	CONSTRAINT upload_parts_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE
);
