CREATE TABLE default_views (
	member_id uuid NOT NULL,
	view_id uuid NOT NULL,
	CONSTRAINT default_views_pkey PRIMARY KEY (member_id),
	CONSTRAINT default_views_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
	CONSTRAINT default_views_view_id_fkey FOREIGN KEY (view_id) REFERENCES saved_views(id) ON DELETE CASCADE
);

CREATE INDEX default_views_by_view ON default_views (view_id);
