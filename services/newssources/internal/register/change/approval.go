package change

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// ApprovalRule says which change sets of editors and administrators another member must approve
// (ADR 64).
type ApprovalRule struct {
	Above   *int // change sets with more items; nil: the number of items does not matter
	Tier1   bool // change sets that change a source of tier 1
	Version int
}

// ApprovalReason is why another member must approve a change set.
type ApprovalReason string

// The reasons.
const (
	ByContributor ApprovalReason = "contributor"
	ManyItems     ApprovalReason = "items"
	ChangesTier1  ApprovalReason = "tier_1"
)

// approvalRuleID identifies the rule in the history.
var approvalRuleID = uuid.MustParse("a9000000-0000-7000-8000-000000000001")

// ApprovalRule returns the rule, which requires no approvals until an administrator changes it.
func (s *Sets) ApprovalRule(ctx context.Context) (ApprovalRule, error) {
	return readRule(ctx, s.db.Pool)
}

func readRule(ctx context.Context, q source.Querier) (ApprovalRule, error) {
	rows, err := q.Query(ctx, "SELECT above, tier_1 AS tier1, version FROM approval_rule")
	if err != nil {
		return ApprovalRule{}, err
	}
	rule, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[ApprovalRule])
	if postgres.IsNoRows(err) {
		return ApprovalRule{Version: 1}, nil
	}
	return rule, err
}

// SetApprovalRule replaces the version of the rule that the administrator has seen, and records this.
func (s *Sets) SetApprovalRule(ctx context.Context, by audit.Actor, rule ApprovalRule) (ApprovalRule, error) {
	saved := ApprovalRule{Above: rule.Above, Tier1: rule.Tier1, Version: rule.Version + 1}
	err := s.db.Tx(ctx, func(tx postgres.Tx) error {
		before, err := readRule(ctx, tx)
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
			TargetID: approvalRuleID, TargetName: "Approval of changes", Version: saved.Version, Changes: changes})
	})
	return saved, err
}

func (r ApprovalRule) fields() map[string]any {
	return map[string]any{"above": r.Above, "tier_1": r.Tier1}
}

// ApprovalReasons returns the reasons for which another member must approve a previewed draft if the
// actor applies it. Commands of operators and the service itself need no approval.
func (s *Sets) ApprovalReasons(ctx context.Context, by audit.Actor, set *Set) ([]ApprovalReason, error) {
	return approvalReasons(ctx, s.db.Pool, by, set)
}

func approvalReasons(ctx context.Context, q source.Querier, by audit.Actor, set *Set) (reasons []ApprovalReason,
	err error) {
	switch {
	case identity.Role(by.Role) == identity.Contributor:
		return []ApprovalReason{ByContributor}, nil
	case by.ActorID == nil || set.Pending == 0:
		return nil, nil
	}
	rule, err := readRule(ctx, q)
	if err != nil {
		return nil, err
	}
	if rule.Above != nil && set.Pending > *rule.Above {
		reasons = append(reasons, ManyItems)
	}
	if !rule.Tier1 {
		return reasons, nil
	}
	isTier1, err := changesTier1(ctx, q, set.ID)
	if isTier1 {
		reasons = append(reasons, ChangesTier1)
	}
	return reasons, err
}

// changesTier1 reports whether a pending item concerns a source that is of tier 1 before or after the
// change.
func changesTier1(ctx context.Context, q source.Querier, id uuid.UUID) (bool, error) {
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

// submit makes a draft a proposal, which changes nothing until another member approves it. Only the
// author can propose the draft, so that two members decide on each change.
func (s *Sets) submit(ctx context.Context, by audit.Actor, set *Set) (*Set, error) {
	if set.Pending == 0 {
		return nil, problem.New(problem.Invalid, "Nothing would change. See the reasons in the preview.")
	}
	if !isBy(set.CreatedBy, by) {
		return nil, problem.New(problem.NotOwner, "Another member must approve this change, so only its author, %s, can "+
			"propose it. Make the change yourself to propose it.", nameOf(set.CreatedBy))
	}
	err := s.db.Tx(ctx, func(tx postgres.Tx) error {
		return proposeDraft(ctx, tx, by, set.ID)
	})
	if err != nil {
		return nil, err
	}
	return s.Get(ctx, set.ID)
}

// setProposed makes a previewed draft a proposal.
const setProposed = `
	UPDATE change_sets SET state = 'proposed', proposed_at = now(), updated_at = now()
	WHERE id = $1 AND state = 'draft' AND previewed`

// proposeDraft makes a previewed draft a proposal of the actor, within the limit of open proposals.
func proposeDraft(ctx context.Context, tx postgres.Tx, by audit.Actor, id uuid.UUID) error {
	err := checkOpenProposals(ctx, tx, by)
	if err == nil {
		_, err = tx.Exec(ctx, setProposed, id)
	}
	return err
}

// startAtOnce applies a draft that needs no confirmation after its preview, or proposes it.
func startAtOnce(ctx context.Context, tx postgres.Tx, set *Set) error {
	by, _, err := readActor(ctx, tx, set)
	if err != nil {
		return err
	}
	reasons, err := approvalReasons(ctx, tx, by, set)
	if err != nil {
		return err
	}
	statement := "UPDATE change_sets SET state = 'applying', started_at = now(), announced = pending WHERE id = $1"
	if len(reasons) > 0 {
		statement = setProposed
	}
	_, err = tx.Exec(ctx, statement, set.ID)
	return err
}
