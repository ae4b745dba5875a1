package source

import (
	"testing"
	"time"
)

func TestPauseEndsByItself(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	until := time.Now().Add(time.Hour)
	ended := r.update(r.create("ended.example"),
		func(d *Details) { d.Lifecycle, d.PausedUntil, d.PauseReason = Paused, &until, "strike" })
	r.update(r.create("later.example"), func(d *Details) { d.Lifecycle, d.PausedUntil = Paused, &until })
	r.update(r.create("forever.example"), func(d *Details) { d.Lifecycle = Paused })
	r.count(`WITH u AS (UPDATE sources SET paused_until = now() - interval '1 minute' WHERE id = $1 RETURNING 1)
		SELECT count(*) FROM u`, ended.ID)
	for i, want := range []int{1, 0} {
		if n, err := r.ResumePaused(t.Context()); err != nil || n != want {
			t.Errorf("run %d: %d sources were resumed, %v", i+1, n, err)
		}
	}
	after, err := r.Get(t.Context(), ended.ID)
	if err != nil || after.Lifecycle != Active || after.PausedUntil != nil || after.PauseReason != "" ||
		after.Version != ended.Version+1 {
		t.Errorf("%+v, %v", after, err)
	}
	if n := r.count("SELECT count(*) FROM sources WHERE lifecycle = 'paused'"); n != 2 {
		t.Errorf("%d sources are still paused", n)
	}
	if n := r.count("SELECT count(*) FROM audit_events WHERE source_id = $1 AND actor_id IS NULL AND version = $2",
		ended.ID, after.Version); n != 1 {
		t.Errorf("%d events", n)
	}
}

// TestFailingSourcesDoNotStopOthers verifies that a source that cannot be changed does not stop the
// jobs that change many sources.
func TestFailingSourcesDoNotStopOthers(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	until := time.Now().Add(time.Hour)
	pause := func(d *Details) { d.Lifecycle, d.PausedUntil = Paused, &until }
	bad, good := r.update(r.create("bad.example"), pause), r.update(r.create("good.example"), pause)
	exec := func(statement string, args ...any) {
		t.Helper()
		if _, err := r.db.Pool.Exec(t.Context(), statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec("UPDATE sources SET paused_until = now() - CASE id WHEN $1 THEN interval '2 minutes' ELSE interval '1 minute' "+
		"END, search_text = 'old'", bad.ID)
	exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`)
	exec("CREATE TRIGGER refuse BEFORE UPDATE ON sources FOR EACH ROW WHEN (old.id = '" + bad.ID.String() +
		"') EXECUTE FUNCTION refuse()")
	if err := r.RefreshSearchTexts(t.Context()); err == nil || r.count("SELECT count(*) FROM sources WHERE search_text "+
		"<> 'old'") != 1 {
		t.Errorf("refreshing search texts: %v", err)
	}
	if n, err := r.ResumePaused(t.Context()); err == nil || n != 1 {
		t.Errorf("%d sources were resumed, %v", n, err)
	}
	if after, err := r.Get(t.Context(), good.ID); err != nil || after.Lifecycle != Active {
		t.Errorf("%+v, %v", after, err)
	}
	if n := r.count("SELECT count(*) FROM failed_rows WHERE row_id = $1 AND batch IN ('resume_sources', "+
		"'refresh_search_texts')", bad.ID); n != 2 {
		t.Errorf("%d failed rows", n)
	}
}
