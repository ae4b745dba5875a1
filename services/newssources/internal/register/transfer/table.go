package transfer

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// tableRow is an outline as a record of a table, whose names are headers that package tableimport knows.
type tableRow struct {
	Name         string   `json:"name,omitempty"`
	Homepage     string   `json:"homepage,omitempty"`
	Feed         string   `json:"feed,omitempty"`
	FeedKind     string   `json:"feed_kind,omitempty"`
	FeedName     string   `json:"feed_name,omitempty"`
	FeedLanguage string   `json:"feed_language,omitempty"`
	Tags         []string `json:"tags,omitempty"`
}

// AsTable returns an OPML list as NDJSON with a record for each outline, so that its rows can be reviewed like those of
// a table. The names and homepages are those that the import of the list gives its outlets. It returns an invalid_file
// problem if data is no list.
func (im *Imports) AsTable(ctx context.Context, data []byte) ([]byte, error) {
	list, err := ReadOPML(ctx, data)
	if err != nil {
		return nil, fileProblem(err)
	}
	given := make([]string, len(list.Outlines)) // the addresses with credentials
	for i, o := range list.Outlines {
		given[i] = weburl.Clean(o.XMLURL)
	}
	rows, err := im.newRows(ctx, list)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	for i, r := range rows {
		record := tableRow{Name: r.OutletName, Homepage: r.HTMLURL, Feed: r.URL, FeedKind: r.Kind, FeedName: r.Title,
			FeedLanguage: r.Language, Tags: r.Tags}
		switch {
		case r.Kind == linkKind:
			record = tableRow{Name: r.Title, Homepage: r.URL, Tags: r.Tags}
		case r.Sealed != nil:
			record.Feed = given[i]
		}
		if err := encoder.Encode(record); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}
