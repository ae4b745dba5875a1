// Package approval implements the rule that says which changes another member must approve (ADR 64).
package approval

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Rule says which change sets of editors and administrators another member must approve.
type Rule struct {
	Above   *int // change sets with more items; nil: the number of items does not matter
	Tier1   bool // change sets that change a source of tier 1
	Version int
}

// Reason is a reason for which another member must approve a change set.
type Reason string

// The reasons.
const (
	ByContributor Reason = "contributor"
	ManyItems     Reason = "items"
	ChangesTier1  Reason = "tier_1"
)

// ruleID identifies the rule in the history.
var ruleID = uuid.MustParse("a9000000-0000-7000-8000-000000000001")

// Read returns the rule, which requires no approvals until an administrator changes it.
func Read(ctx context.Context, q postgres.Querier) (Rule, error) {
	rows, err := q.Query(ctx, "SELECT above, tier_1 AS tier1, version FROM approval_rule")
	if err != nil {
		return Rule{}, err
	}
	rule, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Rule])
	if postgres.IsNoRows(err) {
		return Rule{Version: 1}, nil
	}
	return rule, err
}

// Save replaces the version of the rule that the administrator has seen, and records the change in the
// history.
func Save(ctx context.Context, db *postgres.DB, by audit.Actor, rule Rule) (Rule, error) {
	saved := Rule{Above: rule.Above, Tier1: rule.Tier1, Version: rule.Version + 1}
	err := db.Tx(ctx, func(tx postgres.Tx) error {
		before, err := Read(ctx, tx)
		if err != nil {
			return err
		}
		// The first save inserts the row; the version decides between concurrent saves.
		tag, err := tx.Exec(ctx, `
			INSERT INTO approval_rule (above, tier_1, version)
			VALUES ($1, $2, $3)
			ON CONFLICT (id) DO UPDATE SET above = $1, tier_1 = $2, version = $3
			WHERE approval_rule.version = $4`, saved.Above, saved.Tier1, saved.Version, rule.Version)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 || before.Version != rule.Version {
			return problem.New(problem.StaleVersion, "Another administrator changed this rule after you opened it. Check "+
				"the current values, then repeat your change.")
		}
		changes, err := audit.Diff(before.fields(), saved.fields())
		if err != nil {
			return err
		}
		return audit.Record(ctx, tx, by, audit.Event{Action: "approval_rule.updated", TargetType: audit.TargetApprovalRule,
			TargetID: ruleID, TargetName: "Approval of changes", Version: saved.Version, Changes: changes})
	})
	return saved, err
}

func (r Rule) fields() map[string]any {
	return map[string]any{"above": r.Above, "tier_1": r.Tier1}
}

// Reasons returns the reasons for which another member must approve the pending items of a change set
// that the actor applies. Commands of operators and the service itself need no approval.
func Reasons(ctx context.Context, q postgres.Querier, by audit.Actor, id uuid.UUID, pending int) ([]Reason, error) {
	return reasons(ctx, q, by, pending, func() (bool, error) { return changesTier1(ctx, q, id) })
}

// ReasonsForSources returns the reasons for which another member must approve changes of these sources
// that are not a change set yet. items is the number of changes.
func ReasonsForSources(ctx context.Context, q postgres.Querier, by audit.Actor, sources []uuid.UUID,
	items int) ([]Reason, error) {
	return reasons(ctx, q, by, items, func() (isTier1 bool, err error) {
		rows, err := q.Query(ctx, "SELECT EXISTS (SELECT FROM sources WHERE id = ANY($1) AND tier = 1)", sources)
		if err != nil {
			return false, err
		}
		return pgx.CollectExactlyOneRow(rows, pgx.RowTo[bool])
	})
}

func reasons(ctx context.Context, q postgres.Querier, by audit.Actor, items int,
	concernsTier1 func() (bool, error)) (list []Reason, err error) {
	switch {
	case identity.Role(by.Role) == identity.Contributor:
		return []Reason{ByContributor}, nil
	case by.ActorID == nil || items == 0:
		return nil, nil
	}
	rule, err := Read(ctx, q)
	if err != nil {
		return nil, err
	}
	if rule.Above != nil && items > *rule.Above {
		list = append(list, ManyItems)
	}
	if !rule.Tier1 {
		return list, nil
	}
	isTier1, err := concernsTier1()
	if isTier1 {
		list = append(list, ChangesTier1)
	}
	return list, err
}

// changesTier1 reports whether a pending item concerns a source that is of tier 1 before or after the
// change.
func changesTier1(ctx context.Context, q postgres.Querier, id uuid.UUID) (bool, error) {
	rows, err := q.Query(ctx, `
		SELECT EXISTS (
			SELECT
			FROM change_items i
			LEFT JOIN sources s ON s.id = i.source_id
			WHERE i.change_set_id = $1
				AND i.result = 'pending'
				AND (s.tier = 1 OR i.changes @> '[{"field": "tier", "after": 1}]'))`, id)
	if err != nil {
		return false, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowTo[bool])
}
