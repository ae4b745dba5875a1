CREATE TABLE members (
	id uuid NOT NULL,
	uid varchar NOT NULL,
	email varchar NOT NULL,
	name varchar NOT NULL DEFAULT '',
	role varchar NOT NULL,
	disabled_at timestamptz,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	last_seen_at timestamptz,
	email_key varchar COLLATE "C" NOT NULL DEFAULT '',
	removed_at timestamptz,
	version bigint NOT NULL DEFAULT 1,
	CONSTRAINT members_pkey PRIMARY KEY (id)
);

CREATE INDEX members_by_email ON members (email_key, id);

CREATE UNIQUE INDEX members_uid_key ON members (uid);
