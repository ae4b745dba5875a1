package sourcelist

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/net/idna"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// EndpointQuery selects endpoints of all sources. The values of one filter are alternatives; all
// filters must match. Without Intents and Lifecycles, it selects live endpoints, which are neither
// retired nor of an archived source.
type EndpointQuery struct {
	SourceID     *uuid.UUID
	Kinds        []feed.Kind
	Intents      []source.Intent
	Lifecycles   []source.Lifecycle // of the source
	MediaTypes   []source.MediaType // of the source
	Host         string             // with or without www
	UpdatedSince time.Time
	ByUpdate     bool // sorted by the last change instead of the creation
	Cursor       string
	Limit        int
}

// EndpointRow is an endpoint in a list, with properties of its source.
type EndpointRow struct {
	source.Endpoint
	SourceName      string
	SourceLifecycle source.Lifecycle
	SourceMediaType source.MediaType
}

// endpointCursor is the position after an endpoint.
type endpointCursor struct {
	ID      uuid.UUID `json:"i"`
	Updated time.Time `json:"u,omitzero"` // if sorted by the last change
}

func parseEndpointCursor(text string, byUpdate bool) (c endpointCursor, err error) {
	if text == "" {
		return c, nil
	}
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	if err != nil || c.ID == uuid.Nil || c.Updated.IsZero() == byUpdate {
		return c, invalidCursor()
	}
	return c, nil
}

func (r EndpointRow) cursor(byUpdate bool) string {
	c := endpointCursor{ID: r.ID}
	if byUpdate {
		c.Updated = r.UpdatedAt.UTC()
	}
	data, _ := json.Marshal(c)
	return base64.RawURLEncoding.EncodeToString(data)
}

// ListEndpoints returns a page of endpoints of all sources and the cursor of the next page, or ""
// on the last page.
func (r *Reader) ListEndpoints(ctx context.Context, q EndpointQuery) (list []EndpointRow, next string, err error) {
	at, err := parseEndpointCursor(q.Cursor, q.ByUpdate)
	if err != nil {
		return nil, "", err
	}
	sql, args := q.sql(at)
	err = r.db.QueryLimited(ctx, readTimeout, sql, args, func(rows pgx.Rows) (err error) {
		list, err = pgx.CollectRows(rows, scanEndpointRow)
		return err
	})
	if postgres.IsStatementTimeout(err) && ctx.Err() == nil {
		err = problem.Wrap(err, problem.SearchTooBroad,
			"These filters take too long together. Use fewer of them, or list the endpoints of one source.")
	}
	if err != nil || len(list) <= q.Limit {
		return list, "", err
	}
	list = list[:q.Limit]
	return list, list[q.Limit-1].cursor(q.ByUpdate), nil
}

func (q EndpointQuery) sql(at endpointCursor) (string, []any) {
	var args []any
	arg := func(value any) string {
		args = append(args, value)
		return "$" + strconv.Itoa(len(args))
	}
	where := []string{"true"}
	if len(q.Intents)+len(q.Lifecycles) == 0 {
		where = append(where, "e.live")
	}
	if q.SourceID != nil {
		where = append(where, "e.source_id = "+arg(*q.SourceID))
	}
	for column, values := range map[string][]string{
		"e.kind": texts(q.Kinds), "e.intent": texts(q.Intents),
		"s.lifecycle": texts(q.Lifecycles), "s.media_type": texts(q.MediaTypes),
	} {
		switch len(values) {
		case 0:
		case 1: // in the order of an index, unlike ANY
			where = append(where, column+" = "+arg(values[0]))
		default:
			where = append(where, column+" = ANY("+arg(values)+")")
		}
	}
	if q.Host != "" {
		host := hostKey(q.Host)
		prefix := escapeLike(host)
		isPath, isPort := "e.url_key LIKE "+arg(prefix+"/%"), "e.url_key LIKE "+arg(prefix+":%")
		where = append(where, "(e.url_key = "+arg(host)+" OR "+isPath+" OR "+isPort+")")
	}
	if !q.UpdatedSince.IsZero() {
		where = append(where, "e.updated_at >= "+arg(q.UpdatedSince))
	}
	order := "e.id"
	if q.ByUpdate {
		order = "e.updated_at, e.id"
	}
	switch {
	case at.ID == uuid.Nil:
	case q.ByUpdate:
		where = append(where, "(e.updated_at, e.id) > ("+arg(at.Updated)+", "+arg(at.ID)+")")
	default:
		where = append(where, "e.id > "+arg(at.ID))
	}
	return `
		SELECT e.id, e.source_id, e.kind, e.url, e.url_entered, e.name, e.section, e.language, e.intent, e.charset,
			e.default_zone, e.identity_policy, e.recipe, e.schedule, e.version, e.created_at, e.updated_at,
			EXISTS (SELECT FROM endpoint_credentials c WHERE c.endpoint_id = e.id), s.name, s.lifecycle, s.media_type
		FROM endpoints e
		JOIN sources s ON s.id = e.source_id
		WHERE ` + strings.Join(where, " AND ") + `
		ORDER BY ` + order + `
		LIMIT ` + arg(q.Limit+1), args
}

func scanEndpointRow(row pgx.CollectableRow) (r EndpointRow, err error) {
	var recipe *pagelist.Recipe
	err = row.Scan(&r.ID, &r.SourceID, &r.Kind, &r.URL, &r.URLEntered, &r.Name, &r.Section, &r.Language, &r.Intent,
		&r.Charset,
		&r.DefaultZone, &r.IdentityPolicy, &recipe, &r.Schedule, &r.Version, &r.CreatedAt, &r.UpdatedAt,
		&r.HasCredentials, &r.SourceName, &r.SourceLifecycle, &r.SourceMediaType)
	r.Recipe = recipe
	return r, err
}

// hostKey returns a host as url_key contains it: in lower case and Punycode, without www.
func hostKey(host string) string {
	host = strings.ToLower(strings.TrimSpace(host))
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		host = ascii
	}
	return strings.TrimPrefix(host, "www.")
}
