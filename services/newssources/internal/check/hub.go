package check

import (
	"cmp"
	"net/url"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/schedule"
	"github.com/newsources/newsources/services/newssources/internal/webpage"
)

const (
	// maxHubURL is the maximum length of the addresses of hubs and topics in bytes. Longer ones are ignored.
	maxHubURL = 2048
	// hubChangeDelay is the minimum age of a hub before a change is recorded: some sites send another address with each response.
	hubChangeDelay = 24 * time.Hour
	// missedPenalty deliveries must arrive before a subscription is trusted again that missed new items, and maxMissed at most:
	// a hub that announces only half of the items is never trusted.
	missedPenalty, maxMissed = 2, 6
	// deliveryMargin before the end of the last check: a delivery in this time may concern items that the check did not see yet.
	deliveryMargin = leaseTime
)

// hubLinks are the WebSub hub and topic that a response names; both are empty if it names none (WebSub §4).
type hubLinks struct{ hub, topic string }

// findHub returns the hub of the response. The Link headers have precedence over the document. Without a link to itself, the topic
// is the address of the response. Feeds with credentials have no hub, because it could not read them.
func (f *finding) findHub() *hubLinks {
	if f.Sealed != nil {
		return &hubLinks{}
	}
	base, err := url.Parse(f.result.FinalURL)
	if err != nil {
		return &hubLinks{}
	}
	hub := hubURL(base, append(webpage.LinksWithRelation(f.result.Header, "hub"), f.document.HubURL)...)
	if hub == "" {
		return &hubLinks{}
	}
	topic := hubURL(base, append(webpage.LinksWithRelation(f.result.Header, "self"), f.document.SelfURL)...)
	return &hubLinks{hub, cmp.Or(topic, hubURL(base, f.result.FinalURL))}
}

// hubURL returns the first address that is usable, as an absolute one.
func hubURL(base *url.URL, addresses ...string) string {
	for _, address := range addresses {
		if address == "" {
			continue
		}
		u, err := base.Parse(address)
		if err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil && len(u.String()) <= maxHubURL {
			return postgres.Text(u.String())
		}
	}
	return ""
}

// subscription is what the database has of the subscription at the hub that the endpoint named last. Its field names match the
// columns of selectStored.
type subscription struct {
	SubscriptionID    *uuid.UUID
	Hub, Topic        string
	SubscriptionState string
	SubscribedAt      *time.Time // the beginning of the state
	LeaseUntil        *time.Time
	DeliveredAt       *time.Time
	Missed            int
	HubSeenAt         *time.Time
}

// isActive reports whether the hub has confirmed the subscription and its lease has not ended.
func (s *subscription) isActive(now time.Time) bool {
	return s.SubscriptionState == "active" && s.LeaseUntil != nil && s.LeaseUntil.After(now)
}

// hubChange returns the hub of a document if it is to be recorded, as for the first document with a hub, or nil.
func (s *stored) hubChange(f *finding) *hubLinks {
	if f.hub == nil || f.hub.hub == s.Hub && (f.hub.topic == s.Topic || f.hub.hub == "") {
		return nil
	}
	if s.HubSeenAt != nil && f.finishedAt.Sub(*s.HubSeenAt) < hubChangeDelay {
		return nil
	}
	return f.hub
}

// hasMissed reports whether the hub of an active subscription should have announced the new items of a scheduled check, but sent no
// delivery since the last one.
func (s *stored) hasMissed(f *finding) bool {
	if !s.isActive(f.finishedAt) || f.Requested || s.LastAttemptAt == nil || s.SubscribedAt.After(*s.LastAttemptAt) {
		return false
	}
	return s.DeliveredAt == nil || s.DeliveredAt.Before(s.LastAttemptAt.Add(-deliveryMargin))
}

// push returns what the subscription means for the schedule.
func (s *stored) push(f *finding, hasMissed bool) schedule.Push {
	if !s.isActive(f.finishedAt) || s.DeliveredAt == nil {
		return schedule.Push{}
	}
	return schedule.Push{IsTrusted: s.Missed == 0 && !hasMissed, IsAnnounced: !f.isPostponed && s.DeliveredAt.After(f.startedAt)}
}

// wasAnnounced reports whether a delivery of a hub caused the check. Such checks say nothing about the interval.
func (s *stored) wasAnnounced() bool {
	return len(s.NextReasons) > 0 && s.NextReasons[len(s.NextReasons)-1].Code == schedule.ReasonAnnounced
}

// queueHubs records the changed hubs and the missed announcements of a batch. Most batches have none.
func queueHubs(batch *pgx.Batch, verdicts []*verdict) {
	var changed, missed []uuid.UUID
	var named []uuid.UUID
	var hubs, hosts, topics []string
	for _, v := range verdicts {
		if v.hasMissed {
			missed = append(missed, v.finding.EndpointID)
		}
		if v.hubChange == nil {
			continue
		}
		changed = append(changed, v.finding.EndpointID)
		if u, err := url.Parse(v.hubChange.hub); err == nil && v.hubChange.hub != "" {
			named, hubs = append(named, v.finding.EndpointID), append(hubs, v.hubChange.hub)
			hosts, topics = append(hosts, u.Hostname()), append(topics, v.hubChange.topic)
		}
	}
	if len(missed) > 0 {
		batch.Queue("UPDATE websub_subscriptions SET missed = least(missed + $2, $3) WHERE endpoint_id = ANY($1) AND named", missed, missedPenalty, maxMissed)
	}
	if len(changed) > 0 {
		batch.Queue("UPDATE websub_subscriptions SET named = false, due_at = now() WHERE endpoint_id = ANY($1) AND named", changed)
	}
	if len(named) > 0 {
		batch.Queue(`INSERT INTO websub_subscriptions (endpoint_id, hub, hub_host, topic) SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[])`,
			named, hubs, hosts, topics)
	}
}
