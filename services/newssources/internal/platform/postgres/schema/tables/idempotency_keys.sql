CREATE TABLE idempotency_keys (
	member_id uuid NOT NULL,
	key_hash bytea NOT NULL,
	attempt uuid NOT NULL,
	locked_until timestamptz NOT NULL,
	expires_at timestamptz NOT NULL,
	fingerprint bytea,
	status smallint,
	header jsonb,
	body bytea,
	object_id uuid,
	CONSTRAINT idempotency_keys_pkey PRIMARY KEY (member_id, key_hash),
	CONSTRAINT idempotency_keys_members_member FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
