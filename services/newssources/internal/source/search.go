package source

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	entendpoint "github.com/newsources/newsources/services/newssources/internal/ent/endpoint"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// refreshSearch writes anew what a source is found by: name, domain (both forms) and the addresses of its endpoints.
// One column with one trigram index serves all three; an OR over two tables could use no index at all.
func refreshSearch(ctx context.Context, tx *ent.Tx, id uuid.UUID) error {
	row, err := tx.Source.Get(ctx, id)
	if err != nil {
		return err
	}
	keys, err := tx.Endpoint.Query().
		Where(entendpoint.SourceID(id), entendpoint.IntentNEQ(entendpoint.IntentRetired)).
		Order(entendpoint.ByID()).Select(entendpoint.FieldURLKey).Strings(ctx)
	if err != nil {
		return err
	}
	text := searchText(row.Name, Outlet{row.CanonicalDomain, row.PathPrefix}, keys)
	if text == row.SearchText {
		return nil
	}
	return tx.Source.UpdateOneID(id).SetSearchText(text).SetUpdatedAt(row.UpdatedAt).Exec(ctx)
}

func searchText(name string, outlet Outlet, keys []string) string {
	parts := append([]string{name, outlet.Domain + outlet.PathPrefix}, keys...)
	if display, _ := weburl.Unicode(outlet.Domain); display != outlet.Domain {
		parts = append(parts, display)
	}
	return fold(strings.Join(parts, "\n"))
}

// escapeLike takes the meaning from the characters that LIKE would treat as wildcards.
var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace
