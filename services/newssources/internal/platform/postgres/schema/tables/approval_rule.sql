CREATE TABLE approval_rule (
	id boolean NOT NULL DEFAULT true,
	above integer,
	tier_1 boolean NOT NULL,
	version integer NOT NULL,
	CONSTRAINT approval_rule_pkey PRIMARY KEY (id),
	CONSTRAINT approval_rule_is_one_row CHECK (id)
);
