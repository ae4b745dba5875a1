package httpapi

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// markLength is the number of characters of the mark at the end of a cursor. The mark is a part of
// a hash. Its 60 bits are enough to distinguish queries and to detect an altered cursor; they need
// not be secret, because a cursor grants no access.
const markLength = 10

// pageParameters are the parameters, except the cursor, that may differ between the pages of a
// list.
var pageParameters = []string{"limit", "facets", "facet"}

// cursorParameter returns the name of the query parameter that contains the cursor.
func cursorParameter(path string) string {
	if path == "/newssources/items" {
		return "since"
	}
	return "cursor"
}

// checkCursor refuses a request whose cursor was altered or belongs to another query: another path,
// filter or order. It removes the mark from the cursor, so that a handler receives the same cursor
// that it returned.
func checkCursor(c *gin.Context) {
	name, query := cursorParameter(c.Request.URL.Path), c.Request.URL.Query()
	text := query.Get(name)
	if _, err := time.Parse(time.RFC3339, text); text == "" || err == nil || c.Request.Method != http.MethodGet {
		c.Next() // there is no cursor; the parameter since of items may also be a time
		return
	}
	cursor := text[:max(0, len(text)-markLength)]
	if len(query[name]) > 1 || MarkCursor(c.Request.URL, cursor) != text {
		respondError(c, problem.New(problem.InvalidCursor, "The cursor does not belong to this list, or the list was "+
			"requested with another filter or order. Start from the first page."))
		return
	}
	query.Set(name, cursor)
	target := *c.Request.URL
	target.RawQuery = query.Encode()
	c.Request.URL = &target
	c.Next()
}

// markCursors adds marks to the cursors of a response.
func markCursors(next api.StrictHandlerFunc, _ string) api.StrictHandlerFunc {
	return func(c *gin.Context, request any) (any, error) {
		response, err := next(c, request)
		if err != nil || c.Request.Method != http.MethodGet {
			return response, err
		}
		return withCursors(response, func(cursor string) string { return MarkCursor(c.Request.URL, cursor) }), nil
	}
}

// MarkCursor returns a cursor followed by its mark: a hash of the cursor and of its query.
func MarkCursor(u *url.URL, cursor string) string {
	query := u.Query()
	for name, values := range query {
		if name == cursorParameter(u.Path) || slices.Contains(pageParameters, name) || strings.Join(values, "") == "" {
			delete(query, name)
		}
		slices.Sort(values)
	}
	sum := sha256.Sum256([]byte(u.Path + "\x00" + query.Encode() + "\x00" + cursor))
	return cursor + base64.RawURLEncoding.EncodeToString(sum[:])[:markLength]
}

// withCursors returns a copy of a response in which change was applied to the cursors. The
// responses of all lists have the cursors in the fields NextCursor and PrevCursor.
func withCursors(response any, change func(string) string) any {
	if response == nil || reflect.TypeOf(response).Kind() != reflect.Struct {
		return response
	}
	changed := reflect.New(reflect.TypeOf(response)).Elem()
	changed.Set(reflect.ValueOf(response))
	for _, name := range []string{"NextCursor", "PrevCursor"} {
		field := changed.FieldByName(name)
		if !field.IsValid() {
			continue
		}
		switch cursor := field.Interface().(type) {
		case string:
			field.SetString(change(cursor))
		case *string:
			if cursor != nil {
				text := change(*cursor)
				field.Set(reflect.ValueOf(&text))
			}
		}
	}
	return changed.Interface()
}
