package apiclient

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// maxQueryIDs is the maximum number of ids in the query of an export. Longer lists are sent in a body.
const maxQueryIDs = 100

// Export is a file of sources.
type Export struct {
	Format, Filter, View, Sort string
	IDs, Columns               []string
	OmitsForbidden             bool
}

// Export writes a file of sources, and returns their number.
func (c *Client) Export(ctx context.Context, e Export, w io.Writer) (total int, err error) {
	r, err := e.request()
	if err != nil {
		return 0, err
	}
	response, err := c.send(ctx, r)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if _, err := io.Copy(w, response.Body); err != nil { // also if the response ends before its last chunk
		return 0, err
	}
	return strconv.Atoi(response.Header.Get("X-Total-Count"))
}

func (e Export) request() (request, error) {
	if len(e.IDs) > maxQueryIDs {
		return e.longRequest()
	}
	query, err := url.ParseQuery(e.Filter)
	if err != nil {
		return request{}, err
	}
	query.Set("format", e.Format)
	for name, value := range map[string]string{"view": e.View, "sort": e.Sort, "ids": strings.Join(e.IDs, ",")} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if len(e.Columns) > 0 {
		query.Set("columns", strings.Join(e.Columns, ","))
	}
	if e.OmitsForbidden {
		query.Set("forbidden", "omit")
	}
	return request{method: http.MethodGet, path: "/export", query: query}, nil
}

func (e Export) longRequest() (request, error) {
	selection := map[string]any{"ids": e.IDs}
	if e.Sort != "" {
		selection["sort"] = e.Sort
	}
	body := map[string]any{"selection": selection, "format": e.Format}
	if len(e.Columns) > 0 {
		body["columns"] = e.Columns
	}
	if e.OmitsForbidden {
		body["forbidden"] = "omit"
	}
	data, err := json.Marshal(body)
	return request{method: http.MethodPost, path: "/export", body: data, contentType: "application/json"}, err
}

// Changes returns the changes of the register after a cursor, as the API sends them, and the next cursor.
// If there are none, the server waits for one, up to wait seconds.
func (c *Client) Changes(ctx context.Context, cursor string, limit, wait int) (changes []any, next string, err error) {
	query := url.Values{"limit": {strconv.Itoa(limit)}, "wait": {strconv.Itoa(wait)}}
	if cursor != "" {
		query.Set("since", cursor)
	}
	var page struct {
		Changes []json.RawMessage
		Cursor  string
	}
	if err := c.get(ctx, "/changes", query, &page); err != nil {
		return nil, "", err
	}
	for _, change := range page.Changes {
		changes = append(changes, change)
	}
	return changes, page.Cursor, nil
}
