package sourcelist

import (
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/health"
)

// SelectIncident selects the start of the open incident of the service (ADR 20), or NULL. It uses the index of open incidents.
const SelectIncident = `SELECT min(started_at) FROM incidents WHERE ended_at IS NULL AND scope = 'service'`

const (
	// maxReads bounds how often a read is repeated because an incident began or ended meanwhile.
	maxReads = 3
	// noValue is a state and a cause that no source has.
	noValue = "-"
)

// incident is the start of the open incident of the service, or nil if none is open: assumed by a
// read at its beginning, and found by its last statement.
type incident struct{ assumed, found *time.Time }

// queue adds the query of the open incident to a batch.
func (i *incident) queue(batch *pgx.Batch) {
	if i != nil {
		batch.Queue(SelectIncident).QueryRow(func(row pgx.Row) error { return row.Scan(&i.found) })
	}
}

// hasChanged reports whether an incident began or ended since the assumption was made.
func (i *incident) hasChanged() bool {
	if i.assumed == nil || i.found == nil {
		return i.assumed != i.found
	}
	return !i.assumed.Equal(*i.found)
}

// readCurrent calls read with the filters of q by the current health converted to filters by the stored health. It returns the start of the open incident of
// the service, or nil. It assumes the incident that the last read found. Each statement of the read queries the incident in its round trip; if it has changed, the
// read is repeated.
func (r *Reader) readCurrent(q Query, read func(Query) error) (incidentSince *time.Time, err error) {
	for range maxReads {
		incidentSince = r.incidentSince.Load()
		current := q.during(incidentSince)
		if err := read(current); err != nil {
			return nil, err
		}
		if !current.incident.hasChanged() {
			break
		}
		r.incidentSince.Store(current.incident.found)
	}
	return incidentSince, nil
}

// during converts the filters of q by current health to filters by stored health, and returns the result. since is the start of the open incident, or nil.
// During an incident, the health of all checked sources is unknown and has no cause.
func (q Query) during(since *time.Time) Query {
	q.incident = &incident{assumed: since, found: since}
	if since == nil || q.LastKnown {
		return q
	}
	if len(q.Health) > 0 {
		isSelected := slices.Contains(q.Health, string(health.Unknown))
		q.Health = []string{noValue}
		if isSelected {
			q.Health = checkedStates()
		}
	}
	if len(q.Causes) > 0 {
		q.Causes = []string{noValue}
	}
	return q
}

// checkedStates returns all states, one of which each checked source has.
func checkedStates() (list []string) {
	for _, state := range health.States() {
		list = append(list, string(state))
	}
	return list
}

// hideHealth makes the health of checked sources unknown during an incident that began at since. Their stored states stay as they are.
func hideHealth(rows []Row, since time.Time) {
	for i := range rows {
		row := &rows[i]
		if row.Health.State == "" {
			continue
		}
		known := row.Health
		row.LastKnown = &known
		row.Health = Health{State: health.Unknown, Since: health.UnknownSince(since, known.Since), Affected: known.Checked, Checked: known.Checked}
	}
}

// hideHealth replaces the counts of the states by that of the unknown sources during an incident, and removes those of the causes.
func (f *Facets) hideHealth() {
	if states, ok := f.Counts[byHealth]; ok {
		checked := 0
		for _, state := range states {
			checked += state.Count
		}
		if slices.Contains(f.Estimated, byHealth) {
			checked = round(float64(checked))
		}
		f.Counts[byHealth] = []Count{}
		if checked > 0 {
			f.Counts[byHealth] = []Count{{string(health.Unknown), checked}}
		}
	}
	if _, ok := f.Counts[byCause]; ok {
		f.Counts[byCause] = []Count{}
	}
}
