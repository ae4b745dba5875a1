package changefeed

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

const (
	writers = 6
	// holders is the number of writers that hold transactions open until others have committed.
	holders = 2
	// perWriter is the number of transactions of a writer.
	perWriter = 40
	// sharedSources are changed by transactions of all writers.
	sharedSources = 5
	// seenWhileOpen is the number of changes that the follower reads while a transaction is open.
	seenWhileOpen = 50
	followLimit   = 7 // changes per read
)

const insertSource = `
	INSERT INTO sources (id, created_at, updated_at, name, name_key, search_text, homepage_url, canonical_domain,
		endpoint_kinds, languages)
	VALUES ($1::uuid, now(), now(), 'Paper', 'paper', '', '', $1::uuid::text, '[]', '[]')`

// transaction is a transaction of a writer, which creates a source of its own.
type transaction struct {
	own, shared uuid.UUID
	begin, end  time.Time // of the commit
}

// writing is a run of concurrent writers.
type writing struct {
	t      *testing.T
	url    string
	shared []uuid.UUID

	mu      sync.Mutex
	ended   []transaction // committed, or terminated during the commit
	changed *sync.Cond    // of ended and running
	running int           // writers that hold no transaction open
}

// TestFollowerMissesNothing follows the changes while writers hold transactions open, roll back and are
// terminated. Each committed change must be read once, in the order of the commits, and no other.
func TestFollowerMissesNothing(t *testing.T) {
	t.Parallel()
	url := testdb.URL(t)
	db, err := postgres.Open(t.Context(), url, 4)
	must(t, err)
	t.Cleanup(db.Close)
	w := &writing{t: t, url: url, running: writers - holders}
	w.changed = sync.NewCond(&w.mu)
	for range sharedSources {
		w.shared = append(w.shared, uuid.Must(uuid.NewV7()))
		_, err := db.Pool.Exec(t.Context(), insertSource, w.shared[len(w.shared)-1])
		must(t, err)
	}
	feed := New(db)
	cursor, err := feed.Last(t.Context())
	must(t, err)

	open := w.connect() // a long transaction, which began before all others
	tx, err := open.Begin(t.Context())
	must(t, err)
	early := uuid.Must(uuid.NewV7())
	_, err = tx.Exec(t.Context(), insertSource, early)
	must(t, err)

	var wait sync.WaitGroup
	for n := range writers {
		wait.Go(func() { w.write(n) })
	}
	done := make(chan struct{})
	go func() { wait.Wait(); close(done) }()

	var changes []Change
	isDone := false
	for {
		page, next, err := feed.Read(t.Context(), cursor, followLimit)
		must(t, err)
		changes, cursor = append(changes, page...), next
		if tx != nil && len(changes) >= seenWhileOpen {
			must(t, tx.Commit(t.Context()))
			tx = nil
		}
		if isDone && len(page) == 0 {
			break
		}
		select {
		case <-done: // the next empty page is the end
			isDone = true
		default:
		}
	}
	if tx != nil {
		t.Fatalf("%d changes while a transaction is open", len(changes))
	}
	w.check(changes, early)
}

func (w *writing) connect() *pgx.Conn {
	conn, err := pgx.Connect(w.t.Context(), w.url)
	if err != nil {
		w.t.Error(err)
		return nil
	}
	w.t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(w.t.Context())) })
	return conn
}

