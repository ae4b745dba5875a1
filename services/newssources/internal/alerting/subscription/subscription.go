// Package subscription sends the sources of saved views by e-mail and webhook on a schedule (ADR 84).
package subscription

import (
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

const (
	// maxPerView bounds the subscriptions of a view, which are not split into pages.
	maxPerView = 50
	// maxSources and maxFileBytes limit the file of a message, so that mail servers accept it. The CSV of
	// 5,000 sources has about 2 MiB.
	maxSources = 5_000
	// maxCompared is the maximum number of sources of a view whose changes are sent. Their stored hashes
	// have 2.4 MB.
	maxCompared  = 100_000
	maxFileBytes = 4 << 20
)

// Content says what a message has. The values are stored.
type Content string

// The contents.
const (
	All Content = "all"
	// Changes are the differences from the previous message. The first message has all sources.
	Changes Content = "changes"
)

// Settings are what people choose.
type Settings struct {
	Content Content `json:"content"`
	Weekday int     `json:"weekday,omitempty"` // 1: Monday to 7: Sunday; 0: each day
	Hour    int     `json:"hour"`
	Zone    string  `json:"zone"` // an IANA zone
	Paused  bool    `json:"-"`
	notify.Destinations
}

// Subscription is a subscription to a view.
type Subscription struct {
	ID      uuid.UUID
	Version int
	ViewID  uuid.UUID
	Settings
	OwnerID              uuid.UUID
	OwnerName            string
	NextAt               time.Time
	CheckedAt            *time.Time // when the view was last read for a message
	Failure              string     // why nothing is sent
	MessageID            *uuid.UUID // of the last message
	Deliveries           []notify.Delivery
	CreatedAt, UpdatedAt time.Time
}

// Service manages the subscriptions in a database, and sends the views. It is safe for concurrent use.
type Service struct {
	db     *postgres.DB
	views  *savedview.Views
	lists  *sourcelist.Reader
	alerts *notify.Service

	maxSources  int // of a file
	maxCompared int // of a view whose changes are sent
}

// New returns the subscriptions in db, which are sent with alerts.
func New(db *postgres.DB, views *savedview.Views, lists *sourcelist.Reader, alerts *notify.Service) *Service {
	return &Service{db, views, lists, alerts, maxSources, maxCompared}
}

// validate normalizes the settings, apart from the destinations, and returns a problem with all invalid ones.
func (s *Settings) validate() error {
	var invalid problem.Fields
	if s.Content != All && s.Content != Changes {
		invalid.Add("/content", "enum", "“%s” is not valid. Use “all” or “changes”.", s.Content)
	}
	if s.Weekday < 0 || s.Weekday > 7 {
		invalid.Add("/weekday", "range", "Choose a day from 1 (Monday) to 7 (Sunday), or no day to send each day.")
	}
	if s.Hour < 0 || s.Hour > 23 {
		invalid.Add("/hour", "range", "Choose an hour from 0 to 23.")
	}
	notify.CheckZone(&invalid, s.Zone)
	return invalid.Err()
}

// next returns the first time after a time at which the view is sent.
func (s *Settings) next(after time.Time) time.Time {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		zone = time.UTC
	}
	return notify.NextTime(after, zone, 60*s.Hour, s.Weekday)
}
