package transfer

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/newsources/newsources/services/newssources/internal/source"
)

const crashTotal = 3*chunkSize + 20

// atSecondChunk starts to apply a staged list, calls stop when the first chunk is done and the second waits for a lock
// that the test holds, and returns what Apply said.
func (r *rig) atSecondChunk(ctx context.Context, id uuid.UUID, stop func()) (done bool, err error) {
	r.t.Helper()
	holder, errBegin := r.db.Pool.Begin(r.t.Context())
	if errBegin != nil {
		r.t.Fatal(errBegin)
	}
	defer func() { _ = holder.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := holder.Exec(r.t.Context(), "SELECT FROM import_rows WHERE import_id = $1 AND number = $2 FOR UPDATE", id, chunkSize+10); err != nil {
		r.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		done, err = r.Apply(ctx, id)
	}()
	r.eventually("the second chunk waits", `EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')
		AND (SELECT count(*) FROM import_rows WHERE import_id = $1 AND result <> 'pending') = $2`, id, chunkSize)
	stop()
	<-ended
	return done, err
}

func TestStoppedHalfWay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		stop    func(r *rig, cancel func())
		wantErr bool
	}{
		"the process is told to stop": {func(_ *rig, cancel func()) { cancel() }, false},
		"the connection breaks": {func(r *rig, _ func()) {
			r.count(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			id := r.stageList(outlines(crashTotal, 4))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			done, err := r.atSecondChunk(ctx, id, func() { c.stop(r, cancel) })
			if done || (err != nil) != c.wantErr {
				t.Fatalf("done: %v, %v", done, err)
			}
			r.wantCounts(r.get(id), fmt.Sprintf("running: %d created, 0 exist, 0 invalid, %d pending of %d", chunkSize, crashTotal-chunkSize, crashTotal))
			r.sound()
			r.wantCounts(r.apply(id), fmt.Sprintf("done: %d created, 0 exist, 0 invalid, 0 pending of %d", crashTotal, crashTotal))
			r.sound()
			r.wantCounts(r.apply(id), fmt.Sprintf("done: %d created, 0 exist, 0 invalid, 0 pending of %d", crashTotal, crashTotal))
		})
	}
}

func TestAChunkThatFails(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id := r.stageList(outlines(crashTotal, 4))
	r.exec(`CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'poisoned'; END $$`)
	r.exec(`CREATE TRIGGER poison BEFORE INSERT ON endpoints FOR EACH ROW WHEN (NEW.url_key LIKE '%/250.xml') EXECUTE FUNCTION poison()`)
	done, err := r.Apply(t.Context(), id)
	if done || err == nil || !strings.Contains(err.Error(), "poisoned") {
		t.Fatalf("done: %v, %v", done, err)
	}
	r.wantCounts(r.get(id), fmt.Sprintf("running: %d created, 0 exist, 0 invalid, %d pending of %d", chunkSize, crashTotal-chunkSize, crashTotal))
	r.sound()
	r.exec(`DROP TRIGGER poison ON endpoints`)
	r.wantCounts(r.apply(id), fmt.Sprintf("done: %d created, 0 exist, 0 invalid, 0 pending of %d", crashTotal, crashTotal))
	r.sound()
}

// The command has no queue that would go on with what it left.
func TestRunThatIsStopped(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.exec(`CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'poisoned'; END $$`)
	r.exec(`CREATE TRIGGER poison BEFORE INSERT ON endpoints FOR EACH ROW WHEN (NEW.url_key LIKE '%/250.xml') EXECUTE FUNCTION poison()`)
	list := outlines(crashTotal, 4)
	if _, err := r.Run(t.Context(), r.by, "list.opml", list); err == nil || !strings.Contains(err.Error(), "poisoned") {
		t.Fatal(err)
	}
	imports, err := r.List(t.Context(), uuid.Nil, 10)
	if err != nil || len(imports) != 1 || imports[0].FinishedAt == nil || imports[0].Error == "" {
		t.Fatalf("got %+v, %v", imports, err)
	}
	r.wantCounts(&imports[0], fmt.Sprintf("failed: %d created, 0 exist, 0 invalid, %d pending of %d", chunkSize, crashTotal-chunkSize, crashTotal))
	r.exec(`DROP TRIGGER poison ON endpoints`)
	done, err := r.Run(t.Context(), r.by, "list.opml", list)
	if err != nil {
		t.Fatal(err)
	}
	r.wantCounts(done, fmt.Sprintf("done: %d created, %d exist, 0 invalid, 0 pending of %d", crashTotal-chunkSize, chunkSize, crashTotal))
	r.sound()

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Run(ctx, r.by, "list.opml", list); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped before the start: %v", err)
	}
}

func TestTwoWorkersOnOneImport(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id := r.stageList(outlines(crashTotal, 4))
	var group errgroup.Group
	for range 3 {
		group.Go(func() error {
			done, err := r.Apply(t.Context(), id)
			if err == nil && !done {
				return errors.New("not done")
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	r.wantCounts(r.get(id), fmt.Sprintf("done: %d created, 0 exist, 0 invalid, 0 pending of %d", crashTotal, crashTotal))
	r.sound()
}

// Two people bring the same list in at once, one of them upside down, while a third adds some of its sources by hand.
func TestTheSameListTwiceAtOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	list := outlines(crashTotal, 4)
	lines := strings.Split(string(list), "\n")
	lines[0], lines[len(lines)-1] = strings.TrimPrefix(lines[0], `<opml version="2.0"><body>`), strings.TrimSuffix(lines[len(lines)-1], "</body></opml>")
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	upside := []byte(`<opml version="2.0"><body>` + strings.Join(lines, "\n") + `</body></opml>`)
	imports := []uuid.UUID{r.stageList(list), r.stageList(upside), r.stageList(list)}

	var group errgroup.Group
	for _, id := range imports {
		group.Go(func() error {
			done, err := r.Apply(t.Context(), id)
			if err == nil && !done {
				return errors.New("not done")
			}
			return err
		})
	}
	byHand := 0
	group.Go(func() error {
		for i := range 40 {
			outlet := fmt.Sprintf("outlet%d.example", i*3)
			input := source.CreateInput{Details: source.Details{Name: "By hand", HomepageURL: "https://" + outlet + "/", Tags: []string{"tag 3", "tag 1", "mine"}},
				Endpoints: []source.EndpointDetails{{Kind: "rss", URL: fmt.Sprintf("https://%s/%d.xml", outlet, i*3)}}}
			if _, err := r.register.Create(t.Context(), r.by, input); err == nil {
				byHand++
			} else if !strings.Contains(err.Error(), "duplicate_") {
				return err
			}
		}
		return nil
	})
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	created := 0
	for _, id := range imports {
		i := r.get(id)
		created += i.Created
		if i.State != Done || i.Pending != 0 || i.Invalid != 0 || i.Created+i.Exists != crashTotal {
			t.Errorf("got %s", counts(i))
		}
	}
	if endpoints := r.count("SELECT count(*) FROM endpoints"); endpoints != crashTotal || created+byHand != crashTotal || r.count("SELECT count(*) FROM sources") != crashTotal/4 {
		t.Errorf("%d endpoints, %d created and %d by hand", endpoints, created, byHand)
	}
	r.sound()
}
