package record

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// state is the part of endpoint_states that a check changes. See stateColumns.
type state struct {
	EndpointID      uuid.UUID
	NextCheckAt     time.Time
	NextReasons     []schedule.Reason `db:"next_reasons"`
	Requested       bool
	RequestedBy     *uuid.UUID
	IntervalSeconds float64
	Checks          int64
	Health          health.State
	HealthCause     health.Cause
	HealthSince     *time.Time
	Failures        float64
	FailedChecks    int64
	FailingSince    *time.Time
	LastCause       health.Cause
	CauseSince      *time.Time
	CauseChecks     int64
	SuspectReplies  int64
	LastAttemptAt   *time.Time
	LastSuccessAt   *time.Time
	LastNewItemAt   *time.Time
	LastDetail      string
	ETag            string `db:"etag"`
	LastModified    string
	BodyHash        string
	FullCheckAt     *time.Time
	WrongValidators int64
	EffectiveURL    string
	ItemsTotal      int64
	GapP50Seconds   float64
	GapP95Seconds   float64
	Advice          *Advice

	Observations *schedule.History // from which settings are suggested
}

// stateColumn is a column of state.
type stateColumn struct {
	name, sqlType string
	values        func([]*state) any // a slice with the value of each state
}

// column returns a stateColumn. get returns the value of the column in a state.
func column[T any](name, sqlType string, get func(*state) T) stateColumn {
	return stateColumn{name, sqlType, func(states []*state) any {
		list := make([]T, len(states))
		for i, s := range states {
			list[i] = get(s)
		}
		return list
	}}
}

// stateColumns are the columns of state, except for the key.
var stateColumns = []stateColumn{
	column("next_check_at", "timestamptz", func(s *state) time.Time { return s.NextCheckAt }),
	column("next_reasons", "json", func(s *state) *string { return postgres.JSON(s.NextReasons) }),
	column("requested", "boolean", func(s *state) bool { return s.Requested }),
	column("requested_by", "uuid", func(s *state) *uuid.UUID { return s.RequestedBy }),
	column("interval_seconds", "double precision", func(s *state) float64 { return s.IntervalSeconds }),
	column("checks", "bigint", func(s *state) int64 { return s.Checks }),
	column("health", "text", func(s *state) string { return string(s.Health) }),
	column("health_cause", "text", func(s *state) string { return string(s.HealthCause) }),
	column("health_since", "timestamptz", func(s *state) *time.Time { return s.HealthSince }),
	column("failures", "double precision", func(s *state) float64 { return s.Failures }),
	column("failed_checks", "bigint", func(s *state) int64 { return s.FailedChecks }),
	column("failing_since", "timestamptz", func(s *state) *time.Time { return s.FailingSince }),
	column("last_cause", "text", func(s *state) string { return string(s.LastCause) }),
	column("cause_since", "timestamptz", func(s *state) *time.Time { return s.CauseSince }),
	column("cause_checks", "bigint", func(s *state) int64 { return s.CauseChecks }),
	column("suspect_replies", "bigint", func(s *state) int64 { return s.SuspectReplies }),
	column("last_attempt_at", "timestamptz", func(s *state) *time.Time { return s.LastAttemptAt }),
	column("last_success_at", "timestamptz", func(s *state) *time.Time { return s.LastSuccessAt }),
	column("last_new_item_at", "timestamptz", func(s *state) *time.Time { return s.LastNewItemAt }),
	column("last_detail", "text", func(s *state) string { return s.LastDetail }),
	column("etag", "text", func(s *state) string { return s.ETag }),
	column("last_modified", "text", func(s *state) string { return s.LastModified }),
	column("body_hash", "text", func(s *state) string { return s.BodyHash }),
	column("full_check_at", "timestamptz", func(s *state) *time.Time { return s.FullCheckAt }),
	column("wrong_validators", "bigint", func(s *state) int64 { return s.WrongValidators }),
	column("effective_url", "text", func(s *state) string { return s.EffectiveURL }),
	column("items_total", "bigint", func(s *state) int64 { return s.ItemsTotal }),
	column("gap_p50_seconds", "double precision", func(s *state) float64 { return s.GapP50Seconds }),
	column("gap_p95_seconds", "double precision", func(s *state) float64 { return s.GapP95Seconds }),
	column("advice", "json", func(s *state) *string { return postgres.JSON(s.Advice) }),
	// Settings are suggested from these observations.
	column("observations", "json", func(s *state) *string { return postgres.JSON(s.Observations) }),
}

