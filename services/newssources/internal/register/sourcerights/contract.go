package sourcerights

import (
	"context"
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// Limits of the texts of a contract, in characters.
const maxParty, maxDocument, maxReason = 200, 500, 500

// Contract is an agreement with the publisher of a source. It decides about the uses that it names, also
// against the signals of the site.
type Contract struct {
	Version       int
	Party         string // with whom it was made
	Document      string // where it is, such as an address or a file number
	ValidUntil    *time.Time
	Uses          map[rights.Use]rights.State
	Reason        string // why a member has recorded or changed it
	Noticed       Review // the last notice about its end
	UpdatedAt     time.Time
	UpdatedByName string
}

// terms returns what counts for the uses; nil without a contract.
func (c *Contract) terms() *rights.Contract {
	if c == nil {
		return nil
	}
	return &rights.Contract{Uses: c.Uses, ValidUntil: c.ValidUntil}
}

// notice returns what a person must be told about the end of the contract now, and was not told yet.
func (c *Contract) notice(now time.Time) Review {
	switch {
	case c == nil || c.ValidUntil == nil || c.Noticed == ContractEnded:
		return NoReview
	case !c.terms().IsValid(now):
		return ContractEnded
	case c.Noticed == NoReview && !now.Before(c.ValidUntil.AddDate(0, 0, -noticeDays)):
		return ContractEnds
	}
	return NoReview
}

// readContracts returns the contracts of sources.
func readContracts(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) (map[uuid.UUID]*Contract, error) {
	rows, err := tx.Query(ctx, `
		SELECT source_id, version, party, document, valid_until, uses, reason, noticed, updated_at, updated_by_name
		FROM rights_contracts
		WHERE source_id = ANY($1)`, ids)
	if err != nil {
		return nil, err
	}
	found := map[uuid.UUID]*Contract{}
	for rows.Next() {
		var id uuid.UUID
		var uses []byte
		c := &Contract{}
		if err := rows.Scan(&id, &c.Version, &c.Party, &c.Document, &c.ValidUntil, &uses, &c.Reason, &c.Noticed,
			&c.UpdatedAt, &c.UpdatedByName); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(uses, &c.Uses); err != nil {
			return nil, err
		}
		found[id] = c
	}
	return found, rows.Err()
}

// SelectLost selects the valid contract of the source $1 that is lost when it is merged into the source $2,
// which has none with the same terms.
const SelectLost = `
	SELECT f.party, f.document
	FROM rights_contracts f
	WHERE f.source_id = $1 AND (f.valid_until IS NULL OR f.valid_until >= (now() AT TIME ZONE 'UTC')::date)
		AND NOT EXISTS (
			SELECT
			FROM rights_contracts i
			WHERE i.source_id = $2 AND i.party = f.party AND i.document = f.document AND i.uses = f.uses
				AND i.valid_until IS NOT DISTINCT FROM f.valid_until)`

// SaveContract records or replaces the contract of a source. c.Version is the version that the member saw,
// 0 if there was none.
func (s *Service) SaveContract(ctx context.Context, actor audit.Actor, source uuid.UUID, c Contract) error {
	if err := c.validate(s.now()); err != nil {
		return err
	}
	return s.changeContract(ctx, actor, source, c.Version, &c, c.Reason)
}

// DeleteContract deletes the contract of a source, so that the signals of its site count again.
func (s *Service) DeleteContract(ctx context.Context, actor audit.Actor, source uuid.UUID, version int,
	reason string) error {
	var invalid problem.Fields
	reason = checkText(reason, "/reason", maxReason, &invalid)
	if err := invalid.Err(); err != nil {
		return err
	}
	return s.changeContract(ctx, actor, source, version, nil, reason)
}

// changeContract replaces the contract of a source, or deletes it if after is nil.
func (s *Service) changeContract(ctx context.Context, actor audit.Actor, source uuid.UUID, version int,
	after *Contract, reason string) error {
	return s.db.Tx(ctx, func(tx postgres.Tx) error {
		sources, err := lock(ctx, tx, []uuid.UUID{source})
		if err != nil {
			return err
		}
		if len(sources) == 0 {
			return noSource()
		}
		contracts, err := readContracts(ctx, tx, []uuid.UUID{source})
		if err != nil {
			return err
		}
		before := contracts[source]
		if current := before.version(); current != version {
			return problem.New(problem.StaleVersion, "Another member has changed the contract of “%s”. Reload the page and "+
				"repeat your change.", sources[0].Name)
		}
		if after == nil {
			_, err = tx.Exec(ctx, "DELETE FROM rights_contracts WHERE source_id = $1", source)
		} else {
			err = writeContract(ctx, tx, actor, source, *after)
		}
		if err != nil {
			return err
		}
		changes, err := audit.Diff(before.fields(), after.fields())
		if err != nil {
			return err
		}
		if after == nil {
			because, err := audit.Diff(nil, map[string]any{"contract_reason": reason})
			if err != nil {
				return err
			}
			changes = append(changes, because...)
		}
		event := audit.Event{Action: "source.contract_changed", TargetType: audit.TargetSource, TargetID: source,
			TargetName: sources[0].Name, SourceID: source, Changes: changes}
		if err := audit.Record(ctx, tx, actor, event); err != nil {
			return err
		}
		if err := clearReview(ctx, tx, source); err != nil {
			return err
		}
		return Refresh(ctx, tx, actor, s.now(), source)
	})
}

func writeContract(ctx context.Context, tx postgres.Tx, actor audit.Actor, source uuid.UUID, c Contract) error {
	uses, err := json.Marshal(c.Uses)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO rights_contracts (source_id, party, document, valid_until, uses, reason, updated_by_id, updated_by_name)
		VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8)
		ON CONFLICT (source_id) DO UPDATE
			SET version = rights_contracts.version + 1, party = excluded.party, document = excluded.document,
				valid_until = excluded.valid_until, uses = excluded.uses, reason = excluded.reason, noticed = '',
				updated_at = now(), updated_by_id = excluded.updated_by_id, updated_by_name = excluded.updated_by_name`,
		source, c.Party, c.Document, c.ValidUntil, string(uses), c.Reason, actor.ActorID,
		identity.DisplayName(actor.Name, actor.Email))
	return err
}

// saveNotices records what people were told about the ends of contracts.
func saveNotices(ctx context.Context, tx postgres.Tx, notices map[uuid.UUID]Review) error {
	for source, notice := range notices {
		if _, err := tx.Exec(ctx, "UPDATE rights_contracts SET noticed = $2 WHERE source_id = $1", source,
			notice); err != nil {
			return err
		}
	}
	return nil
}

func (c *Contract) version() int {
	if c == nil {
		return 0
	}
	return c.Version
}

// fields returns the contract for the history.
func (c *Contract) fields() map[string]any {
	if c == nil {
		return nil
	}
	fields := map[string]any{"contract_party": c.Party, "contract_document": c.Document, "contract_reason": c.Reason}
	if c.ValidUntil != nil {
		fields["contract_valid_until"] = c.ValidUntil.Format(time.DateOnly)
	}
	for use, state := range c.Uses {
		fields["contract_"+string(use)] = state
	}
	return fields
}

// validate cleans the texts and returns a problem with all invalid fields.
func (c *Contract) validate(now time.Time) error {
	var invalid problem.Fields
	c.Party = checkText(c.Party, "/party", maxParty, &invalid)
	c.Document = checkText(c.Document, "/document", maxDocument, &invalid)
	c.Reason = checkText(c.Reason, "/reason", maxReason, &invalid)
	if !c.terms().IsValid(now) {
		invalid.Add("/valid_until", "range", "This day has passed. Enter the last day on which the contract is valid.")
	}
	if c.ValidUntil != nil && c.ValidUntil.After(now.AddDate(100, 0, 0)) {
		invalid.Add("/valid_until", "range", "Enter a day within the next 100 years, or leave it empty.")
	}
	for use, state := range c.Uses {
		if !use.Valid() || state != rights.Allowed && state != rights.Reserved && state != rights.Forbidden {
			invalid.Add("/uses/"+string(use), "enum", "“%s” of “%s” is not a state of a use.", state, use)
		}
	}
	if len(c.Uses) == 0 {
		invalid.Add("/uses", "required", "Choose at least one use that the contract is about.")
	}
	return invalid.Err()
}

// checkText returns a text without surrounding white space, and adds an error if it is empty or too long.
func checkText(text, pointer string, most int, invalid *problem.Fields) string {
	text = strings.Join(strings.Fields(postgres.Text(text)), " ")
	if n := utf8.RuneCountInString(text); n == 0 || n > most {
		invalid.Add(pointer, "length", "Enter a text of 1 to %d characters.", most)
	}
	return text
}
