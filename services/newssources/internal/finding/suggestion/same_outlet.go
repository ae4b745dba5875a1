package suggestion

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Pair is two sources that may be the same outlet: ID is the newer one, which would be merged.
type Pair struct {
	ID, OtherID uuid.UUID
	Reasons     []Reason
}

// Reason is why two sources may be the same outlet.
type Reason struct {
	Kind ReasonKind `json:"kind"`
	Text string     `json:"text,omitempty"` // the shared name, domain, address or number of items
}

// ReasonKind is the kind of a reason.
type ReasonKind string

// The kinds of reasons, the strongest one first.
const (
	SharedItems    ReasonKind = "items"    // their endpoints have the same items
	SharedAddress  ReasonKind = "address"  // both have an endpoint with this address
	SharedRedirect ReasonKind = "redirect" // an endpoint or the homepage of one is at the domain of the other
	SharedAlias    ReasonKind = "alias"    // one has the domain of the other as an alias
	SharedDomain   ReasonKind = "domain"   // both have this domain
	SimilarName    ReasonKind = "name"     // both have nearly the same name, in one country
)

// savedPairs is the number of pairs that one statement stores.
const savedPairs = 500

// savePairs makes a suggestion for each pair or updates the evidence of an open one. A pair that was
// dismissed stays dismissed.
const savePairs = `
	INSERT INTO suggestions AS g (id, kind, state, source_id, subject, evidence, by_person)
	SELECT p.id, 'same_outlet', 'open', p.source_id, p.other_id::text,
		jsonb_build_object('other_source_id', p.other_id, 'other_source_name', o.name, 'reasons', p.reasons::jsonb), true
	FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) p(id, source_id, other_id, reasons)
	JOIN sources s ON s.id = p.source_id AND s.lifecycle <> 'archived'
	JOIN sources o ON o.id = p.other_id AND o.lifecycle <> 'archived'
	ON CONFLICT (source_id, endpoint_id, kind, subject) WHERE state <> 'obsolete' DO UPDATE
	SET evidence = excluded.evidence
	WHERE g.state = 'open' AND g.evidence IS DISTINCT FROM excluded.evidence
	RETURNING xmax = 0`

// SavePairs makes suggestions for the pairs that a search of all sources has found, and closes the open
// ones of other pairs if the pairs are complete.
func (s *Suggestions) SavePairs(ctx context.Context, pairs []Pair, isComplete bool) error {
	made := 0
	newer, older := make([]uuid.UUID, len(pairs)), make([]uuid.UUID, len(pairs))
	for from := 0; from < len(pairs); from += savedPairs {
		part := pairs[from:min(from+savedPairs, len(pairs))]
		ids, reasons := make([]uuid.UUID, len(part)), make([]string, len(part))
		for i, p := range part {
			text, err := json.Marshal(p.Reasons)
			if err != nil {
				return err
			}
			ids[i], newer[from+i], older[from+i], reasons[i] = uuid.Must(uuid.NewV7()), p.ID, p.OtherID, string(text)
		}
		to := from + len(part)
		rows, err := s.db.Pool.Query(ctx, savePairs, ids, newer[from:to], older[from:to], reasons)
		if err != nil {
			return err
		}
		var isNew bool
		for rows.Next() {
			if err := rows.Scan(&isNew); err != nil {
				rows.Close()
				return err
			}
			if isNew {
				made++
			}
		}
		if err := rows.Err(); err != nil {
			return err
		}
	}
	s.count(SameOutlet, string(Open), made)
	if !isComplete {
		return nil
	}
	tag, err := s.db.Pool.Exec(ctx, `
		UPDATE suggestions g SET state = 'obsolete', decided_at = now()
		WHERE g.kind = 'same_outlet'
			AND g.state = 'open'
			AND NOT EXISTS (
				SELECT
				FROM unnest($1::uuid[], $2::uuid[]) p(source_id, other_id)
				WHERE p.source_id = g.source_id AND p.other_id::text = g.subject
			)`, newer, older)
	s.count(SameOutlet, string(Obsolete), int(tag.RowsAffected()))
	return err
}

// requireComparison returns a problem: members accept a suggested merge by comparing and merging the sources.
func (*Suggestions) requireComparison(context.Context, audit.Actor, Suggestion, State) error {
	return problem.New(problem.Invalid, "Compare the two sources, then merge them.")
}
