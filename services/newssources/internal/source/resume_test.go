package source

import (
	"testing"
	"time"
)

func TestPauseEndsByItself(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	until := time.Now().Add(time.Hour)
	ended := r.update(r.create("ended.example"), func(d *Details) { d.Lifecycle, d.PausedUntil, d.PauseReason = Paused, &until, "strike" })
	r.update(r.create("later.example"), func(d *Details) { d.Lifecycle, d.PausedUntil = Paused, &until })
	r.update(r.create("forever.example"), func(d *Details) { d.Lifecycle = Paused })
	r.count(`WITH u AS (UPDATE sources SET paused_until = now() - interval '1 minute' WHERE id = $1 RETURNING 1) SELECT count(*) FROM u`, ended.ID)
	for i, want := range []int{1, 0} {
		if n, err := r.ResumePaused(t.Context()); err != nil || n != want {
			t.Errorf("run %d: %d sources were resumed, %v", i+1, n, err)
		}
	}
	after, err := r.Get(t.Context(), ended.ID)
	if err != nil || after.Lifecycle != Active || after.PausedUntil != nil || after.PauseReason != "" || after.Version != ended.Version+1 {
		t.Errorf("%+v, %v", after, err)
	}
	if n := r.count("SELECT count(*) FROM sources WHERE lifecycle = 'paused'"); n != 2 {
		t.Errorf("%d sources are still paused", n)
	}
	if n := r.count("SELECT count(*) FROM audit_events WHERE source_id = $1 AND actor_id IS NULL AND version = $2", ended.ID, after.Version); n != 1 {
		t.Errorf("%d events", n)
	}
}
