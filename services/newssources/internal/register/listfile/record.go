// Package listfile has the formats in which lists of sources leave the register and come in: the
// record of a source, the columns of tables, and the writers.
package listfile

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// Record is a source in a list, with the JSON names of the contract. The id, the outlet, the id of the
// parent, the source into which it was merged, the states of the uses and the times are written, but
// not read. Credentials and logos are not part of a list.
type Record struct {
	ID          *uuid.UUID       `json:"id,omitempty"`
	Name        string           `json:"name,omitempty"`
	HomepageURL string           `json:"homepage_url,omitempty"`
	Domain      string           `json:"canonical_domain,omitempty"`
	PathPrefix  string           `json:"path_prefix,omitempty"`
	Lifecycle   source.Lifecycle `json:"lifecycle,omitempty"`
	PausedUntil *time.Time       `json:"paused_until,omitempty"`
	PauseReason string           `json:"pause_reason,omitempty"`
	MediaType   source.MediaType `json:"media_type,omitempty"`
	Country     string           `json:"country,omitempty"`
	Region      string           `json:"region,omitempty"`
	Languages   []string         `json:"languages,omitempty"`
	Scope       source.Scope     `json:"scope,omitempty"`
	Tier        *int             `json:"tier,omitempty"`
	Paywall     source.Paywall   `json:"paywall,omitempty"`
	Rights      source.Rights    `json:"rights,omitempty"`
	RightsNote  string           `json:"rights_note,omitempty"`
	Owner       string           `json:"owner,omitempty"`
	Tags        []string         `json:"tags,omitempty"`
	Notes       string           `json:"notes,omitempty"`
	Parent      string           `json:"parent,omitempty"` // the domain and the path of the parent
	ParentID    *uuid.UUID       `json:"parent_id,omitempty"`
	Aliases     []Alias          `json:"aliases,omitempty"`
	MergedInto  *uuid.UUID       `json:"merged_into,omitempty"`
	rights.UseStates
	CreatedAt  *time.Time `json:"created_at,omitempty"`
	UpdatedAt  *time.Time `json:"updated_at,omitempty"`
	ArchivedAt *time.Time `json:"archived_at,omitempty"`
	Endpoints  []Endpoint `json:"endpoints,omitempty"`
}

// Endpoint is an endpoint of a Record. Its id and times are written, but not read.
type Endpoint struct {
	ID             *uuid.UUID          `json:"id,omitempty"`
	URL            string              `json:"url,omitempty"`
	Kind           feed.Kind           `json:"kind,omitempty"`
	Name           string              `json:"name,omitempty"`
	Section        string              `json:"section,omitempty"`
	Language       string              `json:"language,omitempty"`
	Intent         source.Intent       `json:"intent,omitempty"`
	Charset        string              `json:"charset,omitempty"`
	DefaultZone    string              `json:"default_zone,omitempty"`
	IdentityPolicy feed.IdentityPolicy `json:"identity_policy,omitempty"`
	Schedule       *schedule.Spec      `json:"schedule,omitempty"`
	Recipe         *pagelist.Recipe    `json:"recipe,omitempty"`
	CreatedAt      *time.Time          `json:"created_at,omitempty"`
	UpdatedAt      *time.Time          `json:"updated_at,omitempty"`
}

// IsForbidden reports whether the use of the source is forbidden.
func (r *Record) IsForbidden() bool { return r.Rights == source.RightsForbidden }

// FromSources returns the records of sources, with the outlets of their parents.
func FromSources(ctx context.Context, q postgres.Querier, list []*source.Source) ([]Record, error) {
	records := make([]Record, len(list))
	var ids []uuid.UUID
	for i, s := range list {
		if records[i] = FromSource(s); s.ParentID != nil {
			ids = append(ids, *s.ParentID)
		}
	}
	outlets, err := FindOutlets(ctx, q, ids)
	for i := range records {
		if id := records[i].ParentID; id != nil {
			records[i].Parent = outlets[*id].Domain + outlets[*id].PathPrefix
		}
	}
	return records, err
}

// FromSource returns the record of a source, without the outlet of its parent.
func FromSource(s *source.Source) Record {
	r := Record{
		ID: &s.ID, Name: s.Name, HomepageURL: s.HomepageURL, Domain: s.Domain, PathPrefix: s.PathPrefix,
		Lifecycle: s.Lifecycle, PausedUntil: s.PausedUntil, PauseReason: s.PauseReason, MediaType: s.MediaType,
		Country: s.Country, Region: s.Region, Languages: s.Languages, Scope: s.Scope, Tier: s.Tier, Paywall: s.Paywall,
		Rights: s.Rights, RightsNote: s.RightsNote, Owner: s.Owner, Tags: s.Tags, Notes: s.Notes,
		ParentID: s.ParentID, Aliases: fromAliases(s.Aliases), MergedInto: s.MergedInto, UseStates: s.Uses,
		CreatedAt: utc(&s.CreatedAt), UpdatedAt: utc(&s.UpdatedAt), ArchivedAt: utc(s.ArchivedAt),
		Endpoints: make([]Endpoint, len(s.Endpoints)),
	}
	for i := range s.Endpoints {
		e := &s.Endpoints[i]
		r.Endpoints[i] = Endpoint{
			ID: &e.ID, URL: e.URL, Kind: e.Kind, Name: e.Name, Section: e.Section, Language: e.Language, Intent: e.Intent,
			Charset: e.Charset, DefaultZone: e.DefaultZone, IdentityPolicy: e.IdentityPolicy, Schedule: e.Schedule,
			Recipe: e.Recipe, CreatedAt: utc(&e.CreatedAt), UpdatedAt: utc(&e.UpdatedAt),
		}
	}
	return r
}

func utc(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	u := t.UTC()
	return &u
}
