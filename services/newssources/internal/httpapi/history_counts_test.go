package httpapi

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
)

// TestChangesAreCountedByAction covers more changes than a page of the history has.
func TestChangesAreCountedByAction(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	began := time.Now().Add(-time.Second)
	editor.addDue("counted.test", "rss")
	ids := make([]uuid.UUID, 1200)
	for i := range ids {
		ids[i] = uuid.Must(uuid.NewV7())
	}
	_, err := a.pool.Exec(t.Context(), `
		INSERT INTO audit_events (id, at, actor_email, actor_name, actor_role, action, target_type, target_id, target_name,
			source_id, changes)
		SELECT id, now(), '', '', '', 'source.updated', 'source', gen_random_uuid(), '', gen_random_uuid(), '[]'
		FROM unnest($1::uuid[]) id`, ids)
	must(t, err)
	count := func(since time.Time) string {
		answer := editor.get("/newssources/history/counts?since=" + url.QueryEscape(since.Format(time.RFC3339Nano))).
			want(http.StatusOK)
		got := into[api.HistoryCounts](answer)
		return fmt.Sprint(got.Actions, got.IsMinimum)
	}
	if got, want := count(began), "map[endpoint.created:1 source.created:1 source.updated:1200] false"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := count(time.Now().Add(time.Hour)), "map[] false"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
