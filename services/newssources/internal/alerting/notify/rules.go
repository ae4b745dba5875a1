package notify

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// selectRules reads rules r for scanRule.
const selectRules = `SELECT r.id, r.version, r.name, r.enabled, r.settings, r.condition_version, r.next_digest_at,
	r.evaluated_at, r.error, r.created_at, r.updated_at,
	coalesce(nullif(c.name, ''), c.email, ''), coalesce(nullif(u.name, ''), u.email, ''),
	(SELECT count(*) FROM alerts a
	WHERE a.rule_id = r.id AND a.ended_at IS NULL AND a.fired_at IS NOT NULL AND a.recovered_at IS NULL),
	coalesce(v.name, ''), coalesce(v.filter, '{}')
	FROM alert_rules r
	LEFT JOIN saved_views v ON v.id = r.view_id
	LEFT JOIN members c ON c.id = r.created_by_id
	LEFT JOIN members u ON u.id = r.updated_by_id`

func scanRule(row pgx.CollectableRow) (r Rule, err error) {
	var settings, view []byte
	err = row.Scan(&r.ID, &r.Version, &r.Name, &r.Enabled, &settings, &r.ConditionVersion, &r.NextDigestAt, &r.EvaluatedAt,
		&r.Error, &r.CreatedAt, &r.UpdatedAt,
		&r.CreatedBy, &r.UpdatedBy, &r.Firing, &r.ViewName, &view)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(settings, &r.Settings); err != nil {
		return r, err
	}
	return r, r.Condition.setView(view)
}

// Rules returns all rules by name.
func (s *Service) Rules(ctx context.Context) ([]Rule, error) {
	rows, err := s.db.Pool.Query(ctx, selectRules+` ORDER BY lower(r.name), r.id LIMIT $1`, maxRules)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanRule)
}

// Rule returns a rule.
func (s *Service) Rule(ctx context.Context, id uuid.UUID) (*Rule, error) {
	rows, err := s.db.Pool.Query(ctx, selectRules+` WHERE r.id = $1`, id)
	if err != nil {
		return nil, err
	}
	rule, err := pgx.CollectExactlyOneRow(rows, scanRule)
	if postgres.IsNoRows(err) {
		return nil, noRule()
	}
	return &rule, err
}

func noRule() error {
	return problem.New(problem.NotFound, "There is no alert rule with this id. It may have been deleted. Reload the "+
		"list of rules.")
}

// CreateRule creates a rule.
func (s *Service) CreateRule(ctx context.Context, actor audit.Actor, settings Settings) (*Rule, error) {
	if err := s.check(ctx, &settings); err != nil {
		return nil, err
	}
	if err := s.checkRecipients(ctx, nil, settings.Emails); err != nil {
		return nil, err
	}
	if created, err := idempotency.Created(ctx, s.Rule); created != nil || err != nil {
		return created, err
	}
	rule := Rule{ID: idempotency.NewID(ctx), Version: 1, Settings: settings}
	data, err := json.Marshal(settings)
	if err != nil {
		return nil, err
	}
	err = s.db.Tx(ctx, func(tx postgres.Tx) error {
		if err := useView(ctx, tx, &settings.Condition, "FOR SHARE"); err != nil {
			return err
		}
		// The lock serializes concurrent creations, so that they cannot exceed maxRules.
		if _, err := tx.Exec(ctx, postgres.LockNamed, postgres.RulesLock); err != nil {
			return err
		}
		inserted, err := tx.Exec(ctx, `INSERT INTO alert_rules (id, name, enabled, settings, view_id, next_digest_at,
			created_by_id, updated_by_id)
			SELECT $1, $2, $3, $4::jsonb, $8, $5, $6, $6 WHERE (SELECT count(*) FROM alert_rules) < $7`,
			rule.ID, rule.Name, rule.Enabled, string(data), settings.nextDigest(time.Now()), actor.ActorID, maxRules,
			settings.Condition.ViewID)
		if err != nil {
			return err
		}
		if inserted.RowsAffected() == 0 {
			return problem.New(problem.LimitReached, "There are %d alert rules, which is the maximum. Delete one first.",
				maxRules)
		}
		return recordRule(ctx, tx, actor, rule, nil, &rule.Settings)
	})
	if err != nil {
		return nil, err
	}
	return s.Rule(ctx, rule.ID)
}

