package notify

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
)

// setView sets the filter of the view, whose stored form is data.
func (c *Condition) setView(data []byte) error {
	if c.ViewID == nil {
		return nil
	}
	if err := json.Unmarshal(data, &c.view); err != nil {
		return err
	}
	c.view = savedview.ForRules(c.view)
	return nil
}

// useView reads the view of a condition, and returns a problem if a rule cannot follow it. lock is
// the locking clause of a transaction, so that the view stays as it is until the rule is saved.
func useView(ctx context.Context, db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}, c *Condition, lock string) error {
	if c.ViewID == nil {
		return nil
	}
	var invalid problem.Fields
	var name string
	var sharing savedview.Sharing
	var filter []byte
	err := db.QueryRow(ctx, "SELECT name, sharing, filter FROM saved_views WHERE id = $1 "+lock, c.ViewID).
		Scan(&name, &sharing, &filter)
	switch {
	case postgres.IsNoRows(err):
		invalid.Add("/condition/view_id", "not_found", "This view no longer exists. Choose another one.")
		return invalid.Err()
	case err != nil:
		return err
	case sharing != savedview.Shared:
		invalid.Add("/condition/view_id", "personal", "Everyone sees alert rules, but this view is personal. Share it with "+
			"all members first.")
		return invalid.Err()
	}
	if err := c.setView(filter); err != nil {
		return err
	}
	if listOnly := c.view.ListOnlyReason(); listOnly != nil {
		invalid.Add("/condition/view_id", listOnly.Code, "The view “%s” can't be used. %s", name, listOnly.Reason)
	}
	return invalid.Err()
}
