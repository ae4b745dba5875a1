package notify

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
)

// addChangedUses sets the Detail of the alerts that a message lists: the uses that changed with the signals of
// the sites, or with the end of the contracts.
// It does nothing unless the rule is for reviews of rights.
func addChangedUses(ctx context.Context, tx postgres.Tx, c Condition, d Decision) error {
	var ids []uuid.UUID
	named := [][]Alert{d.Firing[:min(len(d.Firing), maxListed)], d.Reminded[:min(len(d.Reminded), maxListed)]}
	for _, list := range named {
		for _, a := range list {
			if sourcerights.Review(a.Cause) != sourcerights.ContractEnds {
				ids = append(ids, a.SourceID)
			}
		}
	}
	if len(c.Reviews) == 0 || len(ids) == 0 {
		return nil
	}
	changes, err := sourcerights.ChangedUses(ctx, tx, ids)
	if err != nil {
		return err
	}
	for _, list := range named {
		for i := range list {
			list[i].Detail = usesText(changes[list[i].SourceID])
		}
	}
	return nil
}

// usesText returns a sentence for each changed use, each after a space.
func usesText(changes []sourcerights.UseChange) string {
	var b strings.Builder
	for _, change := range changes {
		label := change.Use.Label()
		fmt.Fprintf(&b, " %s%s is now %s (before: %s).", strings.ToUpper(label[:1]), label[1:], change.After, change.Before)
	}
	return b.String()
}