// ReplaceRule replaces the settings of a rule.
func (s *Service) ReplaceRule(ctx context.Context, actor audit.Actor, id uuid.UUID, version int,
	settings Settings) (*Rule, error) {
	if err := s.check(ctx, &settings); err != nil {
		return nil, err
	}
	current, err := s.Rule(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := s.checkRecipients(ctx, current.Emails, settings.Emails); err != nil {
		return nil, err
	}
	data, err := json.Marshal(settings)
	if err != nil {
		return nil, err
	}
	err = s.db.Tx(ctx, func(tx postgres.Tx) error {
		before, err := lockRule(ctx, tx, id, version)
		if err != nil {
			return err
		}
		if err := useView(ctx, tx, &settings.Condition, "FOR SHARE"); err != nil {
			return err
		}
		conditionVersion := before.ConditionVersion
		if !equalJSON(before.Condition, settings.Condition) {
			conditionVersion++
		}
		after := Rule{ID: id, Version: before.Version + 1, Settings: settings}
		_, err = tx.Exec(ctx, `UPDATE alert_rules
			SET name = $2, enabled = $3, settings = $4::jsonb, condition_version = $5, next_digest_at = $6,
			version = version + 1, updated_at = now(), updated_by_id = $7, error = '', view_id = $8 WHERE id = $1`,
			id, settings.Name, settings.Enabled, string(data), conditionVersion, settings.nextDigest(time.Now()), actor.ActorID,
			settings.Condition.ViewID)
		if err != nil {
			return err
		}
		if !settings.Enabled {
			if _, err := tx.Exec(ctx, `UPDATE alerts SET ended_at = now() WHERE rule_id = $1 AND ended_at IS NULL`,
				id); err != nil {
				return err
			}
		}
		return recordRule(ctx, tx, actor, after, &before.Settings, &settings)
	})
	if err != nil {
		return nil, err
	}
	return s.Rule(ctx, id)
}

// DeleteRule deletes a rule and its alerts. Its deliveries stay in the log.
func (s *Service) DeleteRule(ctx context.Context, actor audit.Actor, id uuid.UUID, version int) error {
	return s.db.Tx(ctx, func(tx postgres.Tx) error {
		before, err := lockRule(ctx, tx, id, version)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM alert_rules WHERE id = $1`, id); err != nil {
			return err
		}
		return recordRule(ctx, tx, actor, before, &before.Settings, nil)
	})
}

// check validates settings.
func (s *Service) check(ctx context.Context, settings *Settings) error {
	if err := settings.validate(time.Now(), s.mailer != nil); err != nil {
		return err
	}
	return s.checkWebhooks(ctx, settings.WebhookIDs)
}

// lockRule reads and locks a rule, and compares its version.
func lockRule(ctx context.Context, tx postgres.Tx, id uuid.UUID, version int) (r Rule, err error) {
	var settings []byte
	r.ID = id
	err = tx.QueryRow(ctx, `SELECT version, name, enabled, settings, condition_version FROM alert_rules WHERE id = $1
		FOR UPDATE`, id).
		Scan(&r.Version, &r.Name, &r.Enabled, &settings, &r.ConditionVersion)
	if postgres.IsNoRows(err) {
		return r, noRule()
	}
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(settings, &r.Settings); err != nil {
		return r, err
	}
	if r.Version != version {
		return r, problem.New(problem.StaleVersion, "Another member has changed this rule. Load the current version and "+
			"repeat your change.")
	}
	return r, nil
}

// recordRule writes a change of a rule to the history. before is nil for a created rule, after for
// a deleted one.
func recordRule(ctx context.Context, tx postgres.Tx, actor audit.Actor, r Rule, before, after *Settings) error {
	action := "alert_rule.updated"
	switch {
	case before == nil:
		action = "alert_rule.created"
	case after == nil:
		action = "alert_rule.deleted"
	}
	changes, err := audit.Diff(historyFields(before), historyFields(after))
	if err != nil {
		return err
	}
	return audit.Record(ctx, tx, actor, audit.Event{
		Action: action, TargetType: audit.TargetAlertRule, TargetID: r.ID, TargetName: r.Name, Version: r.Version,
		Changes: changes,
	})
}

// historyFields returns the settings for the history.
func historyFields(s *Settings) map[string]any {
	if s == nil {
		return nil
	}
	return map[string]any{
		"name": s.Name, "enabled": s.Enabled, "condition": s.Condition, "for_minutes": s.ForMinutes,
		"repeat_minutes":  s.RepeatMinutes,
		"notify_recovery": s.NotifyRecovery, "muted_until": s.MutedUntil, "quiet_hours": joinTimes(s.QuietFrom, s.QuietTo),
		"digest": string(s.Digest), "digest_at": s.DigestAt,
		"zone": s.Zone, "emails": s.Emails, "webhooks": s.WebhookIDs,
	}
}

func joinTimes(from, to string) string {
	if from == "" {
		return ""
	}
	return from + "–" + to
}

func equalJSON(a, b any) bool {
	left, errLeft := json.Marshal(a)
	right, errRight := json.Marshal(b)
	return errLeft == nil && errRight == nil && string(left) == string(right)
}
