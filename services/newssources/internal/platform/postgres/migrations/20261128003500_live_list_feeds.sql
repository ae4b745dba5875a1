-- +goose Up
-- feeds are the URL keys of the feeds of an outlet in the last version that had any, and gone_feeds those that
-- have left the list since a person last decided on a proposal. They are empty until the next version.
ALTER TABLE live_list_outlets ADD COLUMN feeds text[] NOT NULL DEFAULT '{}';
ALTER TABLE live_list_outlets ADD COLUMN gone_feeds text[] NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE live_list_outlets DROP COLUMN gone_feeds;
ALTER TABLE live_list_outlets DROP COLUMN feeds;