// write runs transactions, of which some are rolled back or terminated.
func (w *writing) write(number int) {
	isHolder := number < holders
	if !isHolder {
		defer w.finish()
	}
	random, ctx := rand.New(rand.NewPCG(1, uint64(number))), w.t.Context()
	conn, killer := w.connect(), w.connect()
	for n := 0; n < perWriter && conn != nil && killer != nil; n++ {
		if conn.IsClosed() {
			conn = w.connect()
		}
		current := transaction{own: uuid.Must(uuid.NewV7()), shared: w.shared[random.IntN(len(w.shared))]}
		tx, err := conn.Begin(ctx)
		if err == nil {
			_, err = tx.Exec(ctx, insertSource, current.own)
		}
		if isHolder {
			w.waitForOthers(10)
		}
		if err == nil {
			_, err = tx.Exec(ctx, "UPDATE sources SET version = version + 1 WHERE id = $1", current.shared)
		}
		if err != nil {
			w.t.Error(err)
			return
		}
		terminate := func() {
			if _, err := killer.Exec(ctx, "SELECT pg_terminate_backend($1)", conn.PgConn().PID()); err != nil {
				w.t.Error(err)
			}
		}
		var killing sync.WaitGroup
		choice := random.IntN(8)
		switch choice {
		case 0:
			_ = tx.Rollback(ctx)
			continue
		case 1:
			terminate()
		case 2:
			killing.Go(terminate) // before, during or after the commit
		}
		current.begin = time.Now()
		err = tx.Commit(ctx)
		killing.Wait()
		if err != nil || choice == 2 { // the termination may come after the commit
			_ = conn.Close(ctx)
		}
		current.end = time.Now()
		w.mu.Lock()
		w.ended = append(w.ended, current)
		w.mu.Unlock()
		w.changed.Broadcast()
	}
}

// finish ends the wait of the others for a writer.
func (w *writing) finish() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running--
	w.changed.Broadcast()
}

// waitForOthers waits until n transactions have ended, or no other writer is left.
func (w *writing) waitForOthers(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for n += len(w.ended); len(w.ended) < n && w.running > 0; {
		w.changed.Wait()
	}
}

// check compares the changes that were read with the database and the times of the commits.
func (w *writing) check(changes []Change, early uuid.UUID) {
	w.t.Helper()
	conn := w.connect()
	rows, err := conn.Query(w.t.Context(), "SELECT id FROM sources")
	must(w.t, err)
	stored, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	must(w.t, err)
	committed := map[uuid.UUID]transaction{early: {own: early}}
	for _, transaction := range w.ended {
		if slices.Contains(stored, transaction.own) {
			committed[transaction.own] = transaction
		}
	}
	if len(committed) < writers*perWriter/3 || len(committed) == writers*perWriter {
		w.t.Fatalf("%d of %d transactions were committed", len(committed), writers*perWriter)
	}
	read, versions := map[uuid.UUID]int{}, map[uuid.UUID][]int{}
	commits := map[uuid.UUID]int64{} // by own source
	sharedOf := map[int64]uuid.UUID{}
	var order []transaction // as they were read
	for _, c := range changes {
		p, err := parseCursor(c.Cursor)
		must(w.t, err)
		if slices.Contains(w.shared, c.SourceID) {
			versions[c.SourceID], sharedOf[p.seq] = append(versions[c.SourceID], c.Source.Version), c.SourceID
			continue
		}
		read[c.SourceID]++
		commits[c.SourceID] = p.seq
		if t, ok := committed[c.SourceID]; !ok {
			w.t.Errorf("the change of %s was not committed", c.SourceID)
		} else if c.SourceID != early {
			order = append(order, t)
		}
	}
	for id, t := range committed {
		if read[id] != 1 {
			w.t.Errorf("the change of %s was read %d times", id, read[id])
		}
		if sharedOf[commits[id]] != t.shared {
			w.t.Errorf("the changes of the transaction of %s are not together", id)
		}
	}
	// A commit that ended before another one began comes first.
	for i, last := len(order)-1, time.Now(); i >= 0; i-- {
		if last.Before(order[i].begin) {
			w.t.Errorf("%s was read too early", order[i].own)
		}
		if order[i].end.Before(last) {
			last = order[i].end
		}
	}
	for id, list := range versions {
		var version int
		must(w.t, conn.QueryRow(w.t.Context(), "SELECT version FROM sources WHERE id = $1", id).Scan(&version))
		if !slices.IsSorted(list) || list[len(list)-1] != version {
			w.t.Errorf("the versions %v were read; the last one is %d", list, version)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
