package transfer

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/uuid"
)

// outlinesWithPasswords returns a list whose outlines each have a password.
func outlinesWithPasswords(count int) []byte {
	list := make([]string, count)
	for i := range list {
		list[i] = fmt.Sprintf(`title="Outlet %d" xmlUrl="https://joe:t0psecret@outlet%d.example/rss"`, i, i)
	}
	return opml(list...)
}

func (r *harness) wantEncryptedRows(want int) {
	r.t.Helper()
	if got := r.count("SELECT count(*) FROM import_rows WHERE sealed IS NOT NULL"); got != want {
		r.t.Errorf("%d rows have credentials, want %d", got, want)
	}
}

func (r *harness) wantCredentialsOnAllEndpoints() {
	r.t.Helper()
	if n := r.count("SELECT count(*) FROM endpoints e WHERE NOT EXISTS (SELECT FROM endpoint_credentials c WHERE " +
		"c.endpoint_id = e.id)"); n != 0 {
		r.t.Errorf("%d endpoints were added without their credentials", n)
	}
}

func TestEndedImportKeepsNoCredentials(t *testing.T) {
	t.Parallel()
	const dropped = "Its user name and password were not saved."
	for name, end := range map[string]func(r *harness, id uuid.UUID){
		"fails before it starts": func(r *harness, id uuid.UUID) {
			if err := r.Fail(r.t.Context(), id, "The import failed."); err != nil {
				r.t.Fatal(err)
			}
		},
		"fails half-way": func(r *harness, id uuid.UUID) {
			ctx, cancel := context.WithCancel(r.t.Context())
			if done, err := r.stopAtSecondChunk(ctx, id, cancel); done || err != nil {
				r.t.Fatal(done, err)
			}
			if err := r.Fail(r.t.Context(), id, "The import failed."); err != nil {
				r.t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newHarness(t).withKeys("a")
			id := r.stageList(outlinesWithPasswords(chunkSize + 20))
			queued := r.stageList(outlinesWithPasswords(3))
			r.wantEncryptedRows(chunkSize + 20 + 3)
			end(r, id)
			r.wantEncryptedRows(3) // those of the import that hasn't ended
			if last := r.rows(id, RowQuery{Result: Pending}); last[len(last)-1].Reason != dropped {
				t.Errorf("the last row says %q", last[len(last)-1].Reason)
			}
			before := r.count("SELECT count(*) FROM endpoints")
			r.apply(id) // a worker that started before the end
			if after := r.count("SELECT count(*) FROM endpoints"); after != before {
				t.Errorf("%d endpoints were added after the import ended", after-before)
			}
			r.apply(queued)
			r.wantEncryptedRows(0)
			r.wantCredentialsOnAllEndpoints()
			r.wantAbsent("t0psecret")
		})
	}
}

// TestImportFailsWhileItIsApplied checks that Fail waits for the chunk that another worker is
// applying.
func TestImportFailsWhileItIsApplied(t *testing.T) {
	t.Parallel()
	r := newHarness(t).withKeys("a")
	id := r.stageList(outlinesWithPasswords(2 * chunkSize))
	failed := make(chan error, 1)
	done, err := r.stopAtSecondChunk(t.Context(), id, func() {
		go func() { failed <- r.Fail(t.Context(), id, "The import failed.") }()
		r.waitUntil("both transactions wait", `(SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock') = 2`)
		// The test itself holds the row that the second chunk waits for.
		r.count(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
			WHERE datname = current_database() AND state = 'idle in transaction'`)
	})
	if err := errors.Join(err, <-failed); err != nil || !done {
		t.Errorf("done: %v, %v", done, err)
	}
	if found := r.get(id); found.Created != 2*chunkSize || found.State != Done && found.State != Failed {
		t.Errorf("got %s", counts(found))
	}
	r.wantEncryptedRows(0)
	r.wantCredentialsOnAllEndpoints()
}
