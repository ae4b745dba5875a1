package record

import (
	"cmp"
	"net/url"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/checking/websub"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

const (
	// maxURL is the maximum length of the addresses of hubs, topics and licence files in bytes. Longer ones are
	// ignored.
	maxURL = 2048
	// hubChangeDelay is the minimum age of a hub before a change is recorded: some sites send another
	// address with each response.
	hubChangeDelay = 24 * time.Hour
	// missedPenalty is the number of deliveries that must arrive after a missed announcement before
	// the subscription is trusted again, and maxMissed the maximum of their sum. A hub that announces
	// only half of the items is therefore never trusted.
	missedPenalty, maxMissed = 2, 6
	// deliveryMargin is the time before the end of the last check in which a delivery may concern
	// items that this check did not see: the maximum duration of a check.
	deliveryMargin = queue.LeaseTime
	// maxFormerHubs bounds the subscriptions of an endpoint that have not ended, at hubs that its feed
	// no longer names.
	maxFormerHubs = 4
)

// hubLinks are the WebSub hub and topic that a response names; both are empty if it names none
// (WebSub §4).
type hubLinks struct{ hub, topic string }

// findHub returns the hub and topic that the response names. Link headers have precedence over the
// links of the document. Without a link "self", the topic is the address of the response. Hubs of
// feeds with credentials are ignored, because they cannot read these feeds.
func (f *Finding) findHub() *hubLinks {
	if f.Sealed != nil {
		return &hubLinks{}
	}
	base, err := url.Parse(f.Result.FinalURL)
	if err != nil {
		return &hubLinks{}
	}
	hub := httpURL(base, append(webpage.LinksWithRelation(f.Result.Header, "hub"), f.Document.HubURL)...)
	if hub == "" {
		return &hubLinks{}
	}
	topic := httpURL(base, append(webpage.LinksWithRelation(f.Result.Header, "self"), f.Document.SelfURL)...)
	return &hubLinks{hub, cmp.Or(topic, httpURL(base, f.Result.FinalURL))}
}

// httpURL returns the first valid address as an absolute URL, or "": it uses HTTP, has a host and no
// credentials, and has at most maxURL bytes.
func httpURL(base *url.URL, addresses ...string) string {
	for _, address := range addresses {
		if address == "" {
			continue
		}
		u, err := base.Parse(address)
		if err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil &&
			len(u.String()) <= maxURL {
			return postgres.Text(u.String())
		}
	}
	return ""
}

// subscription is the stored subscription at the hub that the feed names, empty if there is none.
// Its field names match the columns of selectStored.
type subscription struct {
	SubscriptionID    *uuid.UUID
	Hub, Topic        string
	SubscriptionState websub.State
	SubscribedAt      *time.Time // the beginning of the state
	LeaseUntil        *time.Time
	DeliveredAt       *time.Time
	Missed            int
	HubSeenAt         *time.Time
}

// isActive reports whether the hub has confirmed the subscription and its lease has not ended.
func (s *subscription) isActive(now time.Time) bool {
	return s.SubscriptionState == websub.Active && s.LeaseUntil != nil && s.LeaseUntil.After(now)
}

// hubChange returns the hub that the document names if it differs from the recorded one, and nil
// otherwise. It returns nil while the recorded hub is younger than hubChangeDelay.
func (s *stored) hubChange(f *Finding) *hubLinks {
	if f.hub == nil || f.hub.hub == s.Hub && (f.hub.topic == s.Topic || f.hub.hub == "") {
		return nil
	}
	if s.HubSeenAt != nil && f.FinishedAt.Sub(*s.HubSeenAt) < hubChangeDelay {
		return nil
	}
	return f.hub
}

// hasMissed reports whether the hub of an active subscription should have announced the new items
// of a scheduled check, but sent no delivery since the last one.
func (s *stored) hasMissed(f *Finding) bool {
	if !s.isActive(f.FinishedAt) || f.Requested || s.LastAttemptAt == nil || s.SubscribedAt.After(*s.LastAttemptAt) {
		return false
	}
	return s.DeliveredAt == nil || s.DeliveredAt.Before(s.LastAttemptAt.Add(-deliveryMargin))
}

// push returns the effect of the subscription on the schedule.
func (s *stored) push(f *Finding, hasMissed bool) schedule.Push {
	if !s.isActive(f.FinishedAt) || s.DeliveredAt == nil {
		return schedule.Push{}
	}
	return schedule.Push{IsTrusted: s.Missed == 0 && !hasMissed, IsAnnounced: !f.IsPostponed &&
		s.DeliveredAt.After(f.StartedAt)}
}

// wasAnnounced reports whether a delivery of a hub caused the check. Such checks do not affect the
// adaptive interval.
func (s *stored) wasAnnounced() bool {
	return len(s.NextReasons) > 0 && s.NextReasons[len(s.NextReasons)-1].Code == schedule.ReasonAnnounced
}

// deleteFormerHubs deletes subscriptions at hubs that their feeds no longer name: those without a
// lease, those whose lease has ended, and all except the newest $2 of an endpoint. The deliveries
// of a hub whose subscription was deleted are answered 410.
const deleteFormerHubs = `DELETE FROM websub_subscriptions w USING (
		SELECT id, coalesce(lease_until <= now(), true) AS has_ended,
			row_number() OVER (PARTITION BY endpoint_id ORDER BY created_at DESC, id) AS n
		FROM websub_subscriptions WHERE endpoint_id = ANY($1) AND NOT named
	) f WHERE w.id = f.id AND (f.has_ended OR f.n > $2)`

// queueHubs records the changed hubs and the missed announcements of a batch. Most batches have
// none.
func queueHubs(batch *pgx.Batch, verdicts []*verdict) {
	var missedIDs, changedIDs, namedIDs []uuid.UUID
	var hubs, hosts, topics []string
	for _, v := range verdicts {
		if v.hasMissed {
			missedIDs = append(missedIDs, v.finding.EndpointID)
		}
		if v.hubChange == nil {
			continue
		}
		changedIDs = append(changedIDs, v.finding.EndpointID)
		if u, err := url.Parse(v.hubChange.hub); err == nil && v.hubChange.hub != "" {
			namedIDs, hubs = append(namedIDs, v.finding.EndpointID), append(hubs, v.hubChange.hub)
			hosts, topics = append(hosts, u.Hostname()), append(topics, v.hubChange.topic)
		}
	}
	if len(missedIDs) > 0 {
		batch.Queue("UPDATE websub_subscriptions SET missed = least(missed + $2, $3) WHERE endpoint_id = ANY($1) AND named",
			missedIDs, missedPenalty, maxMissed)
	}
	if len(changedIDs) > 0 {
		batch.Queue("UPDATE websub_subscriptions SET named = false, due_at = now() WHERE endpoint_id = ANY($1) AND named",
			changedIDs)
		batch.Queue(deleteFormerHubs, changedIDs, maxFormerHubs)
	}
	if len(namedIDs) > 0 {
		batch.Queue(`INSERT INTO websub_subscriptions (endpoint_id, hub, hub_host, topic) SELECT *
			FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[])`,
			namedIDs, hubs, hosts, topics)
	}
}
