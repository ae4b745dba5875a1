package check

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

const (
	// maxPreviewSettings bounds the different settings of one domain whose requests are counted.
	maxPreviewSettings = 1000
	// previewTimeout limits counting the requests of one domain, because people wait for the preview
	// while they edit. It is enough for about 100,000 endpoints, which is more than can be checked in
	// a day at one request per second.
	previewTimeout = 2 * time.Second
)

// SchedulePreviewInput is a schedule before it is saved.
type SchedulePreviewInput struct {
	EndpointID *uuid.UUID // nil for a new endpoint
	SourceID   *uuid.UUID // of a new endpoint; nil if unknown
	URL        string     // of a new endpoint, or the new address of an existing one
	Schedule   *schedule.Spec
}

// SchedulePreview is the effect of a schedule.
type SchedulePreview struct {
	schedule.Preview
	Domain string      // the registrable domain of the endpoint
	Load   *DomainLoad // nil if the endpoints of the domain cannot be counted within previewTimeout
}

// DomainLoad is the number of requests to a domain and of its endpoints that are checked.
type DomainLoad struct {
	PerDay    float64 // requests
	Endpoints int
}

// previewed is what the database has of the endpoint of a preview.
type previewed struct {
	URL             string
	Tier            int
	Checks          int
	IntervalSeconds float64
	Advice          *record.Advice
}

// PreviewSchedule returns the effect of a schedule before it is saved. It stores and fetches
// nothing.
func (c *Control) PreviewSchedule(ctx context.Context, register *source.Register,
	input SchedulePreviewInput) (*SchedulePreview, error) {
	known, err := c.readPreviewed(ctx, input)
	if err != nil {
		return nil, err
	}
	var wrong problem.Fields
	if input.URL != "" {
		if address, err := weburl.Parse(weburl.Clean(input.URL)); err == nil {
			known.URL = address.String()
		} else {
			wrong.Add("/url", "address", "This is not the address of a page on the web.")
		}
	}
	spec, err := register.CheckSchedule(input.Schedule, known.Tier, "/schedule")
	if wrong.Merge(err); wrong.Err() != nil {
		return nil, wrong.Err()
	}
	settings, err := spec.Settings(known.Tier)
	if err != nil {
		return nil, err
	}
	in := schedule.Input{
		Key: known.URL, Round: known.Checks, Now: time.Now().UTC(), Settings: settings, Limits: register.ScheduleLimits(),
		Interval: time.Duration(known.IntervalSeconds * float64(time.Second)),
		Advice:   known.Advice.Schedule(),
	}
	if input.EndpointID != nil {
		in.Key = input.EndpointID.String()
	}
	preview := &SchedulePreview{Preview: schedule.Simulate(in), Domain: weburl.DomainOf(known.URL)}
	load, err := c.othersLoad(ctx, preview.Domain, input.EndpointID, register.ScheduleLimits())
	switch {
	case postgres.IsStatementTimeout(err) && ctx.Err() == nil:
		return preview, nil
	case err != nil:
		return nil, err
	}
	preview.Load = &DomainLoad{PerDay: load.PerDay + preview.PerDay, Endpoints: load.Endpoints + 1}
	return preview, nil
}

// readPreviewed reads the endpoint, or the source of a new one.
func (c *Control) readPreviewed(ctx context.Context, input SchedulePreviewInput) (*previewed, error) {
	known := &previewed{}
	var err error
	switch {
	case input.EndpointID != nil:
		err = c.db.Pool.QueryRow(ctx, `SELECT e.url, coalesce(src.tier, 0), s.checks, s.interval_seconds, s.advice
			FROM endpoints e JOIN sources src ON src.id = e.source_id JOIN endpoint_states s ON s.endpoint_id = e.id
			WHERE e.id = $1`, *input.EndpointID).
			Scan(&known.URL, &known.Tier, &known.Checks, &known.IntervalSeconds, &known.Advice)
		if postgres.IsNoRows(err) {
			return nil, problem.New(problem.NotFound, "There is no endpoint with this id. It may have been deleted.")
		}
	case input.URL == "":
		var wrong problem.Fields
		wrong.Add("/url", "required", "Enter the id of an endpoint, or an address.")
		return nil, wrong.Err()
	case input.SourceID != nil:
		err = c.db.Pool.QueryRow(ctx, "SELECT coalesce(tier, 0) FROM sources WHERE id = $1", *input.SourceID).
			Scan(&known.Tier)
		if postgres.IsNoRows(err) {
			return nil, problem.New(problem.NotFound, "There is no source with this id. It may have been deleted.")
		}
	}
	return known, err
}

// othersLoad returns the load of a domain without one of its endpoints.
func (c *Control) othersLoad(ctx context.Context, domain string, except *uuid.UUID,
	limits schedule.Limits) (load DomainLoad, err error) {
	const query = `SELECT e.schedule, coalesce(src.tier, 0), count(*), count(*) FILTER (WHERE s.interval_seconds > 0),
			coalesce(sum(86400 / s.interval_seconds) FILTER (WHERE s.interval_seconds > 0), 0)
		FROM endpoint_states s JOIN endpoints e ON e.id = s.endpoint_id JOIN sources src ON src.id = e.source_id
		WHERE s.domain = $1 AND s.enabled AND s.endpoint_id IS DISTINCT FROM $2 GROUP BY 1, 2 ORDER BY 3 DESC LIMIT $3`
	var stored []byte
	var tier, endpoints, withInterval int
	var adaptivePerDay float64 // of those with an interval
	err = c.db.QueryLimited(ctx, previewTimeout, query, []any{domain, except, maxPreviewSettings},
		func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{&stored, &tier, &endpoints, &withInterval, &adaptivePerDay}, func() error {
				settings, _ := schedule.ParseSettings(stored, tier) // invalid ones are adaptive, as in the checker
				load.Endpoints += endpoints
				if withInterval > 0 { // with their mean interval
					interval := time.Duration(float64(withInterval) / adaptivePerDay * float64(24*time.Hour))
					load.PerDay += float64(withInterval) * settings.PerDay(interval, limits)
				}
				load.PerDay += float64(endpoints-withInterval) * settings.PerDay(0, limits)
				return nil
			})
			return err
		})
	return load, err
}
