package checkreport

import (
	"context"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// Item is an item that a check found.
type Item struct {
	Identity    []byte
	Title, URL  string
	PublishedAt *time.Time
	FirstSeenAt time.Time
}

// ItemQuery selects items of an endpoint.
type ItemQuery struct {
	EndpointID uuid.UUID
	Text       string // words; all must occur in the title or the address
	Cursor     string
	Limit      int
}

// Items returns a page of the items of an endpoint, newest first, and the cursor of the next page,
// or "" on the last one. It returns no items of a source whose rights are “forbidden”.
func (r *Reader) Items(ctx context.Context, q ItemQuery) ([]Item, string, error) {
	at, err := parseCursor(q.Cursor)
	if err != nil {
		return nil, "", err
	}
	args := []any{q.EndpointID, q.Limit + 1}
	arg := func(value any) string {
		args = append(args, value)
		return "$" + strconv.Itoa(len(args))
	}
	sql := "SELECT identity, title, url, published_at, first_seen_at FROM items WHERE endpoint_id = $1 AND " +
		"NOT EXISTS (SELECT FROM endpoints e JOIN sources s ON s.id = e.source_id WHERE e.id = $1 AND s.rights = 'forbidden')"
	if q.Cursor != "" {
		sql += " AND (first_seen_at, " + published + ", identity) < (" + arg(at.Time) + ", " + arg(at.Published) + ", " +
			arg(at.Identity) + ")"
	}
	words := strings.Fields(postgres.Text(q.Text))
	if len(words) > sourcelist.MaxSearchWords {
		return nil, "", problem.New(problem.UnknownParameter, "A search has at most %d words.", sourcelist.MaxSearchWords)
	}
	for _, word := range words {
		sql += " AND strpos(lower(title || ' ' || url), lower(" + arg(word) + ")) > 0"
	}
	list, err := readPage(ctx, r, q.EndpointID, sql+" ORDER BY first_seen_at DESC, "+published+" DESC, identity DESC "+
		"LIMIT $2", args, scanItem)
	if err != nil || len(list) <= q.Limit {
		return list, "", err
	}
	last := list[q.Limit-1]
	return list[:q.Limit], cursor{Time: last.FirstSeenAt, Published: last.publishedOrSeen(),
		Identity: last.Identity}.String(), nil
}

func scanItem(row pgx.CollectableRow) (i Item, err error) {
	err = row.Scan(&i.Identity, &i.Title, &i.URL, &i.PublishedAt, &i.FirstSeenAt)
	return i, err
}

// published orders the items of one check.
const published = "coalesce(published_at, first_seen_at)"

func (i Item) publishedOrSeen() time.Time {
	if i.PublishedAt != nil {
		return i.PublishedAt.UTC()
	}
	return i.FirstSeenAt.UTC()
}

// IdentityText returns the identity in hexadecimal.
func (i Item) IdentityText() string { return hex.EncodeToString(i.Identity) }
