package transfer

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/newsources/newsources/services/newssources/internal/ent/importrow"
)

// tableRow is an outline as a record of a table, whose names are headers that package tableimport knows.
type tableRow struct {
	Name         string   `json:"name,omitempty"`
	Homepage     string   `json:"homepage,omitempty"`
	PathPrefix   string   `json:"path_prefix,omitempty"`
	Feed         string   `json:"feed,omitempty"`
	FeedKind     string   `json:"feed_kind,omitempty"`
	FeedName     string   `json:"feed_name,omitempty"`
	FeedLanguage string   `json:"feed_language,omitempty"`
	Tags         []string `json:"tags,omitempty"`
	Notes        string   `json:"notes,omitempty"` // why the import leaves the outline out; the row has no address then
}

// reasonCredentials is the reason why an outline cannot be reviewed: tables do not store credentials.
const reasonCredentials = "The address has a user name and a password. Import the list without a review to keep them."

// AsTable returns an OPML list as NDJSON with a record for each outline, so that its rows can be reviewed like those of
// a table. The names, homepages and paths are those that the import of the list gives its outlets. Outlines that an
// import leaves out become invalid rows. AsTable returns an invalid_file problem if data is no list.
func (im *Imports) AsTable(ctx context.Context, data []byte) ([]byte, error) {
	list, err := ReadOPML(ctx, data)
	if err != nil {
		return nil, fileProblem(err)
	}
	rows, err := im.newRows(ctx, list)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	for _, r := range rows {
		record := tableRow{Name: r.OutletName, Homepage: r.HTMLURL, PathPrefix: r.OutletPath, Feed: r.URL, FeedKind: r.Kind,
			FeedName: r.Title, FeedLanguage: r.Language, Tags: r.Tags}
		switch {
		case r.Result == importrow.ResultInvalid:
			record = tableRow{FeedName: r.Title, Tags: r.Tags, Notes: r.Reason}
		case r.Sealed != nil:
			record = tableRow{FeedName: r.Title, Tags: r.Tags, Notes: reasonCredentials}
		case r.Kind == linkKind:
			record = tableRow{Name: r.Title, Homepage: r.URL, Tags: r.Tags}
		}
		if err := encoder.Encode(record); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}
