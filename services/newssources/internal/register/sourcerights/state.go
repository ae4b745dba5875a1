package sourcerights

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// Review says why a person must look at the rights of a source. The values are stored.
type Review string

// The reasons. A source without a reason needs no review.
const (
	NoReview      Review = ""
	Signals       Review = "signals"        // the site declares something else than before
	ContractEnds  Review = "contract_ends"  // within noticeDays
	ContractEnded Review = "contract_ended" // the signals of the site count again
)

// Reviews are all reasons.
var Reviews = []Review{Signals, ContractEnds, ContractEnded}

// state holds the columns of a source that are derived here, and those that they follow from.
type state struct {
	ID                 uuid.UUID
	Name               string
	Lifecycle          string
	Rights             rights.Default
	UseLink            rights.State
	UseSnippet         rights.State
	UseFullText        rights.State
	UseMachineLearning rights.State
	RightsReview       Review
	IsFirst            bool // reviewed for the first time; set by review
}

// uses returns the states of the uses.
func (s *state) uses() map[rights.Use]rights.State {
	return map[rights.Use]rights.State{rights.Link: s.UseLink, rights.Snippet: s.UseSnippet,
		rights.FullText: s.UseFullText, rights.MachineLearning: s.UseMachineLearning}
}

// fields returns the states of the uses, and why they need a review, for the history.
func (s *state) fields() map[string]any {
	return map[string]any{"use_link": s.UseLink, "use_snippet": s.UseSnippet, "use_full_text": s.UseFullText,
		"use_machine_learning": s.UseMachineLearning, "rights_review": s.RightsReview}
}

// with returns the state with the verdicts about the uses.
func (s state) with(v map[rights.Use]rights.Verdict) state {
	s.UseLink, s.UseSnippet = v[rights.Link].State, v[rights.Snippet].State
	s.UseFullText, s.UseMachineLearning = v[rights.FullText].State, v[rights.MachineLearning].State
	return s
}

// lock locks sources and returns their states. The lock lets workers record checks at the same time.
func lock(ctx context.Context, tx postgres.Tx, ids []uuid.UUID) ([]state, error) {
	rows, err := tx.Query(ctx, `
		SELECT id, name, lifecycle, rights, use_link, use_snippet, use_full_text, use_machine_learning, rights_review,
			false AS is_first
		FROM sources
		WHERE id = ANY($1)
		ORDER BY id
		FOR NO KEY UPDATE`, ids)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[state])
}

// inForce returns the signals of sources that are in force, in the order in which they were found.
func inForce(ctx context.Context, tx postgres.Tx, ids []uuid.UUID) (map[uuid.UUID][]StoredSignal, error) {
	rows, err := tx.Query(ctx, `
		SELECT source_id, id, kind, value, address, found_at, missing_since, ended_at
		FROM rights_signals
		WHERE source_id = ANY($1) AND ended_at IS NULL
		ORDER BY found_at, id`, ids)
	if err != nil {
		return nil, err
	}
	found := map[uuid.UUID][]StoredSignal{}
	var id uuid.UUID
	var s StoredSignal
	_, err = pgx.ForEachRow(rows, []any{&id, &s.ID, &s.Kind, &s.Value, &s.Address, &s.FoundAt, &s.MissingSince,
		&s.EndedAt},
		func() error {
			found[id] = append(found[id], s)
			return nil
		})
	return found, err
}

// save writes the states that differ from the former ones, and records them in the history, by which open
// pages learn of them. before and after have the same order.
func save(ctx context.Context, tx postgres.Tx, actor audit.Actor, before, after []state) error {
	var events []audit.Event
	var ids []uuid.UUID
	columns := [5][]string{}
	for i, a := range after {
		b := before[i]
		changes, err := audit.Diff(b.fields(), a.fields())
		if err != nil {
			return err
		}
		if len(changes) == 0 {
			continue
		}
		ids = append(ids, a.ID)
		for n, value := range []string{string(a.UseLink), string(a.UseSnippet), string(a.UseFullText),
			string(a.UseMachineLearning), string(a.RightsReview)} {
			columns[n] = append(columns[n], value)
		}
		if !a.IsFirst || a.RightsReview != b.RightsReview {
			events = append(events, audit.Event{Action: usesChanged, TargetType: audit.TargetSource, TargetID: a.ID,
				TargetName: a.Name, SourceID: a.ID, Changes: changes})
		}
	}
	if len(ids) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `
		UPDATE sources s
		SET use_link = u.link, use_snippet = u.snippet, use_full_text = u.full_text, use_machine_learning = u.learning,
			rights_review = u.review,
			rights_review_since = CASE
				WHEN u.review = '' THEN NULL
				WHEN u.review = s.rights_review THEN s.rights_review_since
				ELSE now()
			END
		FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
			u(id, link, snippet, full_text, learning, review)
		WHERE s.id = u.id`, ids, columns[0], columns[1], columns[2], columns[3], columns[4])
	if err != nil || len(events) == 0 {
		return err
	}
	return audit.Record(ctx, tx, actor, events...)
}

// Refresh derives the uses of sources whose rights or contract a person has changed, in the transaction
// of the change.
func Refresh(ctx context.Context, tx postgres.Tx, actor audit.Actor, now time.Time, ids ...uuid.UUID) error {
	if len(ids) == 0 {
		return nil
	}
	before, err := lock(ctx, tx, ids)
	if err != nil {
		return err
	}
	signals, err := inForce(ctx, tx, ids)
	if err != nil {
		return err
	}
	contracts, err := readContracts(ctx, tx, ids)
	if err != nil {
		return err
	}
	after := make([]state, len(before))
	for i, b := range before {
		after[i] = b.with(rights.Derive(b.Rights, contracts[b.ID].terms(), signalsOf(signals[b.ID]), now))
	}
	return save(ctx, tx, actor, before, after)
}
