package source

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/tag"
)

// editWriter writes the outcomes of edits that have changes and no error.
type editWriter struct {
	tx       postgres.Tx
	actor    audit.Actor
	now      time.Time
	tags     map[string]tag.Stored // by key: those of the sources whose tags change
	outcomes []*Outcome
	events   []audit.Event // to be recorded
}

func (w *editWriter) write(ctx context.Context) error {
	if len(w.outcomes) == 0 {
		return nil
	}
	steps := []func(context.Context) error{w.updateSources, w.updateTags, w.saveLogos, w.updateLive,
		w.updateCompletion, w.refreshUses, w.deleteSources, w.record}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// sourceColumns are the columns that an edit sets, with the names of the table. Columns that are nil
// are kept.
type sourceColumns struct {
	ID uuid.UUID `json:"id"`
	Details
	NameKey           string      `json:"name_key"`
	SearchText        *string     `json:"search_text"`
	CanonicalDomain   string      `json:"canonical_domain"`
	PathPrefix        string      `json:"path_prefix"`
	ArchivedFrom      Lifecycle   `json:"archived_from"`
	IsNameDerived     bool        `json:"name_derived"`
	IsHomepageDerived bool        `json:"homepage_derived"`
	TagIDs            []uuid.UUID `json:"tag_ids"`
}

// updateRows updates all rows with one statement, because each update of a row writes to every index.
// The tags are also set here, so that the triggers of source_tags have nothing to update.
const updateRows = `
	UPDATE sources s SET
		version = s.version + 1, updated_at = $2, updated_by_id = $3,
		name = d.name, name_key = d.name_key, search_text = coalesce(d.search_text, s.search_text),
		homepage_url = d.homepage_url, canonical_domain = d.canonical_domain, path_prefix = d.path_prefix,
		lifecycle = d.lifecycle, archived_from = d.archived_from,
		archived_at = CASE WHEN d.lifecycle = 'archived' THEN coalesce(s.archived_at, $2) END,
		paused_until = d.paused_until, pause_reason = d.pause_reason, media_type = d.media_type,
		country = d.country, region = d.region, languages = d.languages, scope = d.scope, tier = d.tier,
		paywall = d.paywall, rights = d.rights, rights_note = d.rights_note, owner = d.owner, notes = d.notes,
		logo = d.logo, name_derived = d.name_derived, homepage_derived = d.homepage_derived, tag_ids = d.tag_ids,
		aliases = d.aliases, merged_into = d.merged_into, parent_id = d.parent_id
	FROM json_to_recordset($1) d(
		id uuid, name text, name_key text, search_text text, homepage_url text, canonical_domain text, path_prefix text,
		lifecycle text, archived_from text, paused_until timestamptz, pause_reason text, media_type text,
		country text, region text, languages jsonb, scope text, tier bigint, paywall text, rights text,
		rights_note text, owner text, notes text, logo text, name_derived boolean, homepage_derived boolean, tag_ids jsonb,
		aliases jsonb, merged_into uuid, parent_id uuid)
	WHERE s.id = d.id`

func (w *editWriter) updateSources(ctx context.Context) error {
	var renamed []uuid.UUID
	for _, o := range w.outcomes {
		if o.needsSearchText() {
			renamed = append(renamed, o.Before.ID)
		}
	}
	endpoints := map[uuid.UUID][]derivedInput{}
	if len(renamed) > 0 {
		var err error
		if endpoints, err = readDerivedInputs(ctx, w.tx, renamed...); err != nil {
			return err
		}
	}
	var rows []sourceColumns
	for _, o := range w.outcomes {
		if !o.isDeletion {
			rows = append(rows, o.columns(w.tags, endpoints[o.Before.ID]))
		}
	}
	if len(rows) == 0 {
		return nil
	}
	data, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	_, err = w.tx.Exec(ctx, updateRows, data, w.now, w.actor.ActorID)
	return err
}

// needsSearchText reports whether the search text depends on what the edit changes.
func (o *Outcome) needsSearchText() bool {
	return !o.isDeletion && (o.After.Name != o.Before.Name || o.After.HomepageURL != o.Before.HomepageURL ||
		!slices.Equal(o.After.Aliases, o.Before.Aliases))
}

// columns returns the columns of the source after the edit.
func (o *Outcome) columns(tags map[string]tag.Stored, endpoints []derivedInput) sourceColumns {
	b, d := o.Before, o.After
	c := sourceColumns{
		ID: b.ID, Details: d, NameKey: textkey.SortKey(d.Name), CanonicalDomain: o.Outlet.Domain,
		PathPrefix: o.Outlet.PathPrefix, TagIDs: b.tagIDs, IsNameDerived: b.IsNameDerived && d.Name == b.Name,
		IsHomepageDerived: b.IsHomepageDerived && d.HomepageURL == b.HomepageURL,
	}
	if o.needsSearchText() {
		text := derive(d.Name, d.HomepageURL, o.Outlet, d.Aliases, endpoints).search
		c.SearchText = &text
	}
	if d.Lifecycle == Archived {
		c.ArchivedFrom = b.Lifecycle
		if b.Lifecycle == Archived {
			c.ArchivedFrom = b.ArchivedFrom
		}
	}
	if o.changesTags() {
		c.TagIDs = o.afterTagIDs(tags)
	}
	if c.TagIDs == nil {
		c.TagIDs = []uuid.UUID{}
	}
	return c
}

func (o *Outcome) changesTags() bool {
	return !o.isDeletion && !slices.Equal(o.Before.Tags, o.After.Tags)
}

// afterTagIDs returns the ids of the tags after the edit in the order of the column tag_ids.
func (o *Outcome) afterTagIDs(tags map[string]tag.Stored) []uuid.UUID {
	ids := make([]uuid.UUID, len(o.After.Tags))
	for i, name := range o.After.Tags {
		ids[i] = tags[textkey.TagKey(name)].ID
	}
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	return ids
}

// replaceLinks changes the links with one statement, after which the triggers see all of them.
const replaceLinks = `
	WITH removed AS (
		DELETE FROM source_tags st
		USING unnest($1::uuid[], $2::uuid[]) r(source_id, tag_id)
		WHERE st.source_id = r.source_id AND st.tag_id = r.tag_id
	)
	INSERT INTO source_tags (source_id, tag_id)
	SELECT *
	FROM unnest($3::uuid[], $4::uuid[])
	ON CONFLICT DO NOTHING`

func (w *editWriter) updateTags(ctx context.Context) error {
	var lostSources, lostTags, gainedSources, gainedTags []uuid.UUID
	for _, o := range w.outcomes {
		if !o.changesTags() {
			continue
		}
		after := o.afterTagIDs(w.tags)
		for _, id := range o.Before.tagIDs {
			if !slices.Contains(after, id) {
				lostSources, lostTags = append(lostSources, o.Before.ID), append(lostTags, id)
			}
		}
		for _, id := range after {
			if !slices.Contains(o.Before.tagIDs, id) {
				gainedSources, gainedTags = append(gainedSources, o.Before.ID), append(gainedTags, id)
			}
		}
	}
	if len(lostTags)+len(gainedTags) == 0 {
		return nil
	}
	_, err := w.tx.Exec(ctx, replaceLinks, lostSources, lostTags, gainedSources, gainedTags)
	return err
}

func (w *editWriter) saveLogos(ctx context.Context) error {
	for _, o := range w.outcomes {
		if !o.isDeletion {
			if err := saveLogo(ctx, w.tx, o.Before.ID, o.Before.Details, o.After); err != nil {
				return err
			}
		}
	}
	return nil
}
