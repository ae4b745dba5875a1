package notify

import (
	"testing"
	"time"

	"github.com/newsources/newsources/services/devstack/inbox"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestAlertsUseTheClockOfTheDatabase evaluates a rule while the clocks of this process and the
// database differ by an hour.
func TestAlertsUseTheClockOfTheDatabase(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		database string // its clock minus that of this process
		failing  time.Duration
		fires    bool
	}{
		"ahead, too short":  {"1 hour", 20 * time.Minute, false},
		"ahead, long":       {"1 hour", 40 * time.Minute, true},
		"behind, too short": {"-1 hour", 20 * time.Minute, false},
		"behind, long":      {"-1 hour", 40 * time.Minute, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHarness(t, inbox.Options{})
			h.exec("CREATE SCHEMA clock")
			h.exec("CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS $$SELECT pg_catalog.now() + " +
				"interval '" + test.database + "'$$")
			h.exec("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = clock, pg_catalog, public', " +
				"current_database()); END $$")
			h.db.Pool.Reset() // the setting applies to new connections
			h.rule(func(s *Settings) { s.ForMinutes = 30 })
			h.setHealth(h.source("El Ejemplo", "ejemplo.example"), health.Failing, health.DNS, test.failing)
			for range 2 {
				h.evaluate()
			}
			if fires := len(h.enqueued) > 0; fires != test.fires {
				t.Errorf("the alert fires: %t", fires)
			}
		})
	}
}
