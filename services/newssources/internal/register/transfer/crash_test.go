package transfer

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

const rowCount = 3*chunkSize + 20

// stopAtSecondChunk applies a staged list, calls stop when the first chunk is done and the second
// waits for a lock that the test holds, and returns the results of Apply.
func (r *harness) stopAtSecondChunk(ctx context.Context, id uuid.UUID, stop func()) (done bool, err error) {
	r.t.Helper()
	holder, errBegin := r.db.Pool.Begin(r.t.Context())
	if errBegin != nil {
		r.t.Fatal(errBegin)
	}
	defer func() { _ = holder.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := holder.Exec(r.t.Context(), "SELECT FROM import_rows WHERE import_id = $1 AND number = $2 FOR UPDATE", id,
		chunkSize+10); err != nil {
		r.t.Fatal(err)
	}
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		done, err = r.Apply(ctx, id)
	}()
	r.waitUntil("the second chunk waits", `EXISTS (SELECT FROM pg_stat_activity
		WHERE datname = current_database() AND wait_event_type = 'Lock')
		AND (SELECT count(*) FROM import_rows WHERE import_id = $1 AND result <> 'pending') = $2`, id, chunkSize)
	stop()
	<-finished
	return done, err
}

func TestInterruptedImportIsResumed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		stop    func(r *harness, cancel func())
		wantErr bool
	}{
		"the process is stopped": {func(_ *harness, cancel func()) { cancel() }, false},
		"the connection breaks": {func(r *harness, _ func()) {
			r.count(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
				WHERE datname = current_database() AND wait_event_type = 'Lock'`)
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newHarness(t)
			id := r.stageList(outlines(rowCount, 4))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			done, err := r.stopAtSecondChunk(ctx, id, func() { c.stop(r, cancel) })
			if done || (err != nil) != c.wantErr {
				t.Fatalf("done: %v, %v", done, err)
			}
			r.wantCounts(r.get(id), fmt.Sprintf("running: %d created, 0 exist, 0 invalid, %d pending of %d", chunkSize,
				rowCount-chunkSize, rowCount))
			r.checkConsistency()
			r.wantCounts(r.apply(id), fmt.Sprintf("done: %d created, 0 exist, 0 invalid, 0 pending of %d", rowCount, rowCount))
			r.checkConsistency()
			r.wantCounts(r.apply(id), fmt.Sprintf("done: %d created, 0 exist, 0 invalid, 0 pending of %d", rowCount, rowCount))
		})
	}
}

func TestImportIsResumedAfterAFailedChunk(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	id := r.stageList(outlines(rowCount, 4))
	r.exec(`CREATE FUNCTION fail_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'rejected by test'
		USING ERRCODE = 'disk_full'; END $$`)
	r.exec(`CREATE TRIGGER fail_endpoint BEFORE INSERT ON endpoints FOR EACH ROW
		WHEN (NEW.url_key LIKE '%/250.xml') EXECUTE FUNCTION fail_endpoint()`)
	done, err := r.Apply(t.Context(), id)
	if done || err == nil || !strings.Contains(err.Error(), "rejected by test") {
		t.Fatalf("done: %v, %v", done, err)
	}
	r.wantCounts(r.get(id), fmt.Sprintf("running: %d created, 0 exist, 0 invalid, %d pending of %d", chunkSize,
		rowCount-chunkSize, rowCount))
	r.checkConsistency()
	r.exec(`DROP TRIGGER fail_endpoint ON endpoints`)
	r.wantCounts(r.apply(id), fmt.Sprintf("done: %d created, 0 exist, 0 invalid, 0 pending of %d", rowCount, rowCount))
	r.checkConsistency()
}

// TestRunEndsAFailedImport checks that an import of the command, which has no queue that retries,
// ends as failed, and that the next run completes the list.
func TestRunEndsAFailedImport(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	r.exec(`CREATE FUNCTION fail_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'rejected by test'
		USING ERRCODE = 'disk_full'; END $$`)
	r.exec(`CREATE TRIGGER fail_endpoint BEFORE INSERT ON endpoints FOR EACH ROW
		WHEN (NEW.url_key LIKE '%/250.xml') EXECUTE FUNCTION fail_endpoint()`)
	list := outlines(rowCount, 4)
	if _, err := r.Run(t.Context(), r.by, "list.opml", list); err == nil ||
		!strings.Contains(err.Error(), "rejected by test") {
		t.Fatal(err)
	}
	imports, err := r.List(t.Context(), uuid.Nil, 10)
	if err != nil || len(imports) != 1 || imports[0].FinishedAt == nil || imports[0].Error == "" {
		t.Fatalf("got %+v, %v", imports, err)
	}
	r.wantCounts(&imports[0],
		fmt.Sprintf("failed: %d created, 0 exist, 0 invalid, %d pending of %d", chunkSize, rowCount-chunkSize, rowCount))
	r.exec(`DROP TRIGGER fail_endpoint ON endpoints`)
	done, err := r.Run(t.Context(), r.by, "list.opml", list)
	if err != nil {
		t.Fatal(err)
	}
	r.wantCounts(done, fmt.Sprintf("done: %d created, %d exist, 0 invalid, 0 pending of %d", rowCount-chunkSize, chunkSize,
		rowCount))
	r.checkConsistency()

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Run(ctx, r.by, "list.opml", list); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before the start: %v", err)
	}
}

func TestConcurrentWorkersApplyAnImportOnce(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	id := r.stageList(outlines(rowCount, 4))
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
	r.wantCounts(r.get(id), fmt.Sprintf("done: %d created, 0 exist, 0 invalid, 0 pending of %d", rowCount, rowCount))
	r.checkConsistency()
}

// TestConcurrentImportsOfOneList runs three imports of the same list at once, one in reverse order,
// while sources of the list are added by hand.
func TestConcurrentImportsOfOneList(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	list := outlines(rowCount, 4)
	lines := strings.Split(string(list), "\n")
	lines[0], lines[len(lines)-1] = strings.TrimPrefix(lines[0], `<opml version="2.0"><body>`),
		strings.TrimSuffix(lines[len(lines)-1], "</body></opml>")
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	reversed := []byte(`<opml version="2.0"><body>` + strings.Join(lines, "\n") + `</body></opml>`)
	imports := []uuid.UUID{r.stageList(list), r.stageList(reversed), r.stageList(list)}

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
			input := source.CreateInput{Details: source.Details{Name: "By hand", HomepageURL: "https://" + outlet + "/",
				Tags: []string{"tag 3", "tag 1", "mine"}},
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
		if i.State != Done || i.Pending != 0 || i.Invalid != 0 || i.Created+i.Exists != rowCount {
			t.Errorf("got %s", counts(i))
		}
	}
	if endpoints := r.count("SELECT count(*) FROM endpoints"); endpoints != rowCount || created+byHand != rowCount ||
		r.count("SELECT count(*) FROM sources") != rowCount/4 {
		t.Errorf("%d endpoints, %d created and %d by hand", endpoints, created, byHand)
	}
	r.checkConsistency()
}
