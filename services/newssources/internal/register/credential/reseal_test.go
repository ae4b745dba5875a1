package credential

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// Encrypted columns are named sealed or sealed_…; a key that one of them still needs must not be removed.
func TestAllSealedColumnsAreResealed(t *testing.T) {
	t.Parallel()
	db := testdb.New(t)
	rows, err := db.Query(t.Context(), `
		SELECT table_name || '.' || column_name
		FROM information_schema.columns
		WHERE table_schema = current_schema() AND data_type = 'bytea' AND column_name LIKE 'sealed%'
		ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	var resealed []string
	for _, column := range sealedColumns {
		resealed = append(resealed, column.table+"."+column.sealed)
	}
	slices.Sort(resealed)
	if !slices.Equal(stored, resealed) {
		t.Errorf("the database has the columns %v, and Reseal encrypts %v", stored, resealed)
	}
}
