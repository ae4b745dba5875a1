package bench

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
)

// LoadWithHistory is Load, with the history and the health of sources that have been in use for a while.
// Their next checks are due in a month, so that no worker requests the invented addresses.
func LoadWithHistory(ctx context.Context, url string, sources int) error {
	return Load(ctx, url, sources, history, states)
}

// history inserts the creation of each source. The id of an event is a UUID v7 with its time.
const history = `
	INSERT INTO audit_events (id, at, actor_email, actor_name, actor_role, action, target_type, target_id, target_name,
		source_id, version, changes)
	SELECT (left(s.id::text, 13) || '-7' || substr(h.hash, 1, 3) || '-8' || substr(h.hash, 4, 3) || '-'
			|| substr(h.hash, 7, 12))::uuid,
		s.created_at, '', 'Command line', 'admin', 'source.created', 'source', s.id, s.name, s.id, 1, jsonb_build_array(
			jsonb_build_object('field', 'homepage_url', 'after', s.homepage_url),
			jsonb_build_object('field', 'lifecycle', 'after', 'active'),
			jsonb_build_object('field', 'name', 'after', s.name))
	FROM sources s
	CROSS JOIN LATERAL (SELECT md5(s.id::text) AS hash) h`

// states sets the results of checks: of 100 endpoints, four are failing, two are gone and three are quiet.
const states = `
	UPDATE endpoint_states t SET checks = 400, interval_seconds = 21600, items_total = 2000,
		health = h.health, health_cause = h.cause, health_since = now() - e.age,
		last_cause = h.cause, failures = h.failures, failed_checks = h.failures,
		last_attempt_at = now() - e.age / 100, last_success_at = now() - e.age, last_new_item_at = now() - e.age,
		next_check_at = now() + interval '30 days' + e.age
	FROM (
		SELECT s.endpoint_id, get_byte(uuid_send(s.endpoint_id), 15) % 100 AS n,
			get_byte(uuid_send(s.endpoint_id), 14) * interval '1 hour' AS age
		FROM endpoint_states s
	) e
	JOIN (VALUES
		(0, 3, 'failing', 'timeout', 9),
		(4, 5, 'gone', 'not_found', 9),
		(6, 8, 'quiet', 'silence', 0),
		(9, 99, 'ok', '', 0)
	) h(first, last, health, cause, failures) ON e.n BETWEEN h.first AND h.last
	WHERE e.endpoint_id = t.endpoint_id AND t.enabled`

// Seed fills the empty register of DATABASE_URL, for trials by hand.
func Seed(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("seed", flag.ExitOnError)
	sources := flags.Int("sources", 100_000, "number of sources")
	_ = flags.Parse(args)
	url := os.Getenv("DATABASE_URL")
	if url == "" {
		return errors.New("DATABASE_URL is missing: run `make seed`")
	}
	if err := checkEmpty(ctx, url); err != nil {
		return err
	}
	started := time.Now()
	if err := LoadWithHistory(ctx, url, *sources); err != nil {
		return err
	}
	fmt.Printf("added %d sources in %.0f s\n", *sources, time.Since(started).Seconds())
	return nil
}

// checkEmpty returns an error if the register has sources or tags, with which the generated ones may
// conflict.
func checkEmpty(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var isUsed bool
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM sources) OR EXISTS (SELECT FROM tags)").Scan(&isUsed)
	if err == nil && isUsed {
		err = errors.New("the register is not empty: start an empty one with `make run STATE_DIR=.local/large`, " +
			"and run `make seed STATE_DIR=.local/large`")
	}
	return err
}
