package notify

import (
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/ratelimit"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Limits of the test messages and repeated messages that a person requests, per replica.
const (
	// sendsPerRule are enough to set up a rule: five at once, and then one every two minutes.
	sendsPerRule      = 5
	sendsPerRuleEvery = 2 * time.Minute
	// sendsPerPerson bound a person with many rules: twenty at once, and then one a minute.
	sendsPerPerson      = 20
	sendsPerPersonEvery = time.Minute
	// maxSenders bounds the limiters that are kept in memory.
	maxSenders = 10_000
)

// sender is a person, and the rule of a message that the person requests.
type sender struct{ person, rule uuid.UUID }

// sendLimits limits the test messages and repeated messages.
type sendLimits struct {
	rules   *ratelimit.Limits[sender]
	persons *ratelimit.Limits[uuid.UUID]
}

func newSendLimits() sendLimits {
	return sendLimits{
		rules:   ratelimit.New[sender](1/sendsPerRuleEvery.Seconds(), sendsPerRule, maxSenders),
		persons: ratelimit.New[uuid.UUID](1/sendsPerPersonEvery.Seconds(), sendsPerPerson, maxSenders),
	}
}

// CheckSend counts a message that a person requests for target, an alert rule or a subscription, and returns a
// problem above the limit.
func (s *Service) CheckSend(actor audit.Actor, target uuid.UUID) error {
	l := s.sends
	var person uuid.UUID
	if actor.ActorID != nil {
		person = *actor.ActorID
	}
	if !l.rules.Allow(sender{person, target}) {
		return problem.New(problem.TooManyRequests, "You have sent %d messages of this alert rule or subscription. Wait two "+
			"minutes, then send the next one.", sendsPerRule).
			WithRetryAfter(sendsPerRuleEvery)
	}
	if !l.persons.Allow(person) {
		return problem.New(problem.TooManyRequests, "You have sent %d messages. Wait a minute before you send another one.",
			sendsPerPerson).
			WithRetryAfter(sendsPerPersonEvery)
	}
	return nil
}
