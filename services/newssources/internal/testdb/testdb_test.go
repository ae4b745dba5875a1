package testdb_test

import (
	"context"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/testdb"
)

func TestEachTestHasItsOwn(t *testing.T) {
	t.Parallel()
	for range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			pool := testdb.New(t)
			if _, err := pool.Exec(t.Context(), "CREATE TABLE mine (n int)"); err != nil {
				t.Fatal(err)
			}
			var sources int
			if err := pool.QueryRow(t.Context(), "SELECT count(*) FROM sources").Scan(&sources); err != nil {
				t.Errorf("our schema is not there: %v", err)
			}
		})
	}
}

func TestEmptyHasNoSchema(t *testing.T) {
	t.Parallel()
	if testdb.Empty(t) == testdb.URL(t) {
		t.Error("the same database twice")
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		ctx, cancel := context.WithTimeout(b.Context(), 10*time.Second)
		if err := testdb.New(b).Ping(ctx); err != nil {
			b.Fatal(err)
		}
		cancel()
	}
}
