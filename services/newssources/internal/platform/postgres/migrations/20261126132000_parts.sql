-- +goose Up
-- The source of which another one is a part, such as a section with its own newsroom (ADR 80).
ALTER TABLE sources
	ADD COLUMN parent_id uuid,
	ADD CONSTRAINT sources_sources_parts FOREIGN KEY (parent_id) REFERENCES sources(id) ON DELETE SET NULL;

-- +goose Down
ALTER TABLE sources
	DROP CONSTRAINT sources_sources_parts,
	DROP COLUMN parent_id;