// selectState lists the columns of state for endpoint_states s. updateStates updates many rows in
// one statement, whose parameters are the ids and the values of each column.
var selectState, updateStates = stateStatements()

func stateStatements() (selected, update string) {
	names, arrays, values := []string{"endpoint_id"}, []string{"$1::uuid[]"}, []string(nil)
	for i, c := range stateColumns {
		value, parameter := "r."+c.name, c.sqlType
		if c.sqlType == "json" {
			value, parameter = value+"::json", "text"
		}
		names, values, arrays = append(names, c.name), append(values, value),
			append(arrays, fmt.Sprintf("$%d::%s[]", i+2, parameter))
	}
	return "s." + strings.Join(names, ", s."),
		"UPDATE endpoint_states s SET (" + strings.Join(names[1:], ", ") + ") = (" + strings.Join(values, ", ") +
			") FROM unnest(" + strings.Join(arrays, ", ") + ") r(" + strings.Join(names, ", ") +
			") WHERE s.endpoint_id = r.endpoint_id"
}

// queueStates adds updateStates to a batch.
func queueStates(batch *pgx.Batch, states []*state) {
	ids := column("endpoint_id", "uuid", func(s *state) uuid.UUID { return s.EndpointID })
	args := []any{ids.values(states)}
	for _, c := range stateColumns {
		args = append(args, c.values(states))
	}
	batch.Queue(updateStates, args...)
}

// Advice is what a document asks for. It is stored, because it still holds when the document is
// unchanged.
type Advice struct {
	TTL          float64        `json:"ttl,omitempty"` // seconds
	UpdatePeriod float64        `json:"update_period,omitempty"`
	SkipHours    []int          `json:"skip_hours,omitempty"`
	SkipDays     []time.Weekday `json:"skip_days,omitempty"`
	Sitemaps     []Sitemap      `json:"sitemaps,omitempty"` // of an index
}

// Sitemap is a sitemap that an index names, with the response to its last request. The JSON form is
// stored with the advice of the endpoint.
type Sitemap struct {
	URL          string `json:"url"`
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	BodyHash     string `json:"body_hash,omitempty"`
	Items        int    `json:"items"`
	Depth        int    `json:"depth"` // 1: the index of the endpoint names it
	// The last check had no time for this sitemap, because of the pause between requests.
	IsLeftOut bool `json:"left_out,omitempty"`
	IsFailed  bool `json:"failed,omitempty"` // its last request failed
}

// Schedule returns the advice for the schedule.
func (a *Advice) Schedule() schedule.Advice {
	if a == nil {
		return schedule.Advice{}
	}
	return schedule.Advice{TTL: seconds(a.TTL), UpdatePeriod: seconds(a.UpdatePeriod), SkipHours: a.SkipHours,
		SkipDays: a.SkipDays}
}

// healthStatus returns the figures of the state machine.
func (s *state) healthStatus() health.Status {
	return health.Status{
		State: s.Health, Cause: s.HealthCause, Since: orZero(s.HealthSince), Failures: s.Failures,
		FailedChecks: int(s.FailedChecks),
		FailingSince: orZero(s.FailingSince), LastCause: s.LastCause, CauseSince: orZero(s.CauseSince),
		CauseChecks: int(s.CauseChecks),
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
