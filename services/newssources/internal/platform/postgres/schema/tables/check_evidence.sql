CREATE TABLE check_evidence (
	endpoint_id uuid NOT NULL,
	kind text COLLATE "C" NOT NULL,
	checked_at timestamptz NOT NULL,
	outcome text NOT NULL,
	cause text NOT NULL,
	detail text NOT NULL,
	status integer NOT NULL,
	protocol text NOT NULL,
	remote text NOT NULL,
	final_url text NOT NULL,
	redirects json,
	duration_ms integer NOT NULL,
	phases_ms integer[] NOT NULL,
	headers json NOT NULL,
	headers_omitted integer NOT NULL,
	body_start text NOT NULL,
	wire_bytes bigint NOT NULL,
	bytes bigint NOT NULL,
	CONSTRAINT check_evidence_pkey PRIMARY KEY (endpoint_id, kind),
	CONSTRAINT check_evidence_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES endpoints(id) ON DELETE CASCADE
)
WITH (fillfactor=80);
