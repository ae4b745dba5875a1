-- +goose Up
-- modify "endpoints" table
ALTER TABLE "endpoints" ADD COLUMN "schedule" jsonb NULL;

-- A change of the schedule alone makes the endpoint due, but its next check is only planned anew: the reason tells the worker.
-- An endpoint that was not checked before is checked, if its window is open. A change of other settings leads to a check; see
-- schedule_changed_endpoint.
-- +goose StatementBegin
CREATE FUNCTION plan_changed_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE endpoint_states SET revision = revision + 1, domain = NULL, next_check_at = now(),
		next_reasons = CASE WHEN checks > 0 THEN '[{"code": "settings", "text": "the schedule was changed"}]'::json END
	WHERE endpoint_id = NEW.id;
	RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER "plan_updates" AFTER UPDATE OF "schedule" ON "endpoints" FOR EACH ROW
	WHEN (OLD.schedule IS DISTINCT FROM NEW.schedule
		AND (OLD.intent, OLD.live, OLD.url, OLD.kind, OLD.charset, OLD.default_zone, OLD.identity_policy, OLD.recipe) IS NOT DISTINCT FROM
			(NEW.intent, NEW.live, NEW.url, NEW.kind, NEW.charset, NEW.default_zone, NEW.identity_policy, NEW.recipe))
	EXECUTE FUNCTION plan_changed_endpoint();

-- +goose Down
DROP TRIGGER "plan_updates" ON "endpoints";
DROP FUNCTION plan_changed_endpoint;
-- reverse: modify "endpoints" table
ALTER TABLE "endpoints" DROP COLUMN "schedule";
