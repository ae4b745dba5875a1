CREATE TABLE overview_figures (
	id boolean NOT NULL DEFAULT true,
	items_until timestamptz NOT NULL,
	figures json,
	computed_at timestamptz,
	recent_day date,
	recent_after uuid,
	CONSTRAINT overview_figures_pkey PRIMARY KEY (id),
	CONSTRAINT overview_figures_id_check CHECK (id)
);
