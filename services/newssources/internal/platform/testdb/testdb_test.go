package testdb_test

import (
	"context"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

func TestEachTestHasItsOwnDatabase(t *testing.T) {
	t.Parallel()
	for range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			pool := testdb.New(t)
			if _, err := pool.Exec(t.Context(), "CREATE TABLE own_table (n int)"); err != nil {
				t.Fatal(err)
			}
			var sources int
			if err := pool.QueryRow(t.Context(), "SELECT count(*) FROM sources").Scan(&sources); err != nil {
				t.Errorf("the schema is missing: %v", err)
			}
		})
	}
}

func TestEmptyHasNoSchema(t *testing.T) {
	t.Parallel()
	if testdb.Empty(t) == testdb.URL(t) {
		t.Error("Empty and URL return the same database")
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
