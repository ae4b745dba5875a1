// Package websub subscribes to feeds at the hubs that they name (W3C WebSub), so that new items are
// found at once. A hub sends a delivery when a feed has changed. The delivery is not read as a
// feed: it makes the endpoint due, and the ordinary check reads the new items (ADR 30).
package websub

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/ratelimit"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/ttlcache"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// State is the state of a subscription.
type State string

// States returns all states.
func States() []State { return []State{Found, Requested, Active, Denied, Failed, Unsubscribing} }

// The states.
const (
	Found         State = "found"         // the feed names a hub; there is no subscription
	Requested     State = "requested"     // the hub was asked and has not confirmed it
	Active        State = "active"        // confirmed by the hub until the end of the lease
	Denied        State = "denied"        // by the hub
	Failed        State = "failed"        // the hub cannot be reached, or does not confirm
	Unsubscribing State = "unsubscribing" // the hub was asked to end it
)

// readTimeout bounds the reading of the ids of all subscriptions.
const readTimeout = 5 * time.Second

// CallbackPath is the path of the routes that hubs call, without the id of the subscription.
const CallbackPath = "/newssources/websub/"

// Metrics counts requests. Modes and results are bounded sets.
type Metrics interface {
	// HubRequested counts a request to a hub; mode is subscribe or unsubscribe, result is accepted or
	// failed.
	HubRequested(mode, result string)
	// HubDelivered counts a delivery of a hub; result is accepted, forged, limited or unknown.
	HubDelivered(result string)
}

// Options are the dependencies of a Service.
type Options struct {
	CallbackURL string // the public address of this service, without CallbackPath; empty: nothing is subscribed
	Keys        *seal.Keys
	Client      *fetch.Client // for requests to hubs
	// CheckNow makes an endpoint due after a delivery.
	CheckNow func(ctx context.Context, endpoint uuid.UUID) error
	Metrics  Metrics
}

// Service manages subscriptions and handles the requests of hubs. It is safe for concurrent use,
// except Run.
type Service struct {
	Options
	db     *postgres.DB
	limits *ratelimit.Limits[uuid.UUID] // by subscription
	ids    *ttlcache.KeySet[uuid.UUID]  // of all subscriptions
	after  string                       // the hub host that the last run ended with
}

// New returns a Service for the subscriptions in db.
func New(db *postgres.DB, o Options) *Service {
	return &Service{Options: o, db: db, limits: ratelimit.New[uuid.UUID](perMinute/60.0, burst, maxLimiters),
		ids: ttlcache.NewKeySet(readTimeout, func(ctx context.Context) ([]uuid.UUID, error) {
			rows, err := db.Pool.Query(ctx, "SELECT id FROM websub_subscriptions")
			if err != nil {
				return nil, err
			}
			return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		})}
}

// IsOn reports whether the service has a public callback address.
func (s *Service) IsOn() bool { return s.CallbackURL != "" }

// callback returns the address that the hub calls for a subscription.
func (s *Service) callback(id uuid.UUID) string { return s.CallbackURL + CallbackPath + id.String() }

const (
	// DefaultLease is requested from hubs, and assumed if a hub names none: common hubs grant ten days
	// at most.
	DefaultLease = 10 * 24 * time.Hour
	// maxLease bounds the lease that a hub grants, so that a hub that has lost a subscription is
	// requested again within a month.
	maxLease = 30 * 24 * time.Hour
	// renewalShare is the share of the lease after which it is renewed. The rest of DefaultLease is
	// two days, for a hub that is down for a day.
	renewalShare = 0.8
	// minRenewal is the shortest time between the confirmation and the renewal of a subscription.
	minRenewal = time.Hour
)

// renewalDelay returns the time after which a lease is renewed.
func renewalDelay(lease time.Duration) time.Duration {
	return max(time.Duration(float64(lease)*renewalShare), minRenewal)
}
