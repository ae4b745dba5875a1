package schedule

import (
	"fmt"
	"strings"
	"time"
)

// Code is the stable name of a rule.
type Code string

// The rules.
const (
	ReasonAdaptive Code = "adaptive"
	ReasonFixed    Code = "fixed"
	ReasonCron     Code = "cron"
	ReasonFailing  Code = "failing"
	ReasonGone     Code = "gone"
	ReasonAdvice   Code = "advice"
	ReasonSkip     Code = "skip"
	ReasonWindow   Code = "window"
	ReasonRetry    Code = "retry_after"
	ReasonHost     Code = "host"
	ReasonPush     Code = "websub"
	// ReasonAnnounced is also set when a delivery of a WebSub hub makes an endpoint due.
	ReasonAnnounced Code = "announced"
	// ReasonRequested is not set by Next: a member asked for a check before the scheduled one.
	ReasonRequested Code = "requested"
	// ReasonNew is not set by Next: the endpoint has not been checked before.
	ReasonNew Code = "new"
	// ReasonSettings is set by the database when the schedule of an endpoint was changed. The next
	// check is planned anew.
	ReasonSettings Code = "settings"
)

// Reason is a rule that determined the time of the next check. Text is a clause for people that
// continues a sentence after "because".
type Reason struct {
	Code Code   `json:"code"`
	Text string `json:"text"`
}

func (p *plan) add(code Code, format string, args ...any) {
	p.reasons = append(p.reasons, Reason{code, fmt.Sprintf(format, args...)})
}

// Explain returns the clause for people that explains a plan: its last reason, which determined the
// time.
func (p Plan) Explain() string { return p.Reasons[len(p.Reasons)-1].Text }

// Words returns a duration in words with at most two units, such as "34 min" and "1 d 2 h".
func Words(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%d s", int(max(d, time.Second).Round(time.Second)/time.Second))
	}
	d = d.Round(time.Minute)
	var parts []string
	for _, unit := range []struct {
		length time.Duration
		name   string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "min"}} {
		if n := d / unit.length; n > 0 && len(parts) < 2 {
			parts = append(parts, fmt.Sprintf("%d %s", n, unit.name))
			d %= unit.length
		} else if len(parts) > 0 {
			break // units follow each other: "1 d 5 min" suggests a precision that the rules do not have
		}
	}
	return strings.Join(parts, " ")
}
