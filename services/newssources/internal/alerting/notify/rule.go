// Package notify decides when the health of sources is reported to people and programs, and sends
// the messages by e-mail and webhook (ADR 22).
package notify

import (
	"cmp"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// Scope says what a rule watches. The values are stored.
type Scope string

// The scopes.
const (
	EachSource Scope = "source" // an alert for each source that meets the condition
	WholeView  Scope = "view"   // one alert when many sources of a view meet it
)

// Digest says when the messages of a rule are sent. The values are stored.
type Digest string

// The digests.
const (
	NoDigest Digest = "none" // at once
	Hourly   Digest = "hourly"
	Daily    Digest = "daily"
)

// Rule is an alert rule.
type Rule struct {
	ID      uuid.UUID
	Version int
	Settings
	ConditionVersion     int
	NextDigestAt         *time.Time
	EvaluatedAt          *time.Time
	Error                string // of the last evaluation
	CreatedAt, UpdatedAt time.Time
	CreatedBy, UpdatedBy string // names of members; empty if they no longer exist
	Firing               int    // alerts
	ViewName             string // of the view that the rule follows
}

// Settings are what people choose. They are stored as JSON and recorded in the history.
type Settings struct {
	Name           string      `json:"-"`
	Enabled        bool        `json:"-"`
	Condition      Condition   `json:"condition"`
	ForMinutes     int         `json:"for_minutes"`    // how long the condition must be met
	RepeatMinutes  int         `json:"repeat_minutes"` // reminders while it is met; 0: none
	NotifyRecovery bool        `json:"notify_recovery"`
	MutedUntil     *time.Time  `json:"muted_until,omitempty"`
	QuietFrom      string      `json:"quiet_from,omitempty"` // a time of day such as 22:00; empty: no quiet hours
	QuietTo        string      `json:"quiet_to,omitempty"`
	Digest         Digest      `json:"digest"`
	DigestAt       string      `json:"digest_at,omitempty"` // of a daily digest
	Zone           string      `json:"zone,omitempty"`      // an IANA zone, of all times of day
	Emails         []string    `json:"emails,omitempty"`
	WebhookIDs     []uuid.UUID `json:"webhook_ids,omitempty"`
}

// Condition is what a rule watches for.
type Condition struct {
	Scope  Scope          `json:"scope"`
	States []health.State `json:"states"`
	Causes []health.Cause `json:"causes,omitempty"` // empty: any
	// Reviews are reasons why the rights of a source need a review. A rule has them instead of states.
	Reviews []sourcerights.Review `json:"rights_reviews,omitempty"`
	// ViewID is the saved view whose present filter the rule follows, instead of Filter.
	ViewID *uuid.UUID `json:"view_id,omitempty"`
	Filter Filter     `json:"filter"`
	view   Filter     // of ViewID, without states and causes
	// Of a view: the condition is met by at least so many sources and so many percent of those that
	// are checked.
	MinSources int `json:"min_sources,omitempty"`
	MinShare   int `json:"min_share,omitempty"`
}

// Filter selects sources. Its JSON form is that of the API.
type Filter = sourcelist.Query

// filter returns the filter of the sources that the rule watches.
func (c Condition) filter() Filter {
	if c.ViewID != nil {
		return c.view
	}
	return c.Filter
}

// matching returns the query of the sources that meet the condition.
func (c Condition) matching() sourcelist.Query {
	q := c.filter()
	if len(c.Reviews) > 0 {
		q.RightsReviews = c.Reviews
		return q
	}
	q.Health, q.Causes = c.States, c.Causes
	return q
}

// sighting returns what a rule sees of a source. A review has no health: its reason is stored as the cause.
func (c Condition) sighting(m sourcelist.HealthMatch, now time.Time) Sighting {
	if len(c.Reviews) > 0 {
		return Sighting{Cause: health.Cause(m.Review), Since: now}
	}
	return Sighting{State: m.State, Cause: m.Cause, Since: *cmp.Or(m.Since, &now), Affected: m.Affected, Total: m.Checked}
}

// matches reports whether a source with this health meets the condition, apart from the filter.
func (c Condition) matches(state health.State, cause health.Cause) bool {
	return contains(c.States, state) && (len(c.Causes) == 0 || contains(c.Causes, cause))
}

func contains[T comparable](list []T, value T) bool {
	for _, v := range list {
		if v == value {
			return true
		}
	}
	return false
}
