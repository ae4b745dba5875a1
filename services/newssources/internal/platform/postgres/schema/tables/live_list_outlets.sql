CREATE TABLE live_list_outlets (
	list_id uuid NOT NULL,
	outlet text NOT NULL,
	missing boolean NOT NULL DEFAULT false,
	feeds text[] NOT NULL DEFAULT '{}',
	gone_feeds text[] NOT NULL DEFAULT '{}',
	CONSTRAINT live_list_outlets_pkey PRIMARY KEY (list_id, outlet),
	CONSTRAINT live_list_outlets_list_id_fkey FOREIGN KEY (list_id) REFERENCES live_lists(id) ON DELETE CASCADE
);
