package source

import (
	"reflect"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// schedulePointer is the JSON pointer of the schedule in an endpoint.
const schedulePointer = "/schedule"

// normalizeSchedule converts the schedule to its stored form. prefix is prepended to the JSON
// pointers of errors.
func (d *EndpointDetails) normalizeSchedule(wrong *problem.Fields, prefix string) {
	d.Schedule = d.Schedule.Normalized(wrong, prefix+schedulePointer)
}

// sameSchedule reports whether a and b have the same schedule. If so, it is not checked, because
// the limits may have changed since it was saved.
func sameSchedule(a, b EndpointDetails) bool { return reflect.DeepEqual(a.Schedule, b.Schedule) }

// tierOf returns the tier for the schedule; 0 means none.
func tierOf(tier *int) int {
	if tier == nil {
		return 0
	}
	return *tier
}

// CheckSchedule validates a schedule for an endpoint of a source with the given tier and returns
// its stored form. The error lists all invalid values; prefix is prepended to their JSON pointers.
func (r *Register) CheckSchedule(s *schedule.Spec, tier int, prefix string) (*schedule.Spec, error) {
	var wrong problem.Fields
	normalized := s.Normalized(&wrong, prefix)
	normalized.CheckLimits(&wrong, prefix, r.limits, tier)
	return normalized, wrong.Err()
}

// ScheduleLimits returns the operator's limits for the interval between two checks.
func (r *Register) ScheduleLimits() schedule.Limits { return r.limits }
