package notify

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// evaluationFailed is the error that a rule shows when its evaluation has failed.
const evaluationFailed = "The last evaluation of this rule failed because of an internal error. It is tried again " +
	"every 30 seconds. Report this to an administrator."

// maxOpen is the number of alerts that a rule watches at the same time. When more sources are
// affected, people need one alert for the view, not one for each source.
const maxOpen = 5000

// Channel is a way to send messages. The values are stored.
type Channel string

// The channels.
const (
	Email   Channel = "email"
	Webhook Channel = "webhook"
)

// Evaluate evaluates all enabled rules, the least recently evaluated ones first. A rule that fails
// shows the error, and does not stop the others. During an outage of the checker's own network (ADR
// 20), nothing changes. It is safe to run on several replicas: each rule is locked while it is
// evaluated.
func (s *Service) Evaluate(ctx context.Context) error {
	var isOpen bool
	var incidentEnd *time.Time
	err := s.db.Pool.QueryRow(ctx, `SELECT coalesce(bool_or(ended_at IS NULL), false), max(ended_at) FROM incidents
		WHERE scope = 'service'`).Scan(&isOpen, &incidentEnd)
	if err != nil || isOpen {
		return err
	}
	ids, err := s.db.IDs(ctx, `SELECT id FROM alert_rules WHERE enabled ORDER BY evaluated_at NULLS FIRST, id`)
	if err != nil {
		return err
	}
	var end time.Time
	if incidentEnd != nil {
		end = *incidentEnd
	}
	failures := s.db.Batch("alert_rules").EachID(ctx, ids, func(id uuid.UUID) error {
		err := s.evaluateRule(ctx, id, end)
		if err != nil && !postgres.StopsBatch(ctx, err) {
			return errors.Join(err, s.setError(ctx, id, evaluationFailed))
		}
		return err
	})
	if postgres.StopsBatch(ctx, failures) {
		return failures
	}
	var firing int
	err = s.db.Pool.QueryRow(ctx, `SELECT count(DISTINCT rule_id) FROM alerts
		WHERE ended_at IS NULL AND fired_at IS NOT NULL AND recovered_at IS NULL`).Scan(&firing)
	if err == nil {
		s.Metrics.Firing(firing)
	}
	return errors.Join(failures, err)
}

// setError stores why a rule could not be evaluated. The screen of the rule shows it until an
// evaluation succeeds.
func (s *Service) setError(ctx context.Context, id uuid.UUID, text string) error {
	_, err := s.db.Pool.Exec(ctx, `UPDATE alert_rules SET evaluated_at = now(), error = $2 WHERE id = $1`, id, text)
	return err
}

// evaluateRule evaluates a rule. It reads the health of the sources before the transaction, which
// then decides and writes the result. Durations are computed with the time of the database, which
// is also that of the stored states: with a wrong clock of this process, alerts would fire too
// early or too late.
func (s *Service) evaluateRule(ctx context.Context, id uuid.UUID, incidentEnd time.Time) error {
	var now time.Time
	if err := s.db.Pool.QueryRow(ctx, "SELECT now()").Scan(&now); err != nil {
		return err
	}
	rule, err := s.Rule(ctx, id)
	if problem.Is(err, problem.NotFound) { // deleted meanwhile
		return nil
	}
	if err != nil {
		return err
	}
	open, err := s.openAlerts(ctx, id)
	if err != nil {
		return err
	}
	observed, names, err := s.observe(ctx, rule.Condition, open, now)
	if problem.Is(err, problem.SearchTooBroad) {
		return s.setError(ctx, id, "Reading the sources of this rule takes too long. Narrow its filter.")
	}
	if err != nil {
		return err
	}
	observed.IncidentEnd = incidentEnd
	return s.db.Tx(ctx, func(tx postgres.Tx) error { return s.decideRule(ctx, tx, *rule, open, observed, names) })
}

