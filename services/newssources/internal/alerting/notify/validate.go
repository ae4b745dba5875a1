package notify

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // the image has no zone files
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// Limits of rules.
const (
	maxRules = 200 // so that one evaluation of all takes seconds
	maxName  = 100 // characters, which fit into a subject and a column of the list
	// maxEmails and maxDestinations bound the messages that one alert causes. A larger group uses a
	// mailing list.
	maxEmails, maxDestinations = 20, 5
	maxForMinutes              = 30 * 24 * 60 // a month, as long as the preview
	minRepeat, maxRepeat       = 15, 30 * 24 * 60
	maxMute                    = 366 * 24 * time.Hour
)

// alertable are the states that a rule may watch for. In the others, nothing is known, or nothing
// is wrong.
var alertable = []health.State{health.Quiet, health.Degraded, health.Suspect, health.Failing, health.Blocked,
	health.Gone}

// validate normalizes the settings and returns a problem with all invalid ones.
func (s *Settings) validate(now time.Time, canEmail bool) error {
	var invalid problem.Fields
	s.Name = strings.Join(strings.Fields(s.Name), " ")
	checkName(s.Name, &invalid)
	s.Condition.validate(&invalid)
	if s.ForMinutes < 0 || s.ForMinutes > maxForMinutes {
		invalid.Add("/for_minutes", "range", "Choose a duration of at most 30 days.")
	}
	if s.RepeatMinutes != 0 && (s.RepeatMinutes < minRepeat || s.RepeatMinutes > maxRepeat) {
		invalid.Add("/repeat_minutes", "range", "Choose reminders every %d minutes to 30 days, or none.", minRepeat)
	}
	if s.MutedUntil != nil && s.MutedUntil.Sub(now) > maxMute {
		invalid.Add("/muted_until", "range", "Mute the rule for at most a year, or turn it off.")
	}
	s.validateTimes(&invalid)
	s.validateDestinations(&invalid, canEmail)
	return invalid.Err()
}

// checkName adds an error if a name of a rule or webhook is invalid.
func checkName(name string, invalid *problem.Fields) {
	if n := utf8.RuneCountInString(name); n == 0 || n > maxName {
		invalid.Add("/name", "length", "Enter a name of 1 to %d characters.", maxName)
	} else if strings.ContainsFunc(name, unicode.IsControl) {
		invalid.Add("/name", "characters", "Remove the control characters from this text.")
	}
}

func (c *Condition) validate(invalid *problem.Fields) {
	c.Filter.Text = postgres.Text(c.Filter.Text)
	for _, values := range [][]string{c.Filter.Tags, c.Filter.Owners} {
		for i := range values {
			values[i] = postgres.Text(values[i])
		}
	}
	if c.ViewID != nil && !reflect.DeepEqual(c.Filter, Filter{}) {
		invalid.Add("/condition/filter", "view", "A rule follows a view or has its own filter, not both. Remove one.")
	}
	if q := c.Filter; q.LastKnown || !reflect.DeepEqual(q, savedview.ForRules(q)) {
		invalid.Add("/condition/filter", "health", "Choose the states and causes in the condition, not in the filter.")
	}
	if listOnly := c.Filter.ListOnlyReason(); listOnly != nil {
		invalid.Add("/condition/filter", listOnly.Code, "%s Remove these filters.", listOnly.Reason)
	}
	slices.Sort(c.States)
	c.States = slices.Compact(c.States)
	slices.Sort(c.Causes)
	c.Causes = slices.Compact(c.Causes)
	slices.Sort(c.Reviews)
	c.Reviews = slices.Compact(c.Reviews)
	for _, review := range c.Reviews {
		if !slices.Contains(sourcerights.Reviews, review) {
			invalid.Add("/condition/rights_reviews", "enum", "“%s” is not a reason for a review.", review)
		}
	}
	switch hasReviews := len(c.Reviews) > 0; {
	case hasReviews && len(c.States)+len(c.Causes) > 0:
		invalid.Add("/condition/states", "reviews", "A rule watches for states or for reviews of rights, not for both. "+
			"Remove one.")
	case !hasReviews && len(c.States) == 0:
		invalid.Add("/condition/states", "required", "Choose at least one state.")
	}
	for _, state := range c.States {
		if !slices.Contains(alertable, state) {
			invalid.Add("/condition/states", "enum", "A rule can't watch for the state “%s”.", state)
		}
	}
	for _, cause := range c.Causes {
		if !cause.Valid() {
			invalid.Add("/condition/causes", "enum", "“%s” is not a cause.", cause)
		}
	}
	switch c.Scope {
	case EachSource:
		c.MinSources, c.MinShare = 0, 0
	case WholeView:
		if c.MinSources < 1 || c.MinSources > 100_000 {
			invalid.Add("/condition/min_sources", "range", "Enter a number of sources from 1 to 100,000.")
		}
		if c.MinShare < 0 || c.MinShare > 100 {
			invalid.Add("/condition/min_share", "range", "Enter a share from 0 to 100 %%.")
		}
	default:
		invalid.Add("/condition/scope", "enum", "“%s” is not a scope. Use source or view.", c.Scope)
	}
}

