package suggestion

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/reading/feeddate"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// observedEndpoint is an endpoint with the observations of its checks.
type observedEndpoint struct {
	ID, SourceID         uuid.UUID
	URL                  string
	Charset, DefaultZone string
	Schedule             []byte // see schedule.Spec
	Tier                 int
	Country              string
	Observations         *schedule.History
	Existing             []existingSuggestion // open and dismissed suggestions of the kinds slower, faster and settings
}

// existingSuggestion is an open or dismissed suggestion. It is not made again while the endpoint
// has the value Before.
type existingSuggestion struct {
	Kind    Kind   `json:"kind"`
	Setting string `json:"setting"`
	Before  string `json:"before"`
}

// selectObserved leaves out the observations of checks with former settings.
const selectObserved = `
	SELECT e.id, e.source_id, e.url, e.charset, e.default_zone, e.schedule, coalesce(s.tier, 0) AS tier, s.country,
		t.observations,
		(SELECT json_agg(json_build_object('kind', g.kind, 'setting', coalesce(g.evidence->>'setting', ''), 'before',
		coalesce(g.evidence->>'before', '')))
			FROM suggestions g
			WHERE g.endpoint_id = e.id AND g.kind IN ('slower', 'faster', 'settings')
				AND g.state IN ('open', 'dismissed')) AS existing
	FROM endpoint_states t JOIN endpoints e ON e.id = t.endpoint_id JOIN sources s ON s.id = e.source_id
	WHERE t.endpoint_id = ANY($1) AND t.enabled AND (t.observations->>'revision')::bigint = t.revision`

// reviewObservations suggests schedules, encodings and time zones.
func (s *Suggestions) reviewObservations(ctx context.Context, ids []uuid.UUID) error {
	rows, err := s.db.Pool.Query(ctx, selectObserved, ids)
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToAddrOfStructByName[observedEndpoint])
	if err != nil {
		return err
	}
	for _, e := range list {
		for _, evidence := range e.conclusions(s.config, s.register.ScheduleLimits()) {
			if err := s.suggestObserved(ctx, e, evidence); err != nil {
				return err
			}
		}
	}
	return nil
}

// conclusion is a suggested change and its evidence.
type conclusion struct {
	kind Kind
	Evidence
}

// conclusions returns what the observations of an endpoint suggest.
func (e *observedEndpoint) conclusions(c Config, limits schedule.Limits) (list []conclusion) {
	add := func(found *conclusion) {
		if found != nil && !e.isSuggested(found) {
			found.URL = e.URL
			list = append(list, *found)
		}
	}
	add(e.pace(c, limits))
	add(e.encoding(c))
	add(e.zone(c))
	return list
}

// isSuggested reports whether the change is already suggested or was dismissed for the present
// value.
func (e *observedEndpoint) isSuggested(found *conclusion) bool {
	for _, d := range e.Existing {
		if d.Kind == found.kind && d.Setting == found.Setting && d.Before == found.Before {
			return true
		}
	}
	return false
}

// adaptive is the value of the setting schedule if no interval is set.
const adaptive = "adaptive"

// pace suggests a shorter or longer interval. It keeps a cron expression, because a person chose
// its times.
func (e *observedEndpoint) pace(c Config, limits schedule.Limits) *conclusion {
	spec, err := parseSchedule(e.Schedule)
	if err != nil || spec != nil && spec.Mode == schedule.Cron || e.Observations.Pace == nil {
		return nil
	}
	p, before := e.Observations.Pace, adaptive
	if spec != nil && spec.Mode == schedule.Fixed {
		before = strconv.Itoa(spec.EverySeconds)
	}
	kind, every := Faster, p.Faster(c.FasterTime, limits.Floor(e.Tier))
	if every == 0 {
		kind, every = Slower, p.Slower(c.SlowerTime)
	}
	if every == 0 {
		return nil
	}
	return &conclusion{kind, Evidence{
		Setting: "schedule", Before: before, After: strconv.Itoa(int(every / time.Second)), Schedule: spec,
		Checks: p.Checks, ChecksNew: p.New, Losses: p.Losses, KnownPercent: 100 * p.Known / max(p.Items, 1),
		EverySeconds: int(p.Mean() / time.Second),
		FirstSeenAt:  &p.Since, LastSeenAt: &p.Last,
	}}
}

// encoding suggests the encoding that the documents show.
func (e *observedEndpoint) encoding(c Config) *conclusion {
	found := e.Observations.Charset
	name := found.Suggested(c.SettingChecks, c.SettingTime)
	if name == "" || name == e.Charset {
		return nil
	}
	return &conclusion{Settings,
		Evidence{Setting: charset, Before: e.Charset, After: name, Sightings: found.Documents, FirstSeenAt: &found.FirstAt,
			LastSeenAt: &found.LastAt}}
}

// zone suggests the zone that explains the dates without a zone.
func (e *observedEndpoint) zone(c Config) *conclusion {
	current, err := feeddate.LoadZone(e.DefaultZone)
	if err != nil {
		current = time.UTC
	}
	name := e.Observations.SuggestedZone(current, e.Country, c.SettingChecks, c.SettingTime)
	if name == "" || name == e.DefaultZone {
		return nil
	}
	found := e.Observations.Zone
	return &conclusion{Settings, Evidence{
		Setting: defaultZone, Before: e.DefaultZone, After: name, Sightings: len(found.Leads),
		LeadSeconds: int(found.Lead() / time.Second),
		FirstSeenAt: &found.FirstAt, LastSeenAt: &found.LastAt,
	}}
}

// suggestObserved makes a suggestion. If the suggestion changes how items are read, it includes
// some of the newest items.
func (s *Suggestions) suggestObserved(ctx context.Context, e *observedEndpoint, found conclusion) error {
	subject := found.Setting + "=" + found.After
	if found.kind == Settings {
		sample, err := s.items(ctx, "endpoint_id = $1", e.ID)
		if err != nil {
			return err
		}
		found.Sample = sample[:min(len(sample), sampleSize)]
	} else {
		subject = found.Before + " " + subject // an interval may be suggested again after another one was accepted
	}
	return s.suggest(ctx, draft{kind: found.kind, sourceID: e.SourceID, endpointID: &e.ID, subject: subject,
		evidence: found.Evidence})
}

// suggestedSchedule returns the schedule with the suggested interval and the present window.
func (e Evidence) suggestedSchedule() *schedule.Spec {
	spec := &schedule.Spec{Mode: schedule.Fixed}
	if spec.EverySeconds, _ = strconv.Atoi(e.After); e.Schedule != nil {
		spec.Window, spec.Zone = e.Schedule.Window, e.Schedule.Zone
	}
	return spec
}

func parseSchedule(stored []byte) (*schedule.Spec, error) {
	if stored == nil {
		return nil, nil
	}
	spec := &schedule.Spec{}
	return spec, json.Unmarshal(stored, spec)
}
