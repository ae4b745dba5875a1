package checkreport

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// cursor is the position after a row.
type cursor struct {
	Time   time.Time     `json:"t"`
	Result AttemptResult `json:"r,omitempty"` // of the query of an attempt
	// of an item
	Published time.Time `json:"p,omitzero"`
	Identity  []byte    `json:"i,omitempty"`
	// of an item in the stream
	EndpointID uuid.UUID `json:"e,omitzero"`
}

func (c cursor) String() string {
	c.Time = c.Time.UTC()
	data, _ := json.Marshal(c)
	return base64.RawURLEncoding.EncodeToString(data)
}

func parseCursor(text string) (c cursor, err error) {
	if text == "" {
		return c, nil
	}
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	if err != nil || c.Time.IsZero() {
		return c, errOtherList()
	}
	return c, nil
}

func errOtherList() error {
	return problem.New(problem.InvalidCursor, "The cursor does not belong to this list. Start from the first page.")
}

// readPage reads rows that belong to an endpoint. An empty list of an unknown endpoint is an error.
func readPage[T any](ctx context.Context, r *Reader, endpointID uuid.UUID, sql string, args []any,
	scan pgx.RowToFunc[T]) (list []T, err error) {
	err = r.db.QueryLimited(ctx, readTimeout, sql, args, func(rows pgx.Rows) (err error) {
		list, err = pgx.CollectRows(rows, scan)
		return err
	})
	if postgres.IsStatementTimeout(err) && ctx.Err() == nil {
		return nil, problem.Wrap(err, problem.SearchTooBroad, "This search takes too long. Use a longer word.")
	}
	if err != nil || len(list) > 0 {
		return list, err
	}
	var exists bool
	if err := r.db.Pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM endpoints WHERE id = $1)",
		endpointID).Scan(&exists); err != nil {
		return nil, err
	}
	if !exists {
		return nil, problem.New(problem.NotFound, "There is no endpoint with this id. It may have been deleted, or the "+
			"address is wrong.")
	}
	return list, nil
}
