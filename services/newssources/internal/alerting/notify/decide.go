package notify

import (
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// Alert is one occurrence of a rule: a source, or the view of the rule, that meets its condition.
type Alert struct {
	ID               uuid.UUID
	SourceID         uuid.UUID // uuid.Nil: the view
	ConditionVersion int
	Sighting
	FiredAt     *time.Time // it has met the condition for long enough
	NotifiedAt  *time.Time // the first notification
	RemindedAt  *time.Time // the last notification
	RecoveredAt *time.Time
	EndedAt     *time.Time // nothing more is sent
	ThreadID    *uuid.UUID // the first notification
	Detail      string     // what has changed, for messages; not stored
}

// Sighting is the health of a source, or the number of affected sources of a view, which has no
// state.
type Sighting struct {
	State           health.State
	Cause           health.Cause
	Since           time.Time // when the source got this state and cause; of a view, when it was first seen
	Affected, Total int       // endpoints of the source, or sources of the view
}

// Observation is the current health of the sources of a rule.
type Observation struct {
	Now time.Time
	// Met holds what meets the condition, by source; uuid.Nil is the view.
	Met map[uuid.UUID]Sighting
	// Others holds the health of the sources of open alerts that no longer meet the condition.
	Others map[uuid.UUID]Sighting
	// IncidentEnd is the end of the last outage of the checker, which counts for no source.
	IncidentEnd time.Time
}

// Decision says how the alerts of a rule change and what is sent.
type Decision struct {
	Alerts    []Alert // new and changed
	Firing    []Alert // of Alerts, to be notified for the first time
	Reminded  []Alert // of Alerts, still firing
	Recovered []Alert // of Alerts: they no longer meet the condition
}

// Decide returns how the open alerts of a rule change. maySend is false while the rule is muted, in
// its quiet hours, or before the time of its digest; what fires meanwhile and lasts is sent
// afterwards.
func Decide(rule Settings, conditionVersion int, open []Alert, o Observation, maySend bool) (d Decision) {
	known := map[uuid.UUID]bool{}
	for _, alert := range open {
		known[alert.SourceID] = true
		before := alert
		alert.observe(conditionVersion, o)
		d.add(before, alert, rule, o, maySend)
	}
	for id, sighting := range o.Met {
		if !known[id] {
			d.add(Alert{}, Alert{ID: uuid.Must(uuid.NewV7()), SourceID: id, ConditionVersion: conditionVersion,
				Sighting: sighting}, rule, o, maySend)
		}
	}
	return d
}

// observe applies the observation to an open alert.
func (a *Alert) observe(conditionVersion int, o Observation) {
	if met, isMet := o.Met[a.SourceID]; isMet {
		met.Since = a.Since // of the first state that met the condition
		a.Sighting, a.RecoveredAt, a.ConditionVersion = met, nil, conditionVersion
		return
	}
	if a.RecoveredAt != nil {
		return
	}
	other := o.Others[a.SourceID]
	switch {
	case a.ConditionVersion != conditionVersion: // the rule has changed, not the source
		a.EndedAt = &o.Now
	case other.State == health.New || other.State == health.Unknown: // not decided
	case a.NotifiedAt == nil: // nothing was sent, so there is nothing to recall
		a.EndedAt = &o.Now
	default:
		other.Since = a.Since
		a.Sighting, a.RecoveredAt = other, &o.Now
	}
}

// add decides what is sent about an alert, and appends it if it has changed.
func (d *Decision) add(before, a Alert, rule Settings, o Observation, maySend bool) {
	if a.EndedAt == nil && a.RecoveredAt == nil && a.FiredAt == nil &&
		o.Now.Sub(latest(a.Since, o.IncidentEnd)) >= time.Duration(rule.ForMinutes)*time.Minute {
		a.FiredAt = &o.Now
	}
	list := (*[]Alert)(nil)
	switch repeat := time.Duration(rule.RepeatMinutes) * time.Minute; {
	case a.EndedAt != nil || a.FiredAt == nil || !maySend:
	case a.RecoveredAt != nil:
		a.EndedAt = &o.Now
		if rule.NotifyRecovery {
			list = &d.Recovered
		}
	case a.NotifiedAt == nil:
		a.NotifiedAt, a.RemindedAt, list = &o.Now, &o.Now, &d.Firing
	case repeat > 0 && o.Now.Sub(*a.RemindedAt) >= repeat:
		a.RemindedAt, list = &o.Now, &d.Reminded
	}
	if list != nil {
		*list = append(*list, a)
	}
	if a != before {
		d.Alerts = append(d.Alerts, a)
	}
}

// isEmpty reports whether there is nothing to send.
func (d Decision) isEmpty() bool { return len(d.Firing)+len(d.Reminded)+len(d.Recovered) == 0 }

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
