package check

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/health"
	"github.com/newsources/newsources/services/newssources/internal/observation"
	"github.com/newsources/newsources/services/newssources/internal/schedule"
)

// state is the part of endpoint_states that a check changes. The JSON names are the columns; see updateStates.
type state struct {
	EndpointID      uuid.UUID         `json:"endpoint_id"`
	NextCheckAt     time.Time         `json:"next_check_at"`
	NextReasons     []schedule.Reason `json:"next_reasons" db:"next_reasons"`
	Requested       bool              `json:"requested"`
	RequestedBy     *uuid.UUID        `json:"requested_by"`
	IntervalSeconds float64           `json:"interval_seconds"`
	Checks          int64             `json:"checks"`
	Health          health.State      `json:"health"`
	HealthCause     health.Cause      `json:"health_cause"`
	HealthSince     *time.Time        `json:"health_since"`
	Failures        float64           `json:"failures"`
	FailedChecks    int64             `json:"failed_checks"`
	FailingSince    *time.Time        `json:"failing_since"`
	LastCause       health.Cause      `json:"last_cause"`
	CauseSince      *time.Time        `json:"cause_since"`
	CauseChecks     int64             `json:"cause_checks"`
	SuspectReplies  int64             `json:"suspect_replies"`
	LastAttemptAt   *time.Time        `json:"last_attempt_at"`
	LastSuccessAt   *time.Time        `json:"last_success_at"`
	LastNewItemAt   *time.Time        `json:"last_new_item_at"`
	LastDetail      string            `json:"last_detail"`
	ETag            string            `json:"etag" db:"etag"`
	LastModified    string            `json:"last_modified"`
	BodyHash        string            `json:"body_hash"`
	FullCheckAt     *time.Time        `json:"full_check_at"`
	WrongValidators int64             `json:"wrong_validators"`
	EffectiveURL    string            `json:"effective_url"`
	ItemsTotal      int64             `json:"items_total"`
	GapP50Seconds   float64           `json:"gap_p50_seconds"`
	GapP95Seconds   float64           `json:"gap_p95_seconds"`
	Advice          *advice           `json:"advice"`

	Observations *observation.History `json:"observations"` // from which settings are suggested
}

// stateColumns are the columns of state, except for the key.
var stateColumns = []string{
	"next_check_at", "next_reasons", "requested", "requested_by", "interval_seconds", "checks", "health", "health_cause", "health_since", "failures", "failed_checks",
	"failing_since", "last_cause", "cause_since", "cause_checks", "suspect_replies", "last_attempt_at", "last_success_at", "last_new_item_at", "last_detail",
	"etag", "last_modified", "body_hash", "full_check_at", "wrong_validators", "effective_url", "items_total", "gap_p50_seconds", "gap_p95_seconds", "advice",
	"observations",
}

// updateStates updates many rows in one statement.
var updateStates = "UPDATE endpoint_states s SET (" + strings.Join(stateColumns, ", ") + ") = (r." + strings.Join(stateColumns, ", r.") +
	") FROM json_populate_recordset(NULL::endpoint_states, $1) r WHERE s.endpoint_id = r.endpoint_id"

// advice is what a document asks for. It is stored, because it still holds when the document is unchanged.
type advice struct {
	TTL          float64        `json:"ttl,omitempty"` // seconds
	UpdatePeriod float64        `json:"update_period,omitempty"`
	SkipHours    []int          `json:"skip_hours,omitempty"`
	SkipDays     []time.Weekday `json:"skip_days,omitempty"`
}

// schedule returns the advice for the schedule.
func (a *advice) schedule() schedule.Advice {
	if a == nil {
		return schedule.Advice{}
	}
	return schedule.Advice{TTL: seconds(a.TTL), UpdatePeriod: seconds(a.UpdatePeriod), SkipHours: a.SkipHours, SkipDays: a.SkipDays}
}

// healthStatus returns the figures of the state machine.
func (s *state) healthStatus() health.Status {
	return health.Status{
		State: s.Health, Cause: s.HealthCause, Since: orZero(s.HealthSince), Failures: s.Failures, FailedChecks: int(s.FailedChecks),
		FailingSince: orZero(s.FailingSince), LastCause: s.LastCause, CauseSince: orZero(s.CauseSince), CauseChecks: int(s.CauseChecks),
		LastSuccess: orZero(s.LastSuccessAt), SuspectReplies: int(s.SuspectReplies),
	}
}

func (s *state) setHealthStatus(h health.Status) {
	s.Health, s.HealthCause, s.HealthSince = h.State, h.Cause, orNil(h.Since)
	s.Failures, s.FailedChecks, s.FailingSince = h.Failures, int64(h.FailedChecks), orNil(h.FailingSince)
	s.LastCause, s.CauseSince, s.CauseChecks = h.LastCause, orNil(h.CauseSince), int64(h.CauseChecks)
	s.LastSuccessAt, s.SuspectReplies = orNil(h.LastSuccess), int64(h.SuspectReplies)
}

func orZero(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

func orNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
