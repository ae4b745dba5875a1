// Package sourcerights keeps what the sites of sources declare about the use of their content, the
// contracts with their publishers, and the states of the uses that follow from both by package rights.
package sourcerights

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// Place is where signals were read. The values are stored.
type Place string

// The robots.txt of the site of an endpoint or a homepage. Checks read it, and visits. What it declares about the paths
// of articles is a place of its own, because only responses with articles show it.
const (
	Robots           Place = "robots"
	RobotsOfArticles Place = "robots_articles"
)

// The places of an endpoint, which its checks read.
const (
	Header   Place = "header" // of the response
	Document Place = "document"
)

// The places of a source, which the visits of its homepage read.
const (
	Homepage    Place = "homepage" // with its header
	TDMRepFile  Place = "tdmrep"
	TrustFile   Place = "trust"
	LicenseFile Place = "license" // that robots.txt, a page or a feed names
)

// Reading is what a place of an endpoint or a source declares now.
type Reading struct {
	ID    uuid.UUID // of the endpoint or the source
	Place Place
	// RobotsURL is the address of a robots.txt; empty for other places.
	RobotsURL string
	Signals   []rights.Signal
}

// saveReadings stores readings that differ from the last ones, so that unchanged ones write nothing. An
// empty first reading is stored of a robots.txt and a homepage only: it shows that the site was read.
func saveReadings(table, id string) string {
	return `
	INSERT INTO ` + table + ` (` + id + `, place, signals, robots_url)
	SELECT n.id, n.place, n.signals::jsonb, n.robots_url
	FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) n(id, place, signals, robots_url)
	LEFT JOIN ` + table + ` k ON k.` + id + ` = n.id AND k.place = n.place
	WHERE (k.signals IS DISTINCT FROM n.signals::jsonb OR k.robots_url <> n.robots_url)
		AND (k.place IS NOT NULL OR n.signals <> '[]' OR n.place IN ('robots', 'homepage'))
	ON CONFLICT (` + id + `, place) DO UPDATE
		SET signals = excluded.signals, robots_url = excluded.robots_url, changed_at = now(), reviewed = false`
}

var (
	saveOfEndpoints = saveReadings("endpoint_rights", "endpoint_id")
	saveOfSources   = saveReadings("source_rights", "source_id")
)

// QueueEndpoints queues the storage of readings of different places of endpoints.
func QueueEndpoints(batch *pgx.Batch, readings []Reading) {
	if len(readings) > 0 {
		batch.Queue(saveOfEndpoints, arguments(readings)...)
	}
}

// SaveSource stores readings of different places of sources.
func SaveSource(ctx context.Context, tx postgres.Tx, readings []Reading) error {
	if len(readings) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, saveOfSources, arguments(readings)...)
	return err
}

func arguments(readings []Reading) []any {
	ids, places := make([]uuid.UUID, len(readings)), make([]Place, len(readings))
	signals, robots := make([]string, len(readings)), make([]string, len(readings))
	for i, r := range readings {
		ids[i], places[i], signals[i], robots[i] = r.ID, r.Place, "[]", r.RobotsURL
		if len(r.Signals) > 0 {
			data, _ := json.Marshal(r.Signals) // texts only
			signals[i] = postgres.Text(string(data))
		}
	}
	return []any{ids, places, signals, robots}
}
