package suggestion

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// redirect adds a source whose endpoint has redirected permanently to https for long enough to
// suggest the change.
func (h *harness) redirect(host string, firstSeen time.Duration) *source.Source {
	h.Helper()
	s := h.add(host, "/feed.xml")
	h.exec(`INSERT INTO endpoint_redirects (endpoint_id, url, target, status, sightings, first_seen_at, last_seen_at,
		items, known, always)
		SELECT id, url, replace(url, 'http:', 'https:'), 301, 9, now() - $2::interval, now(), 5, 5, true FROM endpoints
		WHERE id = $1`, s.Endpoints[0].ID, firstSeen)
	return s
}

// refuse adds a trigger that refuses changes of a table under a condition.
func (h *harness) refuse(table, when string) {
	h.Helper()
	h.exec(`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`)
	h.exec(`CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON ` + table + ` FOR EACH ROW WHEN (` + when +
		`) EXECUTE FUNCTION refuse()`)
}

// reviewFails runs a review, and verifies that its error contains the batch and the row.
func (h *harness) reviewFails(batch string, row uuid.UUID) {
	h.Helper()
	err := h.Review(h.Context())
	if err == nil || !strings.Contains(err.Error(), batch+", row "+row.String()) {
		h.Fatalf("the review returned %v", err)
	}
	if n := value[int](h, "SELECT count(*) FROM failed_rows WHERE batch = $1 AND row_id = $2 AND error <> ''", batch,
		row); n != 1 {
		h.Errorf("%d failed rows of %s", n, batch)
	}
}

// TestFailingRowsDoNotStopReviews verifies for each step of a review that the first row, which
// fails, does not stop the others, the other steps or the next review.
func TestFailingRowsDoNotStopReviews(t *testing.T) {
	t.Parallel()
	t.Run("moved", func(t *testing.T) {
		t.Parallel()
		h := newHarness(t)
		bad, good := h.redirect("bad.example", 4*time.Hour), h.redirect("good.example", 3*time.Hour)
		h.refuse("suggestions", "new.source_id = '"+bad.ID.String()+"'")
		h.reviewFails("review_redirects", bad.Endpoints[0].ID)
		if list := h.list(good, Applied); len(list) != 1 {
			t.Errorf("the other redirect: %+v", list)
		}
		h.review() // the row is tried again after a pause
		h.exec("DROP TRIGGER refuse ON suggestions")
		h.exec("UPDATE failed_rows SET retry_at = now()")
		h.review()
		if list := h.list(bad, Applied); len(list) != 1 || value[int](h, "SELECT count(*) FROM failed_rows") != 0 {
			t.Errorf("after the cause has ended: %+v", list)
		}
	})
	t.Run("applied", func(t *testing.T) {
		t.Parallel()
		h := newHarness(t)
		bad, unreadable, good := h.redirect("bad.example", 4*time.Hour), h.redirect("unreadable.example", 3*time.Hour),
			h.redirect("good.example", 2*time.Hour)
		h.config.ApplySafe = false
		h.review()
		h.exec(`UPDATE suggestions SET evidence = '{"url": 1}' WHERE source_id = $1`, unreadable.ID)
		unreadableID := value[uuid.UUID](h, "SELECT id FROM suggestions WHERE source_id = $1", unreadable.ID)
		h.refuse("endpoints", "new.id = '"+bad.Endpoints[0].ID.String()+"'")
		badID := h.only(bad).ID
		h.config.ApplySafe = true
		h.reviewFails("apply_suggestions", badID)
		if n := value[int](h, "SELECT count(*) FROM failed_rows WHERE row_id = $1", unreadableID); n != 1 {
			t.Errorf("%d failures of the unreadable suggestion", n)
		}
		if list := h.list(good, Applied); len(list) != 1 {
			t.Errorf("the other suggestion: %+v", list)
		}
		results := h.decide(Accept, badID, unreadableID, uuid.New())
		if len(results) != 3 || results[0].Detail != failedDetail || results[1].Detail != failedDetail ||
			results[2].Outcome != Gone {
			t.Errorf("the decision of a person: %+v", results)
		}
	})
	t.Run("closed", func(t *testing.T) {
		t.Parallel()
		h := newHarness(t)
		bad, good := h.redirect("bad.example", 4*time.Hour), h.redirect("good.example", 3*time.Hour)
		h.config.ApplySafe = false
		h.review()
		badID := h.only(bad).ID
		h.exec("DELETE FROM endpoint_redirects")
		h.refuse("suggestions", "new.source_id = '"+bad.ID.String()+"'")
		h.reviewFails("close_suggestions", badID)
		if list := h.list(good, Obsolete); len(list) != 1 {
			t.Errorf("the other suggestion: %+v", list)
		}
	})
	t.Run("observations and archive", func(t *testing.T) {
		t.Parallel()
		h := newHarness(t)
		bad, good := h.add("bad.example", "/feed.xml"), h.add("good.example", "/feed.xml")
		h.exec(`
			UPDATE endpoint_states
			SET observations = json_build_object('revision', revision, 'pace', 1)
			WHERE endpoint_id = $1`, bad.Endpoints[0].ID)
		h.exec(`UPDATE endpoint_states SET health = 'gone', health_cause = 'gone', health_since = now() - interval '3 hours'`)
		h.reviewFails("review_observations", bad.Endpoints[0].ID)
		if s := h.only(good); s.Kind != Archive {
			t.Errorf("the next step: %+v", s)
		}
	})
	t.Run("gone", func(t *testing.T) {
		t.Parallel()
		h := newHarness(t)
		bad, good := h.add("bad.example", "/feed.xml"), h.add("good.example", "/feed.xml")
		h.exec(`UPDATE endpoint_states SET health = 'gone', health_cause = 'gone', health_since = now() - interval '3 hours'`)
		h.refuse("suggestions", "new.source_id = '"+bad.ID.String()+"'")
		h.reviewFails("review_gone", bad.ID)
		h.only(good)
	})
}
