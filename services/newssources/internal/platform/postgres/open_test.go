package postgres_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

func TestCheckAliveSharesOneCheck(t *testing.T) {
	t.Parallel()
	p := newProxy(t, testdb.URL(t))
	db := open(t, p.url)
	p.stop()
	start := time.Now()
	var wait sync.WaitGroup
	for range 50 {
		wait.Go(func() {
			if err := db.CheckAlive(t.Context()); !postgres.IsUnavailable(err) {
				t.Errorf("CheckAlive during an outage: %v", err)
			}
		})
	}
	wait.Wait()
	// The result is reused for a second.
	if checks, took := p.count(), time.Since(start); checks > 2 && took < time.Second {
		t.Errorf("50 requests caused %d checks in %s", checks, took)
	}
	before := p.count()
	eventually(t, "it checks again", func() bool { _ = db.CheckAlive(t.Context()); return p.count() > before })
	p.start()
	canceled, cancel := context.WithCancel(t.Context())
	cancel() // the check does not use the context of its caller
	eventually(t, "the database is back", func() bool { return db.CheckAlive(canceled) == nil })
}

func TestCheckAliveTimesOut(t *testing.T) {
	t.Parallel()
	db := open(t, "postgres://"+silent(t)+"/x?sslmode=disable")
	start := time.Now()
	err := db.CheckAlive(t.Context())
	// Long enough for a busy machine; without a time-out, it would not end.
	if took := time.Since(start); err == nil || took > 30*time.Second {
		t.Errorf("after %s: %v", took, err)
	}
}

// TestWatchCancelsDuringAnOutage checks that contexts are canceled with ErrUnreachable unless they
// were stopped before.
func TestWatchCancelsDuringAnOutage(t *testing.T) {
	t.Parallel()
	p := newProxy(t, testdb.URL(t))
	db := open(t, p.url)
	if err := db.CheckAlive(t.Context()); err != nil {
		t.Fatal(err)
	}
	stopped, stop := db.Watch(t.Context())
	stop()
	if cause := context.Cause(stopped); !errors.Is(cause, context.Canceled) || errors.Is(cause, postgres.ErrUnreachable) {
		t.Errorf("stopped with the cause %v", cause)
	}
	watched, stop := db.Watch(t.Context())
	defer stop()
	p.stop()
	<-watched.Done()
	if cause := context.Cause(watched); !errors.Is(cause, postgres.ErrUnreachable) {
		t.Errorf("canceled with the cause %v", cause)
	}
	if err := db.CheckAlive(t.Context()); err == nil {
		t.Error("CheckAlive reports no outage")
	}
	p.start()
	eventually(t, "the database is back", func() bool { return db.CheckAlive(t.Context()) == nil })
	again, stop := db.Watch(t.Context())
	defer stop()
	if again.Err() != nil {
		t.Errorf("canceled although the database is back: %v", context.Cause(again))
	}
	if _, err := db.Pool.Exec(again, "SELECT 1"); err != nil {
		t.Errorf("the pool keeps broken connections: %v", err)
	}
}

func TestTxIsAtomic(t *testing.T) {
	t.Parallel()
	db := open(t, testdb.URL(t))
	refused := errors.New("refused")
	tag := func(tx postgres.Tx, name string) error {
		return tx.Ent.Tag.Create().SetName(name).SetNameKey(name).Exec(t.Context())
	}
	err := db.Tx(t.Context(), func(tx postgres.Tx) error { return errors.Join(tag(tx, "a"), refused) })
	if !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
	if err := db.Tx(t.Context(), func(tx postgres.Tx) error {
		var name string // SQL sees the change of ent
		return errors.Join(tag(tx, "b"), tx.QueryRow(t.Context(), "SELECT name FROM tags WHERE name_key = 'b'").Scan(&name))
	}); err != nil {
		t.Error(err)
	}
	func() {
		defer func() { _ = recover() }()
		_ = db.Tx(t.Context(), func(tx postgres.Tx) error { panic(tag(tx, "c")) })
	}()
	names := db.Ent.Tag.Query().AllX(t.Context())
	if len(names) != 1 || names[0].Name != "b" {
		t.Errorf("got %v", names)
	}
	if total := db.Pool.Stat().AcquiredConns(); total != 0 {
		t.Errorf("%d connections were not released", total)
	}
}

// TestTxRetriesAfterADeadlock checks that both transactions of a deadlock are committed.
func TestTxRetriesAfterADeadlock(t *testing.T) {
	t.Parallel()
	db := open(t, testdb.URL(t))
	for _, name := range []string{"a", "b"} {
		db.Ent.Tag.Create().SetName("0").SetNameKey(name).ExecX(t.Context())
	}
	var mu sync.Mutex
	runs, first := 0, sync.WaitGroup{}
	first.Add(2)
	add := func(keys ...string) error {
		hasFirstRow := false
		return db.Tx(t.Context(), func(tx postgres.Tx) error {
			mu.Lock()
			runs++
			mu.Unlock()
			if _, err := tx.Exec(t.Context(), "SET LOCAL deadlock_timeout = '10ms'"); err != nil {
				return err
			}
			for _, key := range keys {
				if _, err := tx.Exec(t.Context(), "UPDATE tags SET name = name::int + 1 WHERE name_key = $1", key); err != nil {
					return err
				}
				if !hasFirstRow { // both lock their first row before their second
					hasFirstRow = true
					first.Done()
					first.Wait()
				}
			}
			return nil
		})
	}
	errs := make(chan error, 2)
	go func() { errs <- add("a", "b") }()
	go func() { errs <- add("b", "a") }()
	if err := errors.Join(<-errs, <-errs); err != nil {
		t.Fatal(err)
	}
	for _, tag := range db.Ent.Tag.Query().AllX(t.Context()) {
		if tag.Name != "2" {
			t.Errorf("%s was counted %s times", tag.NameKey, tag.Name)
		}
	}
	if runs < 3 { // 4 if both were aborted
		t.Errorf("%d runs: there was no deadlock", runs)
	}
}
