CREATE TABLE endpoint_credentials (
	id uuid NOT NULL,
	sealed bytea NOT NULL,
	updated_at timestamptz NOT NULL,
	endpoint_id uuid NOT NULL,
	CONSTRAINT endpoint_credentials_pkey PRIMARY KEY (id),
	CONSTRAINT endpoint_credentials_endpoints_credentials FOREIGN KEY (endpoint_id)
		REFERENCES endpoints(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX endpoint_credentials_endpoint_id_key ON endpoint_credentials (endpoint_id);

-- Requests, imports and reseal change credentials while a worker checks the endpoint with the old ones.
CREATE TRIGGER schedule_changes
	AFTER INSERT OR DELETE OR UPDATE ON endpoint_credentials
	FOR EACH ROW
	EXECUTE FUNCTION schedule_changed_credentials();
