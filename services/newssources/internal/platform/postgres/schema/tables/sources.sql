CREATE TABLE sources (
	id uuid NOT NULL,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	version bigint NOT NULL DEFAULT 1,
	name varchar NOT NULL,
	name_key varchar COLLATE "C" NOT NULL,
	search_text varchar NOT NULL,
	endpoint_count bigint NOT NULL DEFAULT 0,
	endpoint_kinds jsonb NOT NULL,
	homepage_url varchar NOT NULL,
	canonical_domain varchar NOT NULL,
	path_prefix varchar NOT NULL DEFAULT '',
	lifecycle varchar NOT NULL DEFAULT 'active',
	archived_from varchar NOT NULL DEFAULT '',
	archived_at timestamptz,
	paused_until timestamptz,
	pause_reason varchar NOT NULL DEFAULT '',
	media_type varchar NOT NULL DEFAULT '',
	country varchar NOT NULL DEFAULT '',
	region varchar NOT NULL DEFAULT '',
	languages jsonb NOT NULL,
	scope varchar NOT NULL DEFAULT '',
	tier bigint,
	paywall varchar NOT NULL DEFAULT 'unknown',
	rights varchar NOT NULL DEFAULT 'unknown',
	rights_note text NOT NULL DEFAULT '',
	owner varchar NOT NULL DEFAULT '',
	notes text NOT NULL DEFAULT '',
	created_by_id uuid,
	updated_by_id uuid,
	logo varchar NOT NULL DEFAULT '',
	name_derived boolean NOT NULL DEFAULT false,
	homepage_derived boolean NOT NULL DEFAULT false,
	tag_ids jsonb NOT NULL DEFAULT '[]',
	aliases jsonb NOT NULL DEFAULT '[]',
	merged_into uuid,
	use_link varchar NOT NULL DEFAULT 'unknown',
	use_snippet varchar NOT NULL DEFAULT 'unknown',
	use_full_text varchar NOT NULL DEFAULT 'unknown',
	use_machine_learning varchar NOT NULL DEFAULT 'unknown',
	rights_review varchar NOT NULL DEFAULT '',
	rights_review_since timestamptz,
	parent_id uuid,
	CONSTRAINT sources_pkey PRIMARY KEY (id),
	CONSTRAINT sources_members_created_by FOREIGN KEY (created_by_id) REFERENCES members(id) ON DELETE SET NULL,
	CONSTRAINT sources_members_updated_by FOREIGN KEY (updated_by_id) REFERENCES members(id) ON DELETE SET NULL,
	CONSTRAINT sources_sources_merged FOREIGN KEY (merged_into) REFERENCES sources(id) ON DELETE SET NULL,
	CONSTRAINT sources_sources_parts FOREIGN KEY (parent_id) REFERENCES sources(id) ON DELETE SET NULL
);

CREATE INDEX sources_by_alias ON sources USING gin (aliases jsonb_path_ops)
	WHERE (aliases <> '[]');

CREATE INDEX sources_by_created ON sources (created_at, id);

CREATE INDEX sources_by_domain ON sources (canonical_domain, id);

CREATE INDEX sources_by_endpoints ON sources (endpoint_count, id);

CREATE INDEX sources_by_first_language ON sources (COALESCE((languages ->> 0), ''), id);

CREATE INDEX sources_by_language ON sources USING gin (languages);

CREATE INDEX sources_by_media_type ON sources (media_type)
	WHERE (media_type <> '');

CREATE INDEX sources_by_name ON sources (name_key, id);

CREATE INDEX sources_by_owner ON sources (owner)
	WHERE (owner <> '');

CREATE INDEX sources_by_parent ON sources (parent_id)
	WHERE (parent_id IS NOT NULL);

CREATE INDEX sources_by_paywall ON sources (paywall)
	WHERE (paywall <> 'unknown');

CREATE INDEX sources_by_place ON sources (country, id);

CREATE INDEX sources_by_region ON sources (region)
	WHERE (region <> '');

CREATE INDEX sources_by_rights ON sources (rights)
	WHERE (rights <> 'unknown');

