package notify

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Occurrence is an alert that has fired, with the number of its messages.
type Occurrence struct {
	Firing
	RecoveredAt *time.Time
	EndedAt     *time.Time // after it, nothing more is sent; without RecoveredAt, the rule was changed or disabled
	Deliveries  int        // of all messages about the alert
	Failed      int        // of them, those that failed
}

// selectOccurrences reads the alerts of a rule that have fired, the newest first. A message names
// the first notification (thread) of each alert that it is about.
const selectOccurrences = `
	WITH page AS (
		SELECT * FROM alerts
		WHERE rule_id = $1 AND fired_at IS NOT NULL AND ($2 = '00000000-0000-0000-0000-000000000000'::uuid OR id < $2)
		ORDER BY id DESC LIMIT $3
	), sent AS MATERIALIZED (
		SELECT id, message->'threads' AS threads FROM alert_notifications
		WHERE rule_id = $1 AND created_at >= (SELECT min(fired_at) FROM page) - interval '1 minute'
			AND jsonb_typeof(message->'threads') = 'array'
	), counted AS (
		SELECT t.thread, count(*) AS deliveries, count(*) FILTER (WHERE d.state = 'failed') AS failed
		FROM sent CROSS JOIN LATERAL jsonb_array_elements_text(sent.threads) t(thread)
		JOIN alert_deliveries d ON d.notification_id = sent.id GROUP BY t.thread
	)
	SELECT a.id, a.rule_id, coalesce(a.source_id, '00000000-0000-0000-0000-000000000000'), coalesce(s.name, ''), a.state,
		a.cause, a.since,
		a.affected, a.total, a.fired_at, a.notified_at, a.recovered_at, a.ended_at, coalesce(c.deliveries, 0),
		coalesce(c.failed, 0)
	FROM page a LEFT JOIN sources s ON s.id = a.source_id LEFT JOIN counted c ON c.thread = a.thread_id::text
	ORDER BY a.id DESC`

// Occurrences returns at most limit alerts of a rule that have fired and are older than before, the
// newest first.
func (s *Service) Occurrences(ctx context.Context, rule, before uuid.UUID, limit int) ([]Occurrence, error) {
	found, err := s.Rule(ctx, rule)
	if err != nil {
		return nil, err
	}
	rows, err := s.db.Pool.Query(ctx, selectOccurrences, rule, before, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (o Occurrence, err error) {
		err = row.Scan(&o.ID, &o.RuleID, &o.SourceID, &o.SourceName, &o.State, &o.Cause, &o.Since, &o.Affected, &o.Total,
			&o.FiredAt, &o.NotifiedAt,
			&o.RecoveredAt, &o.EndedAt, &o.Deliveries, &o.Failed)
		o.Text = describe(found.Condition, o.Alert)
		return o, err
	})
}
