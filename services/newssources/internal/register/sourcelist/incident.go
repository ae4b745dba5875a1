package sourcelist

import (
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// SelectIncident selects the start of the open incident of the service (ADR 20), or NULL. It uses
// the index of open incidents.
const SelectIncident = `
	SELECT min(started_at)
	FROM incidents
	WHERE ended_at IS NULL
		AND scope = 'service'`

// noValue is a state and a cause that no source has.
const noValue = "-"

// readIncident adds the query of the open incident, unless it is known.
func (s *selection) readIncident(batch *pgx.Batch) {
	if s.knowsIncident {
		return
	}
	s.knowsIncident = true
	batch.Queue(SelectIncident).QueryRow(func(row pgx.Row) error { return row.Scan(&s.incidentSince) })
}

// selectStoredHealth converts the filters by current health to filters by stored health. During an
// incident of the service, the health of all checked sources is unknown and has no cause.
func (s *selection) selectStoredHealth() {
	if s.incidentSince == nil || s.LastKnown {
		return
	}
	for _, q := range []*Query{&s.Query, s.Not} {
		if len(q.Health) == 0 {
			continue
		}
		stored := []health.State{noValue}
		if slices.Contains(q.Health, health.Unknown) {
			stored = health.States() // each checked source has one of them
		}
		if slices.Contains(q.Health, None) {
			stored = append(stored, None)
		}
		q.Health = stored
	}
	findsAll := len(s.Causes) == 0 || slices.Contains(s.Causes, None)
	findsNone := slices.Contains(s.Not.Causes, None)
	s.Causes, s.Not.Causes = nil, nil
	if !findsAll || findsNone {
		s.Causes = []health.Cause{noValue}
	}
}

// hideHealth makes the health of checked sources unknown during an incident. Their stored states
// stay as they are.
func (s *selection) hideHealth(rows []Row) {
	if s.incidentSince == nil {
		return
	}
	for i := range rows {
		row := &rows[i]
		if row.Health.State == "" {
			continue
		}
		known := row.Health
		row.LastKnown = &known
		row.Health = Health{
			State: health.Unknown, Since: health.UnknownSince(*s.incidentSince, known.Since),
			Affected: known.Checked, Checked: known.Checked,
		}
	}
}

// hideFacets replaces the counts of the states by that of the unknown sources during an incident,
// and removes those of the causes.
func (s *selection) hideFacets(f *Facets) {
	if s.incidentSince == nil || s.LastKnown {
		return
	}
	if states, ok := f.Counts[byHealth]; ok {
		checked := 0
		for _, state := range states {
			checked += state.Count
		}
		f.Counts[byHealth] = []Count{}
		if len(states) > 0 {
			f.Counts[byHealth] = []Count{{string(health.Unknown), checked}}
		}
	}
	if _, ok := f.Counts[byCause]; ok {
		f.Counts[byCause] = []Count{}
	}
}
