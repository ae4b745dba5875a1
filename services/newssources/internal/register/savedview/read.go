package savedview

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/ttlcache"
)

// Views reads and writes saved views. It is safe for concurrent use.
type Views struct {
	db     *postgres.DB
	counts *counter
	hashes *ttlcache.KeySet[secretHash] // of the secrets of all addresses
}

const selectViews = `
	SELECT v.id, v.version, v.name, v.filter, v.sort, v.columns, v.column_widths, v.sharing, v.editable_by,
		v.owner_id, coalesce(nullif(m.name, ''), m.email), m.removed_at IS NOT NULL, v.created_at, v.updated_at
	FROM saved_views v
	JOIN members m ON m.id = v.owner_id
	WHERE (v.owner_id = $1 OR v.sharing = 'members')`

func scanView(row pgx.CollectableRow) (v View, err error) {
	var filter, columns []byte
	err = row.Scan(&v.ID, &v.Version, &v.Name, &filter, &v.Sort, &columns, &v.ColumnWidths, &v.Sharing, &v.EditableBy,
		&v.OwnerID, &v.OwnerName, &v.OwnerIsRemoved, &v.CreatedAt, &v.UpdatedAt)
	if err == nil {
		err = json.Unmarshal(filter, &v.Filter)
	}
	if err == nil && columns != nil {
		err = json.Unmarshal(columns, &v.Columns)
	}
	return v, err
}

// List returns the views that a member sees: the shared ones by name, then their own.
func (s *Views) List(ctx context.Context, member uuid.UUID) ([]View, error) {
	rows, err := s.db.Pool.Query(ctx, selectViews+`
	ORDER BY v.sharing = 'members' DESC, lower(v.name), v.id
	LIMIT $2`, member, maxShared+maxOwned)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanView)
}

// Get returns a view that a member sees.
func (s *Views) Get(ctx context.Context, member, id uuid.UUID) (*View, error) {
	return get(ctx, s.db.Pool, member, id, "")
}

// get reads a view. lock is the locking clause of a transaction, or empty.
func get(ctx context.Context, db postgres.Querier, member, id uuid.UUID, lock string) (*View, error) {
	rows, err := db.Query(ctx, selectViews+`
		AND v.id = $2
	`+lock, member, id)
	if err != nil {
		return nil, err
	}
	view, err := pgx.CollectExactlyOneRow(rows, scanView)
	if postgres.IsNoRows(err) {
		return nil, problem.New(problem.NotFound, "You can't open this view: it is personal or was deleted. Ask the "+
			"person who sent you the link to share it.")
	}
	return &view, err
}

// Default returns the id of the view that the page of sources shows first, or nil.
func (s *Views) Default(ctx context.Context, member uuid.UUID) (*uuid.UUID, error) {
	var id uuid.UUID
	err := s.db.Pool.QueryRow(ctx, `
		SELECT d.view_id
		FROM default_views d
		JOIN saved_views v ON v.id = d.view_id
		WHERE d.member_id = $1
			AND (v.owner_id = $1 OR v.sharing = 'members')`, member).Scan(&id)
	if postgres.IsNoRows(err) {
		return nil, nil
	}
	return &id, err
}

// SetDefault sets the view that the page of sources shows first; nil: all sources.
func (s *Views) SetDefault(ctx context.Context, member uuid.UUID, id *uuid.UUID) error {
	if id == nil {
		_, err := s.db.Pool.Exec(ctx, "DELETE FROM default_views WHERE member_id = $1", member)
		return err
	}
	return s.db.Tx(ctx, func(tx postgres.Tx) error {
		if _, err := get(ctx, tx, member, *id, "FOR KEY SHARE OF v"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `
			INSERT INTO default_views (member_id, view_id)
			VALUES ($1, $2)
			ON CONFLICT (member_id) DO UPDATE SET view_id = $2`, member, *id)
		return err
	})
}
