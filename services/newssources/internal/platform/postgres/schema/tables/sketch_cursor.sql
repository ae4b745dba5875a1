CREATE TABLE sketch_cursor (
	endpoint_id uuid NOT NULL
);
