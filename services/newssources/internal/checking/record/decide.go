package record

import (
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/article"
	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

const (
	// maxCrawlDelay bounds the pause between requests to a host that robots.txt asks for: with more, a
	// host with a hundred endpoints would not be checked once a day.
	maxCrawlDelay = time.Minute
	// ownFaultDelay is the time after which a check is repeated that failed because of this process or
	// its network queue.
	ownFaultDelay = time.Minute
	// unansweredDelay is this time if the database did not respond.
	unansweredDelay = 2 * time.Second
)

// stored is what the database has of an endpoint when the result of its check is recorded.
type stored struct {
	state
	Revision      int64
	Tier          int
	Schedule      []byte // see schedule.Spec
	KnownRevision int64
	article.KnownItems
	subscription
	Held *heldItems // nil if there are none
	outletState

	other        *HeldOutlet `db:"-"` // the document may belong to another outlet
	isSameOutlet bool        `db:"-"` // the document ends the suspicion of another outlet
}

// verdict is what is written for one check.
type verdict struct {
	finding         *Finding
	state           state
	known           article.KnownItems
	settings        schedule.Settings
	scheduleErr     error // the stored schedule is invalid
	hasNewKnown     bool
	held            *heldItems
	hasNewHeldItems bool          // held differs from the stored items; nil deletes them
	withdrawnItems  int           // held items that were dropped, because the known identities or the outlet are back
	outlet          *outletChange // to be stored; nil if it is unchanged
	needsProfile    bool          // see observeOutlet
	isStorm         bool          // known articles have new identities
	outletKey       int64
	outline         func(*outlet.Profile) outlet.Outline // of the document and the pending items of the profile
	redirect        *redirectSighting
	hubChange       *hubLinks // the hub to be recorded; see stored.hubChange
	hasMissed       bool      // the check found new items that the hub did not announce
	push            schedule.Push
	items           []feed.Item // new ones
	itemsTotal      int         // of the document
	recordedCause   health.Cause
	hasEvidence     bool // the response is stored; see needsEvidence
	hasRecovered    bool // the endpoint is ok and was not before
	hostFreeAt      time.Time
}

// decide applies a finding to the stored state.
func (c Config) decide(f *Finding, s *stored) *verdict {
	v := &verdict{finding: f, state: s.state, known: s.KnownItems}
	v.settings, v.scheduleErr = schedule.ParseSettings(s.Schedule, s.Tier)
	f.Tier = s.Tier
	v.hostFreeAt = c.hostFreeAt(f)
	v.push = s.push(f, false)
	if f.Sitemaps != nil && f.Document == nil { // with a document, compare keeps them unless it is suspicious
		var changed Advice
		if v.state.Advice != nil {
			changed = *v.state.Advice
		}
		changed.Sitemaps = f.Sitemaps
		v.state.Advice = &changed
	}
	if f.IsPostponed {
		if !v.state.Requested { // meanwhile, which makes it due
			v.postpone(c)
		}
		return v
	}
	v.state.Requested, v.state.RequestedBy = false, nil
	if f.IsOwnFault {
		v.state.NextCheckAt = f.FinishedAt.Add(f.ownFaultDelay())
		reason := schedule.Reason{Code: schedule.ReasonHost, Text: "the service could not finish the last check"}
		if f.Result.NotSent && f.Result.RetryAfter > 0 {
			reason.Text = "the last request was not sent, because no request to the site, or to the target of " +
				"its redirect, is allowed before this time"
		}
		v.state.NextReasons = []schedule.Reason{reason}
		return v
	}
	cause := f.Cause
	last := schedule.Check{}
	if v.held = s.Held; v.held != nil && (!v.held.matches(f.Task) || s.isSameOutlet) {
		if s.isSameOutlet {
			v.withdrawnItems = len(v.held.Items)
		}
		v.held, v.hasNewHeldItems = nil, true
	}
	switch {
	case f.IsUnchanged:
		last.Items, last.Known = int(s.ItemsTotal), int(s.ItemsTotal)
		if v.held != nil {
			cause = v.held.Cause
		}
	case f.Document != nil:
		cause = v.compare(f, s, &last)
	}
	if cause == health.None {
		v.state.Observations = s.Observations.Add(v.observed(s, last))
	}
	// The stored response already has the items.
	v.hasEvidence = f.needsEvidence(cause, &s.state) && (!f.IsUnchanged || !cause.HoldsItems())
	v.state.Checks++
	v.state.LastAttemptAt = &f.FinishedAt
	v.observe(cause, c.interval(s, v.settings), f.Result.RequestedWait(c.Limits))
	f.Detail = hideIn(f.Detail, f.sentSecrets())
	v.recordedCause, v.state.LastDetail = cause, postgres.Text(f.Detail)
	v.hasRecovered = v.state.Health == health.OK && s.Health != health.OK
	if cause == health.None || cause.HoldsItems() { // a feed that moves often renames its items
		v.redirect = redirectOf(f, s.EffectiveURL, last)
	}
	if cause == health.None { // otherwise, the next response is compared with the last good one
		v.keepResponse(f)
		v.hubChange = s.hubChange(f)
		v.hasMissed = len(v.items) > 0 && !last.IsFirst && s.hasMissed(f)
		v.push = s.push(f, v.hasMissed)
	}
	if cause.HoldsItems() { // so that an unchanged document is not transferred again while its items are held
		v.keepResponse(f)
	}
	v.plan(c, last)
	return v
}

// ownFaultDelay returns the delay before a check is repeated that failed because of this service.
func (f *Finding) ownFaultDelay() time.Duration {
	if f.Result.NotSent && f.Result.Outcome == fetch.Cancelled { // the database did not respond
		return unansweredDelay
	}
	return max(ownFaultDelay, f.Result.RetryAfter)
}

// compare compares a document with the known items. It returns the cause if the document is
// suspicious.
func (v *verdict) compare(f *Finding, s *stored, last *schedule.Check) health.Cause {
	v.itemsTotal = len(f.Document.Items) + f.UnreadItems
	if v.itemsTotal == 0 && s.ItemsTotal > 0 {
		return health.Empty
	}
	if s.other != nil {
		return v.holdAll(f, s, last)
	}
	if v.held != nil && v.held.Cause == health.OtherOutlet { // compareOutlets decides
		v.held = nil
	}
	hasOtherRevision := s.KnownRevision != 0 && s.KnownRevision != s.Revision
	difference := v.held.compare(&v.known, f.Document.Items, hasOtherRevision, orZero(s.LastSuccessAt), f)
	v.hasNewKnown = s.KnownRevision != s.Revision || difference.isRemembered
	v.hasNewHeldItems = v.hasNewHeldItems || difference.held != v.held
	if difference.isWithdrawn {
		v.withdrawnItems = len(v.held.Items)
	}
	v.held = difference.held
	v.items = difference.newItems
	last.Items, last.Known, last.IsFirst = v.itemsTotal, v.itemsTotal-len(v.items), difference.isFirst
	if len(v.items) > 0 {
		v.addItemTimes(difference.isFirst)
	}
	v.state.ItemsTotal = int64(v.itemsTotal)
	v.state.Advice = &Advice{f.Document.TTL.Seconds(), f.Document.UpdatePeriod.Seconds(), f.Document.SkipHours,
		f.Document.SkipDays, f.Sitemaps}
	v.isStorm = difference.isStorm
	v.needsProfile = v.observeOutlet(f, s)
	if v.isStorm {
		return health.IdentityStorm
	}
	return health.None
}

// addItemTimes adds the times of the new items to those by which an unusual silence is detected.
// Silence counts from when an item was first seen, whatever its date is. Only the date of the
// newest item of the first document is shown.
func (v *verdict) addItemTimes(isFirst bool) {
	v.known.AddTimes(v.items, v.finding.FinishedAt)
	p50, p95 := health.Gaps(v.known.GapTimes())
	v.state.GapP50Seconds, v.state.GapP95Seconds = p50.Seconds(), p95.Seconds()
	v.state.LastNewItemAt = &v.finding.FinishedAt
	if isFirst { // later gaps are not compared with its date
		v.state.LastNewItemAt, v.known.Newest = v.known.Newest, &v.finding.FinishedAt
	}
}

// observe updates the health.
func (v *verdict) observe(cause health.Cause, interval, wait time.Duration) {
	newest := orZero(v.state.LastNewItemAt)
	if seen := orZero(v.known.Newest); seen.After(newest) { // the first check
		newest = seen
	}
	status := health.Next(v.state.healthStatus(), health.Observation{
		At: v.finding.FinishedAt, Cause: cause, Interval: interval, Wait: wait, NewestItem: newest,
		GapP95: seconds(v.state.GapP95Seconds),
	})
	v.state.setHealthStatus(status)
}

// keepResponse stores the validators, also those of a 304 or of an equal body, which may be new.
func (v *verdict) keepResponse(f *Finding) {
	r := f.Result
	if f.Result.Outcome == fetch.OK {
		// The same validator for another body: the server's conditional responses cannot be trusted.
		if v.state.ETag != "" && r.ETag == v.state.ETag && f.NewHash != v.state.BodyHash {
			v.state.WrongValidators++
		}
		v.state.ETag, v.state.LastModified, v.state.BodyHash = postgres.Text(r.ETag), postgres.Text(r.LastModified),
			f.NewHash
		v.state.FullCheckAt = &f.FinishedAt
	} else {
		if r.ETag != "" {
			v.state.ETag = postgres.Text(r.ETag)
		}
		if r.LastModified != "" {
			v.state.LastModified = postgres.Text(r.LastModified)
		}
	}
	v.state.EffectiveURL = postgres.Text(r.FinalURL)
}

// plan sets the time of the next check.
func (v *verdict) plan(c Config, last schedule.Check) {
	in := v.scheduleInput(c, last)
	in.Advice.RetryAfter = v.finding.Result.RetryAfter
	if last.Failures == 0 {
		in.Advice.CacheFor = schedule.CacheFor(v.finding.Result.Header, v.finding.FinishedAt)
		in.Advice.CrawlDelay = v.finding.CrawlDelay
	}
	v.setPlan(schedule.Next(in))
}

// scheduleInput returns what the next check depends on, except for the advice of the last response.
func (v *verdict) scheduleInput(c Config, last schedule.Check) schedule.Input {
	last.Failures, last.IsGone = v.state.Failures, v.state.Health == health.Gone
	last.IsDoubtful = v.state.Health == health.Degraded && v.state.SuspectReplies > 0
	if v.state.FailingSince != nil {
		last.FailingFor = v.finding.FinishedAt.Sub(*v.state.FailingSince)
	}
	in := schedule.Input{
		Key: v.state.EndpointID.String(), Round: int(v.state.Checks), Now: v.finding.FinishedAt, Settings: v.settings,
		Limits:   c.Limits,
		Interval: seconds(v.state.IntervalSeconds), Last: last, HostFree: v.hostFreeAt, Push: v.push,
	}
	if last.Failures == 0 {
		in.Advice = v.state.Advice.Schedule()
	}
	return in
}

func (v *verdict) setPlan(plan schedule.Plan) {
	v.state.NextCheckAt, v.state.NextReasons, v.state.IntervalSeconds = plan.At, plan.Reasons, plan.Interval.Seconds()
}

// interval returns the interval that was in effect before the check, or the mean one of settings
// that a person has changed.
func (c Config) interval(s *stored, settings schedule.Settings) time.Duration {
	if s.Schedule != nil {
		return time.Duration(float64(24*time.Hour) / settings.PerDay(seconds(s.IntervalSeconds), c.Limits))
	}
	if s.IntervalSeconds > 0 {
		return seconds(s.IntervalSeconds)
	}
	return schedule.Next(schedule.Input{Settings: schedule.Settings{Tier: s.Tier}, Limits: c.Limits}).Interval
}

// hostFreeAt returns the time before which the domain must not be checked again.
func (c Config) hostFreeAt(f *Finding) time.Time {
	at := c.pauseUntil(f)
	if wait := c.waitUntil(f); wait != nil && wait.After(at) {
		return *wait
	}
	return at
}

// pauseUntil returns the end of the pause between requests to the domain.
func (c Config) pauseUntil(f *Finding) time.Time {
	if f.IsPostponed { // no request was made
		return f.FinishedAt
	}
	return f.FinishedAt.Add(f.Latency + max(c.HostInterval, min(f.CrawlDelay, maxCrawlDelay)))
}

// waitUntil returns the end of the wait that the domain of the endpoint asked for (Retry-After) or
// that follows its refusals, or nil. A wait that the target of a redirect asked for applies to the
// domain of the target; package fetch records it.
func (c Config) waitUntil(f *Finding) *time.Time {
	wait := f.Result.RequestedWait(c.Limits)
	if f.isSiteRefusal {
		wait = max(wait, refusalHold)
	}
	if f.IsPostponed || wait <= 0 || f.answeringDomain() != f.Domain {
		return nil
	}
	at := f.FinishedAt.Add(wait)
	return &at
}

// answeringDomain returns the registrable domain that sent the response.
func (f *Finding) answeringDomain() string {
	if f.Result.FinalURL == "" {
		return f.Domain
	}
	return weburl.DomainOf(f.Result.FinalURL)
}