// decideRule writes the changes of the alerts of a rule, the messages, and the jobs that deliver
// them in one transaction, so that each occurrence is notified once. It skips a rule that was
// changed, disabled or evaluated after it was read, or that another replica is evaluating.
func (s *Service) decideRule(ctx context.Context, tx postgres.Tx, rule Rule, open []Alert, observed Observation,
	names map[uuid.UUID]string) error {
	locked, err := tx.Exec(ctx, `SELECT FROM alert_rules
		WHERE id = $1 AND enabled AND version = $2 AND evaluated_at IS NOT DISTINCT FROM $3 FOR UPDATE SKIP LOCKED`,
		rule.ID, rule.Version, rule.EvaluatedAt)
	if err != nil || locked.RowsAffected() == 0 {
		return err
	}
	now := observed.Now
	maySend := !rule.isMuted(now) && !rule.isQuiet(now) && (rule.NextDigestAt == nil || !now.Before(*rule.NextDigestAt))
	decision := Decide(rule.Settings, rule.ConditionVersion, open, observed, maySend)
	if err := s.save(ctx, tx, rule, decision, names, now); err != nil {
		return err
	}
	next := rule.NextDigestAt
	if maySend {
		next = rule.nextDigest(now)
	}
	text := ""
	if len(observed.Met) >= maxOpen {
		text = "More than 5,000 sources are affected; the others are not watched. Narrow the filter, or watch the share of " +
			"the view."
	}
	_, err = tx.Exec(ctx, `UPDATE alert_rules SET evaluated_at = now(), next_digest_at = $2, error = $3 WHERE id = $1`,
		rule.ID, next, text)
	return err
}

func (s *Service) openAlerts(ctx context.Context, rule uuid.UUID) ([]Alert, error) {
	rows, err := s.db.Pool.Query(ctx, `SELECT id, coalesce(source_id, '00000000-0000-0000-0000-000000000000'),
		condition_version, state, cause, since, affected, total,
		fired_at, notified_at, reminded_at, recovered_at, thread_id FROM alerts WHERE rule_id = $1 AND ended_at IS NULL
		ORDER BY since, id`, rule)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (a Alert, err error) {
		return a, row.Scan(&a.ID, &a.SourceID, &a.ConditionVersion, &a.State, &a.Cause, &a.Since, &a.Affected, &a.Total,
			&a.FiredAt, &a.NotifiedAt, &a.RemindedAt, &a.RecoveredAt, &a.ThreadID)
	})
}

// observe reads the health of the sources of a rule. The number of rows that it reads is bounded by
// maxOpen.
func (s *Service) observe(ctx context.Context, c Condition, open []Alert, now time.Time) (Observation,
	map[uuid.UUID]string, error) {
	o := Observation{Now: now, Met: map[uuid.UUID]Sighting{}, Others: map[uuid.UUID]Sighting{}}
	names := map[uuid.UUID]string{}
	if c.Scope == WholeView {
		return o, names, s.observeView(ctx, c, &o)
	}
	var ids []uuid.UUID
	for _, a := range open {
		ids = append(ids, a.SourceID)
	}
	add := func(to map[uuid.UUID]Sighting, list []sourcelist.HealthMatch, err error) error {
		for _, m := range list {
			names[m.ID] = m.Name
			if _, isMet := o.Met[m.ID]; !isMet {
				to[m.ID] = c.sighting(m, now)
			}
		}
		return err
	}
	met, err := s.Lists.HealthMatchesOf(ctx, c.matching(), ids)
	if err := add(o.Met, met, err); err != nil {
		return o, nil, err
	}
	others, err := s.Lists.HealthMatchesOf(ctx, sourcelist.Query{},
		slices.DeleteFunc(ids, func(id uuid.UUID) bool { _, isMet := o.Met[id]; return isMet }))
	if err := add(o.Others, others, err); err != nil {
		return o, nil, err
	}
	if limit := maxOpen - len(open); limit > 0 {
		var watched []uuid.UUID
		for _, a := range open {
			watched = append(watched, a.SourceID)
		}
		fresh, err := s.Lists.HealthMatches(ctx, c.matching(), watched, limit)
		if err := add(o.Met, fresh, err); err != nil {
			return o, nil, err
		}
	}
	return o, names, nil
}

// observeView compares the number of affected sources with that of all checked sources of the view.
func (s *Service) observeView(ctx context.Context, c Condition, o *Observation) error {
	affected, err := s.Lists.CountHealth(ctx, c.matching())
	if err != nil {
		return err
	}
	total, err := s.Lists.CountHealth(ctx, c.filter())
	if err != nil {
		return err
	}
	sighting := Sighting{Since: o.Now, Affected: affected, Total: total}
	if c.isMetBy(affected, total) {
		o.Met[uuid.Nil] = sighting
	} else {
		o.Others[uuid.Nil] = sighting
	}
	return nil
}

// isMetBy reports whether so many affected sources of a view meet the condition.
func (c Condition) isMetBy(affected, total int) bool {
	return affected >= max(c.MinSources, 1) && affected*100 >= c.MinShare*total
}

