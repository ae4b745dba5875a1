CREATE FUNCTION set_queued_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.queued_at := NEW.ready_at;
	RETURN NEW;
END $$;
