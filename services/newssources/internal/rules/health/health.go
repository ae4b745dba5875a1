// Package health decides in which state an endpoint and a source are, by the outcomes of the
// checks. It is pure. Health is what is observed; the lifecycle of a source and the intent of an
// endpoint are what people want.
package health

import "time"

// State is the health of an endpoint or a source. The values are stored.
type State string

// The states. A success makes an endpoint ok again, except while items are held: this ends when
// a member decides about them (ADR 34, 69), and the checks continue until then.
const (
	New      State = "new" // not checked yet
	OK       State = "ok"
	Quiet    State = "quiet"    // works, but publishes nothing for longer than usual
	Degraded State = "degraded" // failed recently
	Suspect  State = "suspect"  // responds, but not with what is expected
	Failing  State = "failing"
	Blocked  State = "blocked" // the site refuses this client
	Gone     State = "gone"    // the site reports that the endpoint no longer exists
	Unknown  State = "unknown" // the results of checks are not used, because the network of the checker fails
)

const (
	// degradedAt and failingAt are weighted numbers of consecutive failures. Failing also needs that
	// the last success is failingIntervals intervals ago, so that a burst of checks does not decide.
	degradedAt, failingAt = 0.5, 3
	failingIntervals      = 2
	// lastingAfter is the time without a good response after which the next failed check makes an
	// endpoint Failing, whatever the failures weigh: the source is on the work list on the day on
	// which it fails, and outages of an afternoon end without a person.
	lastingAfter = 6 * time.Hour
	// degradedWait is a wait for which a site asks that makes a first failure Degraded: until the next
	// check, nothing else would show it.
	degradedWait = time.Hour
	// suspectAfter is the number of consecutive suspicious responses: one may be a maintenance page.
	suspectAfter = 2
	// goneAfter is the time between two responses 410.
	goneAfter = 24 * time.Hour
	// An address that returns 404 is gone after missingAfter and missingChecks: active feeds return
	// 404 for days and recover.
	missingAfter, missingChecks = 14 * 24 * time.Hour, 10
)

// Status is the health of an endpoint with the figures that the next decision needs.
type Status struct {
	State State
	Cause Cause
	Since time.Time // of the state and cause

	Failures       float64   // weighted, consecutive
	FailedChecks   int       // consecutive
	FailingSince   time.Time // the first of them; zero after a good response
	LastCause      Cause     // of the last failure in a row
	CauseSince     time.Time // the first failure in a row with LastCause
	CauseChecks    int       // the number of failures in a row with LastCause
	LastSuccess    time.Time
	SuspectReplies int // consecutive suspicious responses
}

// Observation is the result of a check.
type Observation struct {
	At       time.Time
	Cause    Cause         // None for a good response
	Interval time.Duration // of the schedule
	Wait     time.Duration // for which the site asked (Retry-After), as far as it is obeyed
	// For quiet: when the newest item was first seen, and the 95th percentile of the endpoint's gaps
	// between items; zero if unknown.
	NewestItem time.Time
	GapP95     time.Duration
}

// Next returns the status after a check.
func Next(s Status, o Observation) Status {
	before := s
	if o.Cause == None || o.Cause.HoldsItems() {
		s.succeed(o)
	} else {
		s.fail(o)
	}
	if s.State != before.State || s.Cause != before.Cause || s.Since.IsZero() {
		s.Since = o.At
	}
	return s
}

// succeed applies a response with items.
func (s *Status) succeed(o Observation) {
	s.Failures, s.FailedChecks, s.FailingSince, s.SuspectReplies = 0, 0, time.Time{}, 0
	s.LastCause, s.CauseSince, s.CauseChecks = None, time.Time{}, 0
	if o.Cause.HoldsItems() {
		s.State, s.Cause = Suspect, o.Cause
		return
	}
	s.LastSuccess = o.At
	s.State, s.Cause = OK, None
	if isQuiet(o) {
		s.State, s.Cause = Quiet, Silence
	}
}

// fail applies a failed check, or a document without items.
func (s *Status) fail(o Observation) {
	if s.Failures += o.Cause.weight(); o.Cause == Empty { // it could be read: checks are repeated as usual
		s.Failures = 0
	}
	s.FailedChecks++
	if s.FailingSince.IsZero() {
		s.FailingSince = o.At
	}
	if s.LastCause != o.Cause {
		s.LastCause, s.CauseSince, s.CauseChecks = o.Cause, o.At, 0
	}
	s.CauseChecks++
	if o.Cause.isSuspicious() {
		s.SuspectReplies++
	} else {
		s.SuspectReplies = 0
	}
	switch state := s.failedState(o); {
	case state == New: // it never worked
		s.State, s.Cause = Degraded, o.Cause
	case state == OK, state == Quiet, state == Suspect && !o.Cause.isSuspicious(): // the state and its cause remain
	default:
		s.State, s.Cause = state, o.Cause
	}
}

// failedState returns the state by the failures so far.
func (s *Status) failedState(o Observation) State {
	inRow := o.At.Sub(s.CauseSince)
	switch {
	case s.State == Gone && (o.Cause == GoneForGood || o.Cause == NotFound),
		o.Cause == GoneForGood && inRow >= goneAfter,
		o.Cause == NotFound && inRow >= missingAfter && s.CauseChecks >= missingChecks:
		return Gone
	case o.Cause.isSuspicious() && s.SuspectReplies >= suspectAfter:
		return Suspect
	case s.isLasting(o):
		if o.Cause.isRefusal() {
			return Blocked
		}
		return Failing
	case s.Failures >= degradedAt, o.Wait >= degradedWait, o.Cause.isSuspicious():
		switch s.State {
		case Failing, Blocked: // another cause than before, but still no success
			if o.Cause.isRefusal() {
				return Blocked
			}
			return Failing
		case Quiet, Suspect: // a failure never takes a source off the work list
			return s.State
		}
		return Degraded
	}
	return s.State
}

// isLasting reports whether the failures are many and last long enough for Failing. Their time
// counts from the last success, or from the first failure of an endpoint that never worked. One
// failure is never lasting.
func (s *Status) isLasting(o Observation) bool {
	since := s.FailingSince
	if !s.LastSuccess.IsZero() {
		since = s.LastSuccess
	}
	return s.Failures >= failingAt && o.At.Sub(since) >= failingIntervals*o.Interval || s.FailedChecks > 1 &&
		o.At.Sub(s.FailingSince) >= lastingAfter
}

// IsGone reports whether the site said that the endpoint no longer exists.
func (s Status) IsGone() bool { return s.State == Gone }
