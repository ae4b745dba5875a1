package check

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// TestUnassignableEndpointsDoNotStopOthers verifies that an endpoint whose site cannot be stored
// does not stop the checks of the others.
func TestUnassignableEndpointsDoNotStopOthers(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	bad, good := h.addEndpoint("elejemplo.test", "/rss/portada.xml"), h.addEndpoint("brotli.test", "/feed")
	h.exec("ALTER TABLE check_hosts ADD CONSTRAINT refuse CHECK (domain <> 'elejemplo.test')")
	h.assignAll()
	if tasks := h.claimSome(10); len(tasks) != 1 || tasks[0].EndpointID != endpointID(good) {
		t.Errorf("claimed %v", tasks)
	}
	if n := value[int](h, "SELECT count(*) FROM failed_rows WHERE row_id = $1 AND error LIKE '%refuse%'",
		endpointID(bad)); n != 1 {
		t.Errorf("%d failed rows", n)
	}
}

// TestUnrecordableResultsDoNotStopOthers verifies that a result that cannot be stored, for example
// because its statement times out, stops neither the other results of its batch nor the other
// endpoints of its site, and that its endpoint shows the error.
func TestUnrecordableResultsDoNotStopOthers(t *testing.T) {
	t.Parallel()
	for code, name := range map[string]string{"P0001": "refused", "57014": "timeout"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHarness(t)
			source, other := h.addEndpoint("ten.test", "/section/1/rss"), h.addEndpoint("brotli.test", "/feed")
			bad, second := endpointID(source), source.Endpoints[0].EndpointDetails
			second.URL = h.sites.URL("ten.test", "/section/2/rss")
			sibling, err := h.register.AddEndpoint(t.Context(), audit.Actor{}, source.ID, second)
			if err != nil {
				t.Fatal(err)
			}
			h.exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused' USING ERRCODE = '` +
				code + `'; END $$`)
			h.exec(`CREATE TRIGGER refuse BEFORE INSERT ON attempts FOR EACH ROW WHEN (new.endpoint_id = '` + bad.String() +
				`') EXECUTE FUNCTION refuse()`)
			h.exec("UPDATE endpoint_states SET next_check_at = next_check_at - interval '1 minute' WHERE endpoint_id = $1", bad)
			ctx, stop := context.WithCancel(t.Context())
			var running sync.WaitGroup
			running.Go(func() { h.Worker.Run(ctx) })
			h.waitUntil("the other endpoints are checked", func() bool {
				return value[int](h, "SELECT count(DISTINCT endpoint_id) FROM attempts WHERE endpoint_id IN ($1, $2)", sibling.ID,
					endpointID(other)) == 2
			})
			h.waitUntil("the result is dropped", func() bool {
				return value[bool](h, "SELECT next_check_at > now() + interval '4 minutes' AND last_detail LIKE $2 FROM "+
					"endpoint_states WHERE endpoint_id = $1", bad, "The result of the last check could not be saved%")
			})
			stop()
			running.Wait()
			if n := value[int](h, "SELECT count(*) FROM failed_rows WHERE batch = 'record_checks' AND row_id = $1 AND "+
				"failures = 1", bad); n != 1 || h.counts.lost != 1 {
				t.Errorf("%d failed rows, %d lost results", n, h.counts.lost)
			}
			if wait := value[time.Duration](h, "SELECT coalesce(max(free_at) - now(), '0') FROM check_hosts WHERE lease IS "+
				"NOT NULL OR free_at > now() + interval '10 seconds'"); wait > 0 {
				t.Errorf("a site is free in %s", wait)
			}
		})
	}
}
