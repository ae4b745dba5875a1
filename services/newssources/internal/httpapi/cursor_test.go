package httpapi

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestCursorOfAnotherQueryIsRefused follows the cursor of each list with other parameters, and with
// damage.
func TestCursorOfAnotherQueryIsRefused(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	for _, name := range []string{"one", "two", "three"} {
		editor.addDue(name+".example", "rss")
	}
	for path, others := range map[string][]string{
		"/newssources": {"/newssources?sort=-name", "/newssources?q=example",
			"/newssources?lifecycle=draft", "/newssources/endpoints", "/newssources/items"},
		"/newssources?sort=-updated&q=example": {"/newssources?sort=-updated", "/newssources?q=example",
			"/newssources?sort=-created&q=example"},
		"/newssources/endpoints": {"/newssources/endpoints?sort=updated", "/newssources/endpoints?kind=rss",
			"/newssources/history"},
		"/newssources/history?target_type=source": {"/newssources/history", "/newssources/history?target_type=endpoint",
			"/newssources/history?target_type=source&since=2026-01-01T00:00:00Z"},
	} {
		page := into[struct {
			NextCursor string `json:"next_cursor"`
		}](editor.get(withQuery(path, "limit=1")).want(http.StatusOK))
		cursor := page.NextCursor
		if cursor == "" {
			t.Fatalf("%s has no next page", path)
		}
		editor.get(withQuery(path, "limit=2&cursor="+cursor)).want(http.StatusOK)
		for _, other := range others {
			name := "cursor"
			if strings.HasPrefix(other, "/newssources/items") {
				name = "since"
			}
			editor.get(withQuery(other, name+"="+cursor)).problem(problem.InvalidCursor)
		}
		for _, damaged := range []string{cursor[1:], cursor[:len(cursor)-1], cursor + "A", "A" + cursor[1:],
			strings.ToLower(cursor), cursor + "&cursor=" + cursor, cursor[len(cursor)-5:]} {
			if damaged != cursor {
				editor.get(withQuery(path, "cursor="+damaged)).want(http.StatusBadRequest)
			}
		}
	}
	stream := into[api.ItemStream](editor.get("/newssources/items").want(http.StatusOK))
	editor.get("/newssources/items?limit=5&since=" + stream.NextCursor).want(http.StatusOK)
	editor.get("/newssources/items?since=2026-11-22T09:30:00Z").want(http.StatusOK)
	editor.get("/newssources/items?since=" + stream.NextCursor[1:]).problem(problem.InvalidCursor)
}

func withQuery(path, query string) string {
	if strings.Contains(path, "?") {
		return path + "&" + query
	}
	return path + "?" + query
}

// TestEveryListHasItsCursorsInTheSameFields fails for a list whose cursors withCursors does not
// find.
func TestEveryListHasItsCursorsInTheSameFields(t *testing.T) {
	t.Parallel()
	text := "a"
	for _, response := range []any{
		api.ListSources200JSONResponse{NextCursor: &text, PrevCursor: &text},
		api.StreamItems200JSONResponse{NextCursor: text},
		api.ListImportRows200JSONResponse{NextCursor: &text, PrevCursor: &text},
		api.ListSuggestions200JSONResponse{NextCursor: &text, PrevCursor: &text},
	} {
		changed := withCursors(response, func(cursor string) string { return cursor + "b" })
		if got := fmt.Sprint(reflect.Indirect(reflect.ValueOf(changed).FieldByName("NextCursor"))); got != "ab" ||
			text != "a" {
			t.Errorf("%T: %s", response, got)
		}
	}
}
