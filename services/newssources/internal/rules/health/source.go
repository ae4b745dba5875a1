package health

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// severity orders the states; the worst state of the endpoints is that of the source.
var severity = map[State]int{OK: 0, New: 1, Quiet: 2, Unknown: 3, Degraded: 4, Suspect: 5, Blocked: 6, Failing: 7,
	Gone: 8}

// UnknownSince returns since when the health is unknown during an incident: since its start, or
// later if the last known state began during the incident.
func UnknownSince(incident time.Time, known *time.Time) *time.Time {
	if known != nil && known.After(incident) {
		return known
	}
	return &incident
}

// Severity returns the rank of a state; a larger one is worse.
func (s State) Severity() int { return severity[s] }

// States returns all states, from the best to the worst.
func States() []State {
	return slices.SortedFunc(maps.Keys(severity), func(a, b State) int { return severity[a] - severity[b] })
}

// Valid reports whether the state exists.
func (s State) Valid() bool {
	_, exists := severity[s]
	return exists
}

// Endpoint is the health of an active endpoint of a source.
type Endpoint struct {
	Name  string
	State State
	Cause Cause
	Since time.Time
}

// Summary is the health of a source: that of its worst active endpoint.
type Summary struct {
	State  State
	Cause  Cause
	Since  time.Time
	Reason string // a sentence for people with the state; empty without active endpoints
	Why    string // the sentence without the state; empty without a cause
}

// Summarize returns the health of a source. Without active endpoints, the state is empty: nothing
// is checked.
func Summarize(endpoints []Endpoint) Summary {
	if len(endpoints) == 0 {
		return Summary{}
	}
	worst, same := endpoints[0], 0
	for _, e := range endpoints[1:] {
		if e.State.Severity() > worst.State.Severity() ||
			e.State == worst.State && e.Since.Before(worst.Since) && worst.State != OK {
			worst = e
		}
	}
	for _, e := range endpoints {
		if e.State == worst.State && e.Cause == worst.Cause {
			same++
		}
	}
	return Summary{worst.State, worst.Cause, worst.Since, reason(worst, same, len(endpoints)),
		why(worst, same, len(endpoints))}
}

// stateTexts are the beginnings of the sentences about states.
var stateTexts = map[State]string{
	New: "Not checked yet", OK: "Working", Quiet: "Quiet", Degraded: "Failed recently", Suspect: "Suspect",
	Failing: "Failing", Blocked: "Blocked", Gone: "Gone",
	Unknown: "Unknown",
}

// Label returns the state in words, for use within a sentence.
func (s State) Label() string { return strings.ToLower(stateTexts[s]) }

// reason returns the sentence about a state, such as "Failing: the host name cannot be resolved, on
// 1 of 3 endpoints."
func reason(worst Endpoint, same, all int) string {
	text := stateTexts[worst.State]
	if cause := worst.Cause.Text(); cause != "" {
		text += ": " + cause
	}
	return text + scope(worst, same, all) + "."
}

// why returns the sentence about a cause, such as "The host name cannot be resolved, on 1 of 3
// endpoints.", or "".
func why(worst Endpoint, same, all int) string {
	text := worst.Cause.Text()
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + scope(worst, same, all) + "."
}

// scope returns how many endpoints have the state of the worst one.
func scope(worst Endpoint, same, all int) string {
	if all < 2 || worst.State == OK {
		return ""
	}
	return fmt.Sprintf(", on %d of %d endpoints", same, all)
}

// WhyOf returns the sentence about the cause of a source with this state, of which affected
// endpoints have it, or "".
func WhyOf(cause Cause, state State, affected, all int) string {
	return why(Endpoint{State: state, Cause: cause}, affected, all)
}

// ReasonOf returns the sentence about the health of a source, of which affected endpoints have this
// state and cause.
func ReasonOf(state State, cause Cause, affected, all int) string {
	return reason(Endpoint{State: state, Cause: cause}, affected, all)
}

// WorkStates returns the states that usually do not end without a person.
func WorkStates() []State { return []State{Quiet, Suspect, Blocked, Failing, Gone} }

// NeedsPerson reports whether a source in a state with a cause is on the work list, or hidden from
// it by a snooze.
func NeedsPerson(s State, c Cause) bool { return c != None && slices.Contains(WorkStates(), s) }

// Why returns the sentence about the cause of one endpoint, or "".
func Why(cause Cause) string { return why(Endpoint{Cause: cause}, 1, 1) }

// outlooks are what the checks do next in states that are not ok.
var outlooks = map[State]string{
	New:   "The first check starts as soon as the site is free.",
	Quiet: "The checks continue as usual. The state ends with the next new item.",
	Degraded: fmt.Sprintf("The checks continue. The state ends with the next success. After %.0f hours without one, the "+
		"next failed check makes it “Failing” or "+
		"“Blocked”, and the source is on the work list.", lastingAfter.Hours()),
	Suspect: "The checks continue. The state ends as soon as the document is as expected.",
	Failing: "The checks continue less often. The state ends with the next success.",
	Blocked: "The checks continue less often. The state ends as soon as the site allows them.",
	Gone:    "The address is checked every 30 days, in case it returns.",
	Unknown: "The earlier state returns when the network of the checker works again.",
}

// Outlook returns what the checks do next in a state with a cause, or "" if they just continue.
func Outlook(s State, c Cause) string {
	switch {
	case s == Suspect && c == OtherOutlet:
		return "The checks continue and hold all new items. The state ends when a member decides whether this is the same " +
			"outlet, or when the earlier outlet is back."
	case s == Suspect && c == IdentityStorm:
		return "The checks continue and store other new items. The state ends when a member decides about the held items."
	}
	return outlooks[s]
}
