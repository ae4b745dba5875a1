package record

import (
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// Postpone returns a finding without a check if none may be made now: the window of the endpoint is
// closed, or only its schedule was changed. An endpoint that a member asked to check is always
// checked.
func Postpone(t *queue.Task) *Finding {
	if t.Requested || t.Schedule == nil && !t.IsReplanned {
		return nil
	}
	now := t.Now()
	settings, _ := schedule.ParseSettings(t.Schedule, 0) // the recording of the result logs the error
	if !t.IsReplanned && settings.IsOpen(now) {
		return nil
	}
	return &Finding{Task: t, StartedAt: now, FinishedAt: now, Result: &fetch.Result{}, IsPostponed: true}
}

// postpone sets the time of the next check without a check. The health and the adaptive interval
// stay as they are.
func (v *verdict) postpone(c Config) {
	in := v.scheduleInput(c, schedule.Check{})
	if in.IsUnchecked = true; v.finding.IsReplanned {
		v.setPlan(schedule.Next(in))
		return
	}
	v.setPlan(schedule.Postpone(in))
}
