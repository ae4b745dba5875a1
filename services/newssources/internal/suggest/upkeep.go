package suggest

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// upkeepBatch is the maximum number of sources that one run schedules. Their visits take about half an hour.
const upkeepBatch = 2000

// Upkeep completes what an earlier version of the service left during an upgrade: it schedules visits of incomplete sources
// that have none, and deletes proposals for fields that were edited.
func (v *Visits) Upkeep(ctx context.Context) error {
	return errors.Join(v.scheduleMissing(ctx), v.deleteOutdated(ctx))
}

func (v *Visits) scheduleMissing(ctx context.Context) error {
	rows, err := v.db.Pool.Query(ctx, `
		SELECT s.id, s.homepage_url FROM sources s
		WHERE s.lifecycle = 'active' AND (s.country = '' OR s.languages = '[]' OR s.logo = '' OR s.name_derived OR s.homepage_derived)
			AND NOT EXISTS (SELECT FROM visits v WHERE v.source_id = s.id)
		ORDER BY s.id LIMIT $1`, upkeepBatch)
	if err != nil {
		return err
	}
	type incomplete struct {
		ID          uuid.UUID
		HomepageURL string
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[incomplete])
	if err != nil || len(list) == 0 {
		return err
	}
	ids, sources, domains := make([]uuid.UUID, len(list)), make([]uuid.UUID, len(list)), make([]string, len(list))
	for i, s := range list {
		ids[i], sources[i] = uuid.Must(uuid.NewV7()), s.ID
		if address, err := weburl.Parse(s.HomepageURL); err == nil { // a visit reports an invalid address
			domains[i] = address.RegistrableDomain()
		}
	}
	// A source may have been deleted meanwhile.
	_, err = v.db.Pool.Exec(ctx, `
		INSERT INTO visits (id, source_id, domain, due_at, created_at)
		SELECT n.id, n.source_id, n.domain, $4, $4 FROM unnest($1::uuid[], $2::uuid[], $3::text[]) n(id, source_id, domain)
		JOIN sources s ON s.id = n.source_id ON CONFLICT (source_id) DO NOTHING`, ids, sources, domains, v.now())
	return err
}

func (v *Visits) deleteOutdated(ctx context.Context) error {
	_, err := v.db.Pool.Exec(ctx, `
		DELETE FROM proposals p USING sources s WHERE p.state = 'open' AND s.id = p.source_id AND (s.lifecycle = 'archived' OR
			CASE p.field WHEN 'name' THEN NOT s.name_derived OR s.name <> p.before
				WHEN 'homepage_url' THEN NOT s.homepage_derived OR s.homepage_url <> p.before
				WHEN 'country' THEN s.country <> '' WHEN 'languages' THEN s.languages <> '[]' ELSE s.logo <> '' END)`)
	return err
}