// save writes the alerts that have changed, and the message with its deliveries.
func (s *Service) save(ctx context.Context, tx postgres.Tx, rule Rule, d Decision, names map[uuid.UUID]string,
	now time.Time) error {
	notification := uuid.Must(uuid.NewV7())
	batch := &pgx.Batch{}
	for _, a := range d.Alerts {
		if a.ThreadID == nil && a.NotifiedAt != nil {
			a.ThreadID = &notification
		}
		var source *uuid.UUID
		if a.SourceID != uuid.Nil {
			source = &a.SourceID
		}
		batch.Queue(`INSERT INTO alerts (id, rule_id, source_id, condition_version, state, cause, affected, total, since,
			fired_at, notified_at, reminded_at, recovered_at, ended_at, thread_id)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
			ON CONFLICT (id) DO UPDATE
				SET condition_version = $4, state = $5, cause = $6, affected = $7, total = $8, fired_at = $10, notified_at = $11,
					reminded_at = $12,
				recovered_at = $13, ended_at = $14, thread_id = $15`,
			a.ID, rule.ID, source, a.ConditionVersion, a.State, a.Cause, a.Affected, a.Total, a.Since, a.FiredAt, a.NotifiedAt,
			a.RemindedAt, a.RecoveredAt, a.EndedAt, a.ThreadID)
	}
	if err := tx.SendBatch(ctx, batch).Close(); err != nil || d.isEmpty() {
		return err
	}
	for _, list := range [][]Alert{d.Firing, d.Reminded, d.Recovered} {
		slices.SortFunc(list, func(a, b Alert) int {
			return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(names[a.SourceID], names[b.SourceID]),
				slices.Compare(a.SourceID[:], b.SourceID[:]))
		})
	}
	if err := addNames(ctx, tx, d.Recovered, names); err != nil {
		return err
	}
	if err := addChangedUses(ctx, tx, rule.Condition, d); err != nil {
		return err
	}
	message := newMessage(notification, rule, d, names, now)
	_, err := s.notify(ctx, tx, notification, rule, message)
	return err
}

// addNames adds the names of sources that have no health any more.
func addNames(ctx context.Context, tx postgres.Tx, list []Alert, names map[uuid.UUID]string) error {
	var missing []uuid.UUID
	for _, a := range list {
		if _, known := names[a.SourceID]; !known && a.SourceID != uuid.Nil {
			missing = append(missing, a.SourceID)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, `SELECT id, name FROM sources WHERE id = ANY($1)`, missing)
	if err != nil {
		return err
	}
	var id uuid.UUID
	var name string
	_, err = pgx.ForEachRow(rows, []any{&id, &name}, func() error {
		names[id] = name
		return nil
	})
	return err
}

// notify stores a message with a delivery for each destination of a rule, and enqueues the jobs. It
// returns the deliveries.
func (s *Service) notify(ctx context.Context, tx postgres.Tx, id uuid.UUID, rule Rule, m Message) ([]uuid.UUID, error) {
	data, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	type destination struct {
		channel Channel
		address string
		webhook *uuid.UUID
	}
	var list []destination
	for _, email := range rule.Emails {
		list = append(list, destination{Email, email, nil})
	}
	rows, err := tx.Query(ctx, `SELECT id, url FROM alert_webhooks WHERE id = ANY($1) ORDER BY id`, rule.WebhookIDs)
	if err != nil {
		return nil, err
	}
	var webhook uuid.UUID
	var url string
	if _, err := pgx.ForEachRow(rows, []any{&webhook, &url}, func() error {
		copied := webhook
		list = append(list, destination{Webhook, url, &copied})
		return nil
	}); err != nil {
		return nil, err
	}
	var ruleID *uuid.UUID // nil for the answer to a proposal
	if rule.ID != uuid.Nil {
		ruleID = &rule.ID
	}
	batch := &pgx.Batch{}
	batch.Queue(`INSERT INTO alert_notifications (id, rule_id, rule_name, message, created_at)
		VALUES ($1, $2, $3, $4::jsonb, $5)`, id, ruleID, rule.Name, string(data), m.At)
	var deliveries []uuid.UUID
	for _, d := range list {
		delivery := uuid.Must(uuid.NewV7())
		deliveries = append(deliveries, delivery)
		batch.Queue(`INSERT INTO alert_deliveries (id, notification_id, channel, address, webhook_id, state, created_at,
			next_attempt_at) VALUES ($1, $2, $3, $4, $5, 'pending', $6, $6)`,
			delivery, id, d.channel, d.address, d.webhook, m.At)
	}
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	return deliveries, s.Enqueue(ctx, tx, deliveries)
}
