CREATE TABLE api_tokens (
	id uuid NOT NULL,
	name varchar NOT NULL,
	scopes jsonb NOT NULL,
	hash bytea NOT NULL,
	hint varchar NOT NULL,
	created_at timestamptz NOT NULL,
	expires_at timestamptz NOT NULL,
	last_used_at timestamptz,
	revoked_at timestamptz,
	owner_id uuid NOT NULL,
	CONSTRAINT api_tokens_pkey PRIMARY KEY (id),
	CONSTRAINT api_tokens_members_owner FOREIGN KEY (owner_id) REFERENCES members(id)
);

CREATE INDEX api_tokens_by_owner ON api_tokens (owner_id, id);

CREATE UNIQUE INDEX api_tokens_hash_key ON api_tokens (hash);
