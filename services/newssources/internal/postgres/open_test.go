package postgres_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/testdb"
)

func TestAliveAsksOnceForEverybody(t *testing.T) {
	t.Parallel()
	p := newProxy(t, testdb.URL(t))
	db := open(t, p.url)
	p.die()
	start := time.Now()
	var wait sync.WaitGroup
	for range 50 {
		wait.Go(func() {
			if err := db.CheckAlive(t.Context()); !postgres.IsUnavailable(err) {
				t.Errorf("alive without a database: %v", err)
			}
		})
	}
	wait.Wait()
	if asked, took := p.count(), time.Since(start); asked > 2 && took < time.Second { // for a second it is believed
		t.Errorf("50 requests asked %d times in %s", asked, took)
	}
	before := p.count()
	eventually(t, "it asks again", func() bool { _ = db.CheckAlive(t.Context()); return p.count() > before })
	p.live()
	gone, cancel := context.WithCancel(t.Context())
	cancel() // the answer is for all others, too
	eventually(t, "it is back", func() bool { return db.CheckAlive(gone) == nil })
}

func TestSilenceIsNoticed(t *testing.T) {
	t.Parallel()
	db := open(t, "postgres://"+silent(t)+"/x?sslmode=disable")
	start := time.Now()
	err := db.CheckAlive(t.Context())
	if took := time.Since(start); err == nil || took > 4*time.Second { // 1.25 s, and a busy machine
		t.Errorf("after %s: %v", took, err)
	}
}

// Whoever waits for a database that goes away is told so; whoever has stopped waiting isn't.
func TestWatch(t *testing.T) {
	t.Parallel()
	p := newProxy(t, testdb.URL(t))
	db := open(t, p.url)
	if err := db.CheckAlive(t.Context()); err != nil {
		t.Fatal(err)
	}
	stopped, stop := db.Watch(t.Context())
	stop()
	if cause := context.Cause(stopped); !errors.Is(cause, context.Canceled) || errors.Is(cause, postgres.ErrUnreachable) {
		t.Errorf("stopped for %v", cause)
	}
	watched, stop := db.Watch(t.Context())
	defer stop()
	p.die()
	<-watched.Done()
	if cause := context.Cause(watched); !errors.Is(cause, postgres.ErrUnreachable) {
		t.Errorf("ended for %v", cause)
	}
	if err := db.CheckAlive(t.Context()); err == nil {
		t.Error("it is said to be alive")
	}
	p.live()
	eventually(t, "it is back", func() bool { return db.CheckAlive(t.Context()) == nil })
	again, stop := db.Watch(t.Context())
	defer stop()
	if again.Err() != nil {
		t.Errorf("ended although it is back: %v", context.Cause(again))
	}
	if _, err := db.Pool.Exec(again, "SELECT 1"); err != nil {
		t.Errorf("the pool keeps connections of before: %v", err)
	}
}

func TestTxKeepsAllOrNothing(t *testing.T) {
	t.Parallel()
	db := open(t, testdb.URL(t))
	refused := errors.New("refused")
	tag := func(tx *ent.Tx, name string) error {
		return tx.Tag.Create().SetName(name).SetNameKey(name).Exec(t.Context())
	}
	err := db.Tx(t.Context(), func(tx *ent.Tx) error { return errors.Join(tag(tx, "a"), refused) })
	if !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
	if err := db.Tx(t.Context(), func(tx *ent.Tx) error { return tag(tx, "b") }); err != nil {
		t.Error(err)
	}
	func() {
		defer func() { _ = recover() }()
		_ = db.Tx(t.Context(), func(tx *ent.Tx) error { panic(tag(tx, "c")) })
	}()
	names := db.Ent.Tag.Query().AllX(t.Context())
	if len(names) != 1 || names[0].Name != "b" {
		t.Errorf("got %v", names)
	}
	if total := db.Pool.Stat().AcquiredConns(); total != 0 {
		t.Errorf("%d connections are still taken", total)
	}
}

// Two that wait for each other both get through, since whoever was ended runs again.
func TestTxSurvivesADeadlock(t *testing.T) {
	t.Parallel()
	db := open(t, testdb.URL(t))
	for _, name := range []string{"a", "b"} {
		db.Ent.Tag.Create().SetName("0").SetNameKey(name).ExecX(t.Context())
	}
	var mu sync.Mutex
	runs, first := 0, sync.WaitGroup{}
	first.Add(2)
	add := func(keys ...string) error {
		arrived := false
		return db.Tx(t.Context(), func(tx *ent.Tx) error {
			mu.Lock()
			runs++
			mu.Unlock()
			if _, err := tx.ExecContext(t.Context(), "SET LOCAL deadlock_timeout = '10ms'"); err != nil {
				return err
			}
			for _, key := range keys {
				if _, err := tx.ExecContext(t.Context(), "UPDATE tags SET name = name::int + 1 WHERE name_key = $1", key); err != nil {
					return err
				}
				if !arrived { // both hold their first row before they want their second
					arrived = true
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
	if runs < 3 { // 4 when both noticed at the same moment
		t.Errorf("it ran %d times: there was no deadlock", runs)
	}
}