CREATE INDEX sources_by_rights_review ON sources (rights_review)
	WHERE (rights_review <> '');

CREATE INDEX sources_by_scope ON sources (scope)
	WHERE (scope <> '');

CREATE INDEX sources_by_state ON sources (lifecycle, id);

CREATE INDEX sources_by_tag_count ON sources (jsonb_array_length(tag_ids), id);

CREATE INDEX sources_by_tier ON sources (tier)
	WHERE (tier IS NOT NULL);

CREATE INDEX sources_by_updated ON sources (updated_at, id);

CREATE INDEX sources_by_use_full_text ON sources (use_full_text)
	WHERE (use_full_text <> 'unknown');

CREATE INDEX sources_by_use_link ON sources (use_link)
	WHERE (use_link <> 'unknown');

CREATE INDEX sources_by_use_machine_learning ON sources (use_machine_learning)
	WHERE (use_machine_learning <> 'unknown');

CREATE INDEX sources_by_use_snippet ON sources (use_snippet)
	WHERE (use_snippet <> 'unknown');

CREATE INDEX sources_facets ON sources (lifecycle, country, languages, endpoint_kinds);

CREATE INDEX sources_merged ON sources (merged_into)
	WHERE (merged_into IS NOT NULL);

CREATE UNIQUE INDEX sources_outlet_live ON sources (canonical_domain, path_prefix)
	WHERE (lifecycle <> 'archived');

CREATE INDEX sources_paused_until ON sources (paused_until)
	WHERE ((lifecycle = 'paused') AND (paused_until IS NOT NULL));

CREATE INDEX sources_search ON sources USING gin (search_text gin_trgm_ops);

CREATE INDEX sources_similar ON sources USING gin (name_key gin_trgm_ops);

-- Requests and undone imports of several processes and versions delete sources at the same time.
CREATE TRIGGER count_deletes
	AFTER DELETE ON sources
	REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION count_source_deletes();

-- Requests, imports and jobs of several processes and versions change sources at the same time.
CREATE TRIGGER count_inserts
	AFTER INSERT ON sources
	REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION count_source_inserts();

-- An administrator empties the table by hand, and no other writer knows of it.
CREATE TRIGGER count_truncate
	AFTER TRUNCATE ON sources
	FOR EACH STATEMENT
	EXECUTE FUNCTION count_source_truncate();

-- Requests, imports and jobs of several processes and versions change sources at the same time.
CREATE TRIGGER count_updates
	AFTER UPDATE ON sources
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION count_source_updates();

-- Processes of the previous version delete sources, which followers of the changes would miss.
CREATE TRIGGER note_deletes
	AFTER DELETE ON sources
	REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION note_changed_sources();

-- Processes of the previous version create sources, which followers of the changes would miss.
CREATE TRIGGER note_inserts
	AFTER INSERT ON sources
	REFERENCING NEW TABLE AS changed_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION note_changed_sources();

-- An administrator empties the table by hand while programs follow the changes.
CREATE TRIGGER note_truncate
	AFTER TRUNCATE ON sources
	FOR EACH STATEMENT
	EXECUTE FUNCTION restart_change_feed();

-- Processes of the previous version change sources, which followers of the changes would miss.
CREATE TRIGGER note_updates
	AFTER UPDATE ON sources
	REFERENCING NEW TABLE AS changed_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION note_changed_sources();

-- Requests, imports and jobs change the lifecycle and the rights of a source while workers check its endpoints.
CREATE TRIGGER schedule_updates
	AFTER UPDATE OF lifecycle, rights ON sources
	FOR EACH ROW
	WHEN (old.lifecycle IS DISTINCT FROM new.lifecycle OR (old.rights = 'forbidden') <> (new.rights = 'forbidden'))
	EXECUTE FUNCTION schedule_changed_source();

-- Requests and imports create sources whose endpoints a worker may check at once.
CREATE TRIGGER source_health_inserts
	AFTER INSERT ON sources
	REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION source_health_of_new_sources();