// CheckZone adds a problem if a text is not the name of a time zone.
func CheckZone(invalid *problem.Fields, zone string) {
	if _, err := time.LoadLocation(zone); err != nil || zone == "Local" || zone == "" {
		invalid.Add("/zone", "zone", "“%s” is not a time zone. Use a name such as Europe/Madrid.", zone)
	}
}

func (s *Settings) validateTimes(invalid *problem.Fields) {
	if s.Zone == "" {
		s.Zone = "UTC"
	}
	CheckZone(invalid, s.Zone)
	timeOfDay := func(pointer, text string) {
		if _, err := parseTimeOfDay(text); err != nil {
			invalid.Add(pointer, "format", "Enter a time of day such as 07:30.")
		}
	}
	switch {
	case s.QuietFrom == "" && s.QuietTo == "":
	case s.QuietFrom == s.QuietTo:
		invalid.Add("/quiet_to", "range",
			"The quiet hours begin and end at the same time. Choose another end, or mute the rule.")
	default:
		timeOfDay("/quiet_from", s.QuietFrom)
		timeOfDay("/quiet_to", s.QuietTo)
	}
	switch s.Digest {
	case "":
		s.Digest = NoDigest
	case NoDigest, Hourly:
		s.DigestAt = ""
	case Daily:
		timeOfDay("/digest_at", s.DigestAt)
		if at := s.nextDigest(time.Now()); at != nil && s.isQuiet(*at) {
			invalid.Add("/digest_at", "quiet", "The digest would be sent in the quiet hours. Choose another time.")
		}
	default:
		invalid.Add("/digest", "enum", "“%s” is not a digest. Use none, hourly or daily.", s.Digest)
	}
}

func (s *Settings) validateDestinations(invalid *problem.Fields, canEmail bool) {
	for i, text := range s.Emails {
		email, ok := identity.ParseEmail(text)
		if !ok || strings.ContainsAny(email, "<>\"\\,;: \r\n\t\x00") {
			invalid.Add("/emails", "format", "“%s” is not an e-mail address such as desk@example.org.", text)
		}
		s.Emails[i] = email
	}
	slices.Sort(s.Emails)
	s.Emails = slices.Compact(s.Emails)
	slices.SortFunc(s.WebhookIDs, func(a, b uuid.UUID) int { return strings.Compare(a.String(), b.String()) })
	s.WebhookIDs = slices.Compact(s.WebhookIDs)
	switch {
	case len(s.Emails)+len(s.WebhookIDs) == 0:
		invalid.Add("/emails", "required", "Enter an e-mail address or choose a webhook.")
	case len(s.Emails) > maxEmails:
		invalid.Add("/emails", "limit", "At most %d e-mail addresses are possible. Use the address of a mailing list.",
			maxEmails)
	case len(s.Emails) > 0 && !canEmail:
		invalid.Add("/emails", "not_configured", "This server can't send e-mails: its operator has not set SMTP_URL. Use a "+
			"webhook.")
	}
	if len(s.WebhookIDs) > maxDestinations {
		invalid.Add("/webhook_ids", "limit", "At most %d webhooks are possible.", maxDestinations)
	}
}

// checkWebhooks returns a problem if a webhook of the rule does not exist.
func (s *Service) checkWebhooks(ctx context.Context, ids []uuid.UUID) error {
	if len(ids) == 0 {
		return nil
	}
	var count int
	if err := s.db.Pool.QueryRow(ctx, "SELECT count(*) FROM alert_webhooks WHERE id = ANY($1)",
		ids).Scan(&count); err != nil {
		return err
	}
	var invalid problem.Fields
	if count < len(ids) {
		invalid.Add("/webhook_ids", "not_found", "A chosen webhook no longer exists. Reload the page and choose "+
			"another one.")
	}
	return invalid.Err()
}
