CREATE TABLE live_list_reads (
	id uuid NOT NULL,
	list_id uuid NOT NULL,
	at timestamptz NOT NULL DEFAULT now(),
	result text NOT NULL,
	detail text NOT NULL,
	rows integer NOT NULL,
	change_set_id uuid,
	CONSTRAINT live_list_reads_pkey PRIMARY KEY (id),
	CONSTRAINT live_list_reads_change_set_id_fkey FOREIGN KEY (change_set_id)
		REFERENCES change_sets(id) ON DELETE SET NULL,
	CONSTRAINT live_list_reads_list_id_fkey FOREIGN KEY (list_id) REFERENCES live_lists(id) ON DELETE CASCADE
);

CREATE INDEX live_list_reads_by_list ON live_list_reads (list_id, id);
