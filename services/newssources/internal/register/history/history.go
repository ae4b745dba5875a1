// Package history determines the state of a source and its endpoints at an earlier version, from the
// events of the change log.
package history

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// Version selects an earlier version of a source.
type Version struct {
	EventID uuid.UUID `json:"event_id,omitzero"` // the version right after this event
	At      time.Time `json:"at,omitzero"`       // the version at this time
	Fields  []string  `json:"fields,omitempty"`  // empty: all
}

// maxEvents bounds the history of a source that a restoration reads.
const maxEvents = 50_000

// Target is a source or an endpoint with the changes that restore its state at a version.
type Target struct {
	Type      audit.TargetType
	ID        uuid.UUID
	Name      string
	IsMissing bool // the target was deleted
	Version   int  // the present version, or the last one of a missing target
	Changes   []audit.Change
	Reason    string // why a field is not changed
}

// Read returns the source and its endpoints with the changes that restore their state at the version.
func Read(ctx context.Context, tx postgres.Tx, id uuid.UUID, version Version) ([]Target, error) {
	rows, err := tx.Query(ctx, `
		SELECT a.id, a.at, a.action, a.target_type, a.target_id, a.target_name, a.version, a.changes
		FROM audit_events a
		WHERE a.source_id = $1
		ORDER BY a.id
		LIMIT $2`, id, maxEvents)
	if err != nil {
		return nil, err
	}
	events, err := pgx.CollectRows(rows, pgx.RowToStructByName[event])
	if err != nil {
		return nil, err
	}
	if len(events) == 0 {
		return nil, problem.New(problem.NotFound, "There is no source with this id, and no history of it.")
	}
	present, err := readPresent(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	cut, err := findVersion(events, version, present.exists)
	if err != nil {
		return nil, err
	}
	if !present.exists && len(version.Fields) > 0 {
		var wrong problem.Fields
		wrong.Add("/fields", "deleted", "A deleted source is restored as a whole. Leave the fields out.")
		return nil, wrong.Err()
	}
	return replay(events, cut, id, present, version.Fields)
}

// present is the current state of a source and its endpoints.
type present struct {
	exists    bool
	lifecycle source.Lifecycle
	version   int
	name      string
	outlet    source.Outlet
	aliases   []source.Alias
	merged    []source.Alias    // the names and addresses of the sources that were merged into it
	endpoints map[uuid.UUID]int // versions
}

func readPresent(ctx context.Context, tx postgres.Tx, id uuid.UUID) (present, error) {
	p := present{endpoints: map[uuid.UUID]int{}}
	err := tx.QueryRow(ctx, `
		SELECT true, lifecycle, version, name, canonical_domain, path_prefix, aliases
		FROM sources
		WHERE id = $1
		FOR SHARE`, id).
		Scan(&p.exists, &p.lifecycle, &p.version, &p.name, &p.outlet.Domain, &p.outlet.PathPrefix, &p.aliases)
	if err != nil && !postgres.IsNoRows(err) {
		return p, err
	}
	if err := p.readMerged(ctx, tx, id); err != nil {
		return p, err
	}
	rows, err := tx.Query(ctx, "SELECT id, version FROM endpoints WHERE source_id = $1", id)
	if err != nil {
		return p, err
	}
	var endpoint uuid.UUID
	var version int
	_, err = pgx.ForEachRow(rows, []any{&endpoint, &version}, func() error {
		p.endpoints[endpoint] = version
		return nil
	})
	return p, err
}

// readMerged reads the names and addresses of the sources that were merged into the source.
func (p *present) readMerged(ctx context.Context, tx postgres.Tx, id uuid.UUID) error {
	rows, err := tx.Query(ctx, `
		SELECT name, canonical_domain, path_prefix, aliases
		FROM sources
		WHERE id <> $1 AND id IN (`+source.WithMerged("$1::uuid")+`)
		ORDER BY id`, id)
	if err != nil {
		return err
	}
	var name string
	var outlet source.Outlet
	var aliases []source.Alias
	_, err = pgx.ForEachRow(rows, []any{&name, &outlet.Domain, &outlet.PathPrefix, &aliases}, func() error {
		p.merged = append(p.merged, source.Alias{Kind: source.AliasName, Value: name, Origin: source.AliasOfMerge},
			outlet.Alias(source.AliasOfMerge))
		p.merged = append(p.merged, aliases...)
		aliases = nil
		return nil
	})
	return err
}

// findVersion returns the number of events up to and including the version.
func findVersion(events []event, v Version, exists bool) (cut int, err error) {
	switch {
	case v.EventID != uuid.Nil:
		cut = 1 + slices.IndexFunc(events, func(e event) bool { return e.ID == v.EventID })
	case !v.At.IsZero():
		for cut < len(events) && !events[cut].At.After(v.At) {
			cut++
		}
	case exists:
		var wrong problem.Fields
		wrong.Add("/event_id", "required", "Choose an entry of the history, or a time.")
		return 0, wrong.Err()
	default: // before the events of the deletion, which have the same time
		last := len(events) - 1
		for last > 0 && events[last].Action != "source.deleted" {
			last--
		}
		for cut = last; cut > 0 && events[cut-1].At.Equal(events[last].At); {
			cut--
		}
	}
	switch {
	case cut == 0 && v.EventID != uuid.Nil:
		return 0, problem.New(problem.NotFound, "This entry is not in the history of the source.")
	case cut == 0 && events[0].isCreation(), cut > 0 && !existedAt(events[:cut]):
		return 0, problem.New(problem.Invalid, "The source did not exist at this time. Choose another entry of its history.")
	}
	return cut, nil
}

// existedAt reports whether the source existed after the events.
func existedAt(events []event) bool {
	for _, e := range slices.Backward(events) {
		if e.TargetType == audit.TargetSource {
			return e.Action != "source.deleted"
		}
	}
	return true // the history begins later
}
