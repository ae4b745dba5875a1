-- +goose Up
-- When a domain became ready, by which claims are ordered. It equals ready_at, except while the domain is leased: then it keeps its value, and
-- ready_at is the end of the lease. Claims therefore change no indexed column (ADR 35).
ALTER TABLE "check_hosts" ADD COLUMN "queued_at" timestamptz NULL;

-- +goose StatementBegin
CREATE FUNCTION set_queued_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.queued_at := NEW.ready_at;
	RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER "queued_inserts" BEFORE INSERT ON "check_hosts" FOR EACH ROW EXECUTE FUNCTION set_queued_at();
CREATE TRIGGER "queued_updates" BEFORE UPDATE ON "check_hosts" FOR EACH ROW
	WHEN (NEW.lease IS NULL AND NEW.queued_at IS DISTINCT FROM NEW.ready_at) EXECUTE FUNCTION set_queued_at();

-- +goose Down
DROP TRIGGER "queued_updates" ON "check_hosts";
DROP TRIGGER "queued_inserts" ON "check_hosts";
DROP FUNCTION set_queued_at;
ALTER TABLE "check_hosts" DROP COLUMN "queued_at";
