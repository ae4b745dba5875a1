package source

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// scheduledVisit is a source whose homepage is to be visited.
type scheduledVisit struct {
	id         uuid.UUID
	homepage   string
	isComplete bool // no field is empty or derived, so the visit is not urgent
}

// completeDelay is the delay of the first visit of a complete source, which a person has just looked up.
const completeDelay = 24 * time.Hour

// IsFetched reports whether the source is requested at all: it is active, and its rights do not
// forbid it. The function is_checked of the database decides in the same way about checks.
func (d Details) IsFetched() bool { return d.Lifecycle == Active && d.Rights != RightsForbidden }

// isComplete reports whether no visit of the homepage can complete the source.
func isComplete(d Details, isNameDerived, isHomepageDerived bool) bool {
	return d.Country != "" && len(d.Languages) > 0 && d.Logo != "" && !isNameDerived && !isHomepageDerived
}

// scheduleVisits schedules visits: of incomplete sources as soon as possible. A homepage that was
// visited with success is not visited again before its next visit.
func scheduleVisits(ctx context.Context, tx postgres.Tx, visits []scheduledVisit) error {
	if len(visits) == 0 {
		return nil
	}
	ids, sources := make([]uuid.UUID, len(visits)), make([]uuid.UUID, len(visits))
	homepages, domains := make([]string, len(visits)), make([]string, len(visits))
	now, due := time.Now(), make([]time.Time, len(visits))
	for i, v := range visits {
		address, err := weburl.Parse(v.homepage)
		if err != nil {
			return err
		}
		ids[i], sources[i], homepages[i], domains[i] = uuid.Must(uuid.NewV7()), v.id, v.homepage, address.RegistrableDomain()
		if due[i] = now; v.isComplete {
			due[i] = now.Add(completeDelay)
		}
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO visits (id, source_id, domain, due_at, created_at)
		SELECT v.id, v.source_id, v.domain, v.due, $5
		FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $6::timestamptz[]) v(id, source_id, homepage, domain, due)
		ON CONFLICT (source_id) DO UPDATE SET domain = excluded.domain, due_at = excluded.due_at, attempts = 0
		WHERE visits.outcome <> 'ok' OR (SELECT v.homepage FROM unnest($2::uuid[], $3::text[]) v(source_id, homepage)
			WHERE v.source_id = excluded.source_id) NOT IN (visits.homepage, visits.url)`,
		ids, sources, homepages, domains, now, due)
	return err
}

// scheduleCreated schedules visits of new sources.
func scheduleCreated(ctx context.Context, tx postgres.Tx, inputs []*CreateInput) error {
	var visits []scheduledVisit
	for _, input := range inputs {
		if input.IsFetched() {
			visits = append(visits, scheduledVisit{input.ID, input.HomepageURL,
				isComplete(input.Details, input.IsNameDerived, input.IsHomepageDerived)})
		}
	}
	return scheduleVisits(ctx, tx, visits)
}
