CREATE TABLE table_imports (
	import_id uuid NOT NULL,
	format text NOT NULL,
	encoding text NOT NULL,
	separator text NOT NULL,
	layout jsonb NOT NULL,
	counts jsonb NOT NULL DEFAULT '{}',
	plan jsonb,
	checked integer NOT NULL DEFAULT 0,
	CONSTRAINT table_imports_pkey PRIMARY KEY (import_id),
	CONSTRAINT table_imports_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE
);
