-- +goose Up
-- The concurrent writers that make each trigger necessary. The files in the folder schema show them.
COMMENT ON TRIGGER count_inserts ON sources IS
	'Requests, imports and jobs of several processes and versions change sources at the same time.';
COMMENT ON TRIGGER count_updates ON sources IS
	'Requests, imports and jobs of several processes and versions change sources at the same time.';
COMMENT ON TRIGGER count_deletes ON sources IS
	'Requests and undone imports of several processes and versions delete sources at the same time.';
COMMENT ON TRIGGER count_truncate ON sources IS
	'An administrator empties the table by hand, and no other writer knows of it.';
COMMENT ON TRIGGER schedule_updates ON sources IS
	'Requests, imports and jobs change the lifecycle of a source while workers check its endpoints.';
COMMENT ON TRIGGER source_health_inserts ON sources IS
	'Requests and imports create sources whose endpoints a worker may check at once.';
COMMENT ON TRIGGER schedule_inserts ON endpoints IS
	'Requests, imports and repairs add endpoints, which workers of several versions check.';
COMMENT ON TRIGGER schedule_updates ON endpoints IS
	'Requests and repairs change an endpoint while a worker checks it: the result of that check is dropped.';
COMMENT ON TRIGGER plan_updates ON endpoints IS
	'Requests and repairs change a schedule while a worker checks the endpoint: it must not keep the old plan.';
COMMENT ON TRIGGER source_health_deletes ON endpoints IS
	'A request deletes an endpoint while workers record checks of other endpoints of the source.';
COMMENT ON TRIGGER schedule_changes ON endpoint_credentials IS
	'Requests, imports and reseal change credentials while a worker checks the endpoint with the old ones.';
COMMENT ON TRIGGER review_subscriptions ON endpoint_states IS
	'Requests and jobs turn checks on and off while another process requests the hub.';
COMMENT ON TRIGGER source_health_inserts ON endpoint_states IS
	'Two transactions add endpoints to one source, each of which does not see the other endpoint.';
COMMENT ON TRIGGER source_health_updates ON endpoint_states IS
	'Two workers record checks of endpoints of one source, while requests turn checks on and off.';
COMMENT ON TRIGGER count_inserts ON source_health IS
	'Requests and imports create sources at the same time.';
COMMENT ON TRIGGER count_updates ON source_health IS
	'Workers change the health of sources, and members and jobs the work on them, at the same time.';
COMMENT ON TRIGGER count_deletes ON source_health IS
	'Requests delete sources while workers record the health of others.';
COMMENT ON TRIGGER record_changes ON source_health IS
	'Workers, requests and jobs of several versions change the health of sources.';
COMMENT ON TRIGGER tag_ids_inserts ON source_tags IS
	'Requests and imports tag one source at the same time.';
COMMENT ON TRIGGER tag_ids_updates ON source_tags IS
	'Requests and imports tag one source at the same time.';
COMMENT ON TRIGGER tag_ids_deletes ON source_tags IS
	'A deleted tag is removed from sources that requests and imports tag at the same time.';
COMMENT ON TRIGGER queued_inserts ON check_hosts IS
	'Workers and API processes of several versions add domains at the same time.';
COMMENT ON TRIGGER queued_updates ON check_hosts IS
	'Workers, requests and programs set when a domain is ready, also while another holds its lease.';

-- +goose Down
-- +goose StatementBegin
DO $$
DECLARE
	commented record;
BEGIN
	FOR commented IN
		SELECT t.tgname, t.tgrelid::regclass AS parent
		FROM pg_trigger t
		JOIN pg_description d ON d.objoid = t.oid AND d.classoid = 'pg_trigger'::regclass
	LOOP
		EXECUTE format('COMMENT ON TRIGGER %I ON %s IS NULL', commented.tgname, commented.parent);
	END LOOP;
END $$;
-- +goose StatementEnd
