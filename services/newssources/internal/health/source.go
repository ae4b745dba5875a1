package health

import (
	"fmt"
	"time"
)

// severity orders the states; the worst state of the endpoints is that of the source.
var severity = map[State]int{OK: 0, New: 1, Quiet: 2, Unknown: 3, Degraded: 4, Suspect: 5, Blocked: 6, Failing: 7, Gone: 8}

// Severity returns the rank of a state; a larger one is worse.
func (s State) Severity() int { return severity[s] }

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
	Reason string // a sentence for people; empty without active endpoints
}

// Summarize returns the health of a source. Without active endpoints, the state is empty: nothing is checked.
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
	return Summary{worst.State, worst.Cause, worst.Since, reason(worst, same, len(endpoints))}
}

// stateTexts are the beginnings of the sentences about states.
var stateTexts = map[State]string{
	New: "Not checked yet", OK: "Working", Quiet: "Quiet", Degraded: "Failed recently", Suspect: "Suspect", Failing: "Failing", Blocked: "Blocked", Gone: "Gone",
	Unknown: "Unknown",
}

// reason returns the sentence about a state, such as "Failing: the host name cannot be resolved, on 1 of 3 endpoints."
func reason(worst Endpoint, same, all int) string {
	text := stateTexts[worst.State]
	if cause := worst.Cause.Text(); cause != "" {
		text += ": " + cause
	}
	if all > 1 && worst.State != OK {
		text += fmt.Sprintf(", on %d of %d endpoints", same, all)
	}
	return text + "."
}

// Reason returns the sentence about the health of one endpoint.
func Reason(state State, cause Cause) string {
	return reason(Endpoint{State: state, Cause: cause}, 1, 1)
}
