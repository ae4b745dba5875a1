CREATE TABLE register_commits (
	id bigint NOT NULL DEFAULT nextval('register_commits_id_seq'::regclass),
	seq bigint,
	at timestamptz NOT NULL DEFAULT clock_timestamp(),
	CONSTRAINT register_commits_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX register_commits_by_seq ON register_commits (seq);

-- Requests, imports and jobs of several processes and versions commit changes at the same time.
CREATE CONSTRAINT TRIGGER order_commits
	AFTER INSERT ON register_commits DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW
	EXECUTE FUNCTION order_register_commit();
