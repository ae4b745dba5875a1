CREATE FUNCTION review_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE websub_subscriptions SET due_at = now()
	WHERE endpoint_id = NEW.endpoint_id;
	RETURN NULL;
END $$;
