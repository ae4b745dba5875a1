package check

import (
	"encoding/json"
	"fmt"

	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// parseSettings returns the schedule settings of an endpoint. Settings that cannot be read, for
// example those of a later version, are an error, and the settings are adaptive.
func parseSettings(stored []byte, tier int) (schedule.Settings, error) {
	if stored == nil {
		return schedule.Settings{Tier: tier}, nil
	}
	spec := &schedule.Spec{}
	if err := json.Unmarshal(stored, spec); err != nil {
		return schedule.Settings{Tier: tier}, fmt.Errorf("the schedule is not readable: %w", err)
	}
	return spec.Settings(tier)
}

// postpone returns a finding without a check if none may be made now: the window of the endpoint is
// closed, or only its schedule was changed. An endpoint that a member asked to check is always
// checked.
func postpone(t *task) *finding {
	if t.Requested || t.Schedule == nil && !t.IsReplanned {
		return nil
	}
	now := t.now()
	settings, _ := parseSettings(t.Schedule, 0) // the recording of the result logs the error
	if !t.IsReplanned && settings.IsOpen(now) {
		return nil
	}
	return &finding{task: t, startedAt: now, finishedAt: now, result: &fetch.Result{}, isPostponed: true}
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
