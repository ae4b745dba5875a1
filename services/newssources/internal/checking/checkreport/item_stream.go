package checkreport

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// settleTime is the age at which an item appears in the stream. A check records its items with the
// time at which it ended, and before its lease of 90 s ends, so no older items are added afterwards
// and a reader misses none.
const settleTime = 2 * time.Minute

// StreamItem is an item of any endpoint.
type StreamItem struct {
	Item
	EndpointID uuid.UUID
	SourceID   *uuid.UUID // nil if the endpoint has been deleted
}

// useColumns are the columns of the states of the uses.
var useColumns = map[rights.Use]string{
	rights.Link: "s.use_link", rights.Snippet: "s.use_snippet", rights.FullText: "s.use_full_text",
	rights.MachineLearning: "s.use_machine_learning",
}

// selectStream leaves out the items of sources whose rights are “forbidden”. It bounds the time by
// itself, too, so that only the partitions from that time on are read.
const selectStream = `SELECT i.identity, i.title, i.url, i.published_at, i.first_seen_at, i.endpoint_id, e.source_id
	FROM items i
	LEFT JOIN endpoints e ON e.id = i.endpoint_id
	LEFT JOIN sources s ON s.id = e.source_id
	WHERE s.rights IS DISTINCT FROM 'forbidden'
		%s
		AND i.first_seen_at >= $1 AND i.first_seen_at < now() - $2::interval
		AND (i.first_seen_at, i.endpoint_id, i.identity) > ($1, $3, $4)
	ORDER BY i.first_seen_at, i.endpoint_id, i.identity LIMIT $5`

// Stream returns up to limit items of all endpoints in the order in which they were found, and the
// cursor for the next call, which is never empty. since is such a cursor, a time in RFC 3339, or
// empty for the oldest item. The items of sources for which use is forbidden are left out, if use is not
// empty.
func (r *Reader) Stream(ctx context.Context, since string, use rights.Use, limit int) (items []StreamItem, next string,
	err error) {
	var from cursor
	if at, err := time.Parse(time.RFC3339, since); err == nil {
		from.Time = at
	} else if from, err = parseCursor(since); err != nil {
		return nil, "", problem.New(problem.InvalidCursor, "The value of “since” is neither a time such as "+
			"2026-11-22T09:30:00Z nor the cursor of an earlier answer.")
	}
	condition := ""
	if column := useColumns[use]; column != "" {
		condition = "AND " + column + " IS DISTINCT FROM 'forbidden'"
	}
	err = r.db.QueryLimited(ctx, readTimeout, fmt.Sprintf(selectStream, condition),
		[]any{from.Time, settleTime, from.EndpointID, from.Identity, limit}, func(rows pgx.Rows) (err error) {
			items, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (i StreamItem, err error) {
				err = row.Scan(&i.Identity, &i.Title, &i.URL, &i.PublishedAt, &i.FirstSeenAt, &i.EndpointID, &i.SourceID)
				return i, err
			})
			return err
		})
	if err != nil {
		return nil, "", err
	}
	if len(items) > 0 {
		last := items[len(items)-1]
		from = cursor{Time: last.FirstSeenAt, EndpointID: last.EndpointID, Identity: last.Identity}
	}
	if from.Time.IsZero() {
		from.Time = time.Unix(0, 0) // the cursor of an empty register
	}
	return items, from.String(), nil
}
