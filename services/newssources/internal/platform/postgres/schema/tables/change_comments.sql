CREATE TABLE change_comments (
	id uuid NOT NULL,
	change_set_id uuid NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now(),
	author_id uuid,
	body text NOT NULL,
	CONSTRAINT change_comments_pkey PRIMARY KEY (id),
	CONSTRAINT change_comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES members(id) ON DELETE SET NULL,
	CONSTRAINT change_comments_change_set_id_fkey FOREIGN KEY (change_set_id)
		REFERENCES change_sets(id) ON DELETE CASCADE
);

CREATE INDEX change_comments_by_change_set ON change_comments (change_set_id, id);
