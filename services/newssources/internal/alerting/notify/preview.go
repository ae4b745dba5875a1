package notify

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

const (
	previewWindow = 30 * 24 * time.Hour
	// maxChanges is read in about half a second. A register of 100,000 sources has about as many
	// changes in a month.
	maxChanges = 200_000
	// maxExamples of the matching sources fit into the side of the form.
	maxExamples = 10
)

// Preview says which sources a rule matches now, and when it would have fired.
type Preview struct {
	Matching, Total int
	Examples        []sourcelist.HealthMatch
	Firings         []time.Time
	RecordedSince   time.Time // zero without records
	IsComplete      bool
}

// Preview returns the preview of a rule with a condition that must be met for so many minutes.
func (s *Service) Preview(ctx context.Context, c Condition, forMinutes int) (*Preview, error) {
	var invalid problem.Fields
	c.validate(&invalid)
	if err := invalid.Err(); err != nil {
		return nil, err
	}
	if err := useView(ctx, s.db.Pool, &c, ""); err != nil {
		return nil, err
	}
	now, p := time.Now(), &Preview{}
	var err error
	if p.Matching, err = s.Lists.CountHealth(ctx, c.matching()); err != nil {
		return nil, err
	}
	if p.Total, err = s.Lists.CountHealth(ctx, c.filter()); err != nil {
		return nil, err
	}
	if p.Examples, err = s.Lists.HealthMatches(ctx, c.matching(), nil, maxExamples); err != nil {
		return nil, err
	}
	// Twice the window, so that the state at its start is known unless it is older than that.
	changes, recorded, err := s.Lists.HealthChanges(ctx, c.filter(), now.Add(-2*previewWindow), maxChanges+1)
	if err != nil {
		return nil, err
	}
	p.RecordedSince, p.IsComplete = recorded, len(changes) <= maxChanges
	slices.Reverse(changes)
	firings := firingsOfSources
	if c.Scope == WholeView {
		firings = func(c Condition, after time.Duration, changes []sourcelist.HealthChange, now time.Time) []time.Time {
			return firingsOfView(c, after, changes, now, p)
		}
	}
	for _, at := range firings(c, time.Duration(forMinutes)*time.Minute, changes, now) {
		if now.Sub(at) <= previewWindow {
			p.Firings = append(p.Firings, at)
		}
	}
	return p, nil
}

// firingsOfSources returns when a rule for each source would have fired, by changes in the order of
// time.
func firingsOfSources(c Condition, after time.Duration, changes []sourcelist.HealthChange,
	now time.Time) (firings []time.Time) {
	since := map[uuid.UUID]time.Time{}
	end := func(start, end time.Time) {
		if end.Sub(start) >= after {
			firings = append(firings, start.Add(after))
		}
	}
	for _, change := range changes {
		start, wasMet := since[change.SourceID]
		switch isMet := c.matches(change.State, change.Cause); {
		case isMet && !wasMet:
			since[change.SourceID] = change.At
		case !isMet && wasMet && change.State != health.New && change.State != health.Unknown:
			end(start, change.At)
			delete(since, change.SourceID)
		}
	}
	for _, start := range since {
		end(start, now)
	}
	slices.SortFunc(firings, time.Time.Compare)
	return firings
}

// firingsOfView returns when a rule for a view would have fired. It counts back from the sources
// that are affected now, and assumes that the view has always had as many sources as now.
func firingsOfView(c Condition, after time.Duration, changes []sourcelist.HealthChange, now time.Time,
	p *Preview) (firings []time.Time) {
	met, steps := map[uuid.UUID]bool{}, make([]int, len(changes))
	for i, change := range changes {
		isMet := c.matches(change.State, change.Cause)
		switch {
		case isMet && !met[change.SourceID]:
			steps[i] = 1
		case !isMet && met[change.SourceID]:
			steps[i] = -1
		}
		met[change.SourceID] = isMet
	}
	count := p.Matching
	for _, step := range steps {
		count -= step
	}
	count = max(count, 0)
	var since *time.Time
	wasMet := c.isMetBy(count, p.Total) // if so, the alert began before the records and is not counted
	for i, change := range changes {
		count += steps[i]
		switch isMet := c.isMetBy(count, p.Total); {
		case wasMet:
			wasMet = isMet
		case isMet && since == nil:
			since = &changes[i].At
		case !isMet && since != nil:
			if change.At.Sub(*since) >= after {
				firings = append(firings, since.Add(after))
			}
			since = nil
		}
	}
	if since != nil && now.Sub(*since) >= after {
		firings = append(firings, since.Add(after))
	}
	return firings
}
