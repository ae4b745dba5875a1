// Package health decides in which state an endpoint and a source are, by the outcomes of the checks. It is pure. Health is
// what is observed; the lifecycle of a source and the intent of an endpoint are what people want.
package health

import "time"

// State is the health of an endpoint or a source. The values are stored.
type State string

// The states. A success makes an endpoint ok again, except in an identity storm: this ends when a member decides about the held items (ADR 34),
// and the checks continue until then.
const (
	New      State = "new" // not checked yet
	OK       State = "ok"
	Quiet    State = "quiet"    // works, but publishes nothing for longer than usual
	Degraded State = "degraded" // failed recently
	Suspect  State = "suspect"  // responds, but not with what is expected
	Failing  State = "failing"
	Blocked  State = "blocked" // the site refuses this client
	Gone     State = "gone"    // the site reports that the endpoint no longer exists
	Unknown  State = "unknown" // checks say nothing, because the network of the checker fails
)

const (
	// degradedAt and failingAt are weighted numbers of consecutive failures. Failing also needs that the last success is
	// failingIntervals intervals ago, so that a burst of checks does not decide.
	degradedAt, failingAt = 0.5, 3
	failingIntervals      = 2
	// Repeated failures are also Failing after a time, whatever they weigh: after shortTime and shortChecks checks, or after longTime, if the
	// checks are rare. A person expects to see on the same day that an endpoint is broken.
	shortTime, shortChecks = 6 * time.Hour, 4
	longTime, longChecks   = 20 * time.Hour, 2
	// degradedWait is a wait for which a site asks that makes a first failure Degraded: until the next check, nothing else would show it.
	degradedWait = time.Hour
	// suspectAfter is the number of consecutive suspicious responses: one may be a maintenance page.
	suspectAfter = 2
	// goneAfter is the time between two responses 410.
	goneAfter = 24 * time.Hour
	// An address that returns 404 is gone after missingAfter and missingChecks: active feeds return 404 for days and recover.
	missingAfter, missingChecks = 14 * 24 * time.Hour, 10
)

// Status is the health of an endpoint with the figures that the next decision needs.
type Status struct {
	State State
	Cause Cause
	Since time.Time // of the state and cause

	Failures       float64   // weighted, consecutive
	FailedChecks   int       // consecutive
	FailingSince   time.Time // the first of them; zero after a success
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
	// For quiet: when the newest item was first seen, and the 95th percentile of the endpoint's gaps between items; zero if unknown.
	NewestItem time.Time
	GapP95     time.Duration
}

// Next returns the status after a check.
func Next(s Status, o Observation) Status {
	before := s
	if o.Cause.weight() > 0 && o.Cause != None {
		s.fail(o)
	} else {
		s.succeed(o)
	}
	if s.State != before.State || s.Cause != before.Cause || s.Since.IsZero() {
		s.Since = o.At
	}
	return s
}

// succeed applies a response that could be read. It may still be suspicious.
func (s *Status) succeed(o Observation) {
	s.Failures, s.FailedChecks, s.FailingSince = 0, 0, time.Time{}
	s.LastCause, s.CauseSince, s.CauseChecks = None, time.Time{}, 0
	if o.Cause.isSuspicious() {
		s.SuspectReplies++
		if o.Cause == IdentityStorm || s.SuspectReplies >= suspectAfter {
			s.State, s.Cause = Suspect, o.Cause
		} else {
			s.State, s.Cause = Degraded, o.Cause
		}
		return
	}
	s.SuspectReplies, s.LastSuccess = 0, o.At
	s.State, s.Cause = OK, None
	if isQuiet(o) {
		s.State, s.Cause = Quiet, Silence
	}
}

// fail applies a failed check.
func (s *Status) fail(o Observation) {
	s.Failures += o.Cause.weight()
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
	switch state := s.failedState(o); state {
	case OK, Quiet: // a temporary failure of an endpoint that works
	case New: // it never worked
		s.State, s.Cause = Degraded, o.Cause
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
	case s.Failures >= degradedAt, o.Wait >= degradedWait:
		switch s.State {
		case Failing, Blocked: // another cause than before, but still no success
			if o.Cause.isRefusal() {
				return Blocked
			}
			return Failing
		}
		return Degraded
	}
	return s.State
}

// isLasting reports whether the failures are many and last long enough for Failing. Their time counts from the last success, or from the first
// failure of an endpoint that never worked.
func (s *Status) isLasting(o Observation) bool {
	failing, since := o.At.Sub(s.FailingSince), s.FailingSince
	if !s.LastSuccess.IsZero() {
		since = s.LastSuccess
	}
	return s.Failures >= failingAt && o.At.Sub(since) >= failingIntervals*o.Interval ||
		s.FailedChecks >= shortChecks && failing >= shortTime || s.FailedChecks >= longChecks && failing >= longTime
}

// IsGone reports whether the site said that the endpoint no longer exists.
func (s Status) IsGone() bool { return s.State == Gone }
