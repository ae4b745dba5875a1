CREATE TABLE check_hosts (
	domain text COLLATE "C" NOT NULL,
	ready_at timestamptz,
	free_at timestamptz NOT NULL DEFAULT '-infinity'::timestamptz,
	lease uuid,
	lease_token uuid,
	endpoint_id uuid,
	queued_at timestamptz,
	held_until timestamptz,
	next_request_at timestamptz NOT NULL DEFAULT '-infinity'::timestamptz,
	lease_worker uuid,
	CONSTRAINT check_hosts_pkey PRIMARY KEY (domain)
)
WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.05, autovacuum_analyze_scale_factor=0.1);

CREATE INDEX check_hosts_held ON check_hosts (domain)
	WHERE (held_until IS NOT NULL);

CREATE INDEX check_hosts_queued ON check_hosts (queued_at);

CREATE INDEX check_hosts_token_leases ON check_hosts (lease_token, queued_at)
	WHERE (lease_token IS NOT NULL);

-- Workers and API processes of several versions add domains at the same time.
CREATE TRIGGER queued_inserts
	BEFORE INSERT ON check_hosts
	FOR EACH ROW
	EXECUTE FUNCTION set_queued_at();

-- Workers, requests and programs set when a domain is ready, also while another holds its lease.
CREATE TRIGGER queued_updates
	BEFORE UPDATE ON check_hosts
	FOR EACH ROW
	WHEN (new.lease IS NULL AND new.queued_at IS DISTINCT FROM new.ready_at)
	EXECUTE FUNCTION set_queued_at();
