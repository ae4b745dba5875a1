package transfer

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/uuid"
)

// guarded is a list of outlines that each carry a password.
func guarded(count int) []byte {
	list := make([]string, count)
	for i := range list {
		list[i] = fmt.Sprintf(`title="Outlet %d" xmlUrl="https://joe:t0psecret@outlet%d.example/rss"`, i, i)
	}
	return opml(list...)
}

func (r *rig) wantSealed(want int) {
	r.t.Helper()
	if got := r.count("SELECT count(*) FROM import_rows WHERE sealed IS NOT NULL"); got != want {
		r.t.Errorf("%d rows hold credentials, want %d", got, want)
	}
}

func (r *rig) wantAllGuarded() {
	r.t.Helper()
	if n := r.count("SELECT count(*) FROM endpoints e WHERE NOT EXISTS (SELECT FROM endpoint_credentials c WHERE c.endpoint_id = e.id)"); n != 0 {
		r.t.Errorf("%d endpoints were added without their credentials", n)
	}
}

func TestAnImportThatEndsKeepsNoCredentials(t *testing.T) {
	t.Parallel()
	const dropped = "Its user name and password were not saved."
	for name, end := range map[string]func(r *rig, id uuid.UUID){
		"before it began": func(r *rig, id uuid.UUID) {
			if err := r.Fail(r.t.Context(), id, "It broke."); err != nil {
				r.t.Fatal(err)
			}
		},
		"half-way": func(r *rig, id uuid.UUID) {
			ctx, cancel := context.WithCancel(r.t.Context())
			if done, err := r.atSecondChunk(ctx, id, cancel); done || err != nil {
				r.t.Fatal(done, err)
			}
			if err := r.Fail(r.t.Context(), id, "It broke."); err != nil {
				r.t.Fatal(err)
			}
		},
		// A version from before credentials ended it, during an upgrade.
		"without knowing of them": func(r *rig, id uuid.UUID) {
			r.exec("UPDATE imports SET state = 'done', finished_at = now() WHERE id = $1", id)
			if err := r.deleteLeftoverCredentials(r.t.Context()); err != nil {
				r.t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t).withKeys("a")
			id := r.stageList(guarded(chunkSize + 20))
			waiting := r.stageList(guarded(3))
			r.wantSealed(chunkSize + 20 + 3)
			end(r, id)
			r.wantSealed(3) // of the one that hasn't ended
			if err := r.deleteLeftoverCredentials(t.Context()); err != nil {
				t.Fatal(err)
			}
			r.wantSealed(3)
			if last := r.rows(id, RowQuery{Result: Pending}); last[len(last)-1].Reason != dropped {
				t.Errorf("the last row says %q", last[len(last)-1].Reason)
			}
			before := r.count("SELECT count(*) FROM endpoints")
			r.apply(id) // somebody who hasn't heard of its end
			if after := r.count("SELECT count(*) FROM endpoints"); after != before {
				t.Errorf("%d endpoints were added after its end", after-before)
			}
			r.apply(waiting)
			r.wantSealed(0)
			r.wantAllGuarded()
			r.nowhere("t0psecret")
		})
	}
}

// Whoever gives an import up waits for the chunk that somebody else is at.
func TestAnImportEndsWhileItIsApplied(t *testing.T) {
	t.Parallel()
	r := newRig(t).withKeys("a")
	id := r.stageList(guarded(2 * chunkSize))
	failed := make(chan error, 1)
	done, err := r.atSecondChunk(t.Context(), id, func() {
		go func() { failed <- r.Fail(t.Context(), id, "It broke.") }()
		r.eventually("both wait", `(SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock') = 2`)
		// The test itself holds the row that the second chunk waits for.
		r.count(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`)
	})
	if err := errors.Join(err, <-failed); err != nil || !done {
		t.Errorf("done: %v, %v", done, err)
	}
	if found := r.get(id); found.Created != 2*chunkSize || found.State != Done && found.State != Failed {
		t.Errorf("got %s", counts(found))
	}
	r.wantSealed(0)
	r.wantAllGuarded()
}
