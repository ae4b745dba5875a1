-- +goose Up
-- Other names and addresses of the outlet of a source, and the source that continues a merged one (ADR 67).
ALTER TABLE sources
	ADD COLUMN aliases jsonb NOT NULL DEFAULT '[]',
	ADD COLUMN merged_into uuid,
	ADD CONSTRAINT sources_sources_merged FOREIGN KEY (merged_into) REFERENCES sources(id) ON DELETE SET NULL;

-- +goose Down
ALTER TABLE sources
	DROP CONSTRAINT sources_sources_merged,
	DROP COLUMN merged_into,
	DROP COLUMN aliases;
