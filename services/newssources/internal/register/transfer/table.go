package transfer

import (
	"cmp"
	"context"

	"github.com/newsources/newsources/services/newssources/internal/ent/importrow"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
	"github.com/newsources/newsources/services/newssources/internal/register/tag"
)

// tableKeys are the columns of an OPML list as a table: headers that package tableimport knows.
var tableKeys = []string{"name", "homepage", listfile.DomainKey, listfile.PathKey, "feed", "feed_kind", "feed_name",
	"feed_language", "tags"}

// reasonCredentials is the reason why an outline cannot be reviewed: tables do not store credentials.
const reasonCredentials = "The address has a user name and a password. Import the list without a review to keep them."

// AsTable returns an OPML list as a table with a row for each outline, so that its rows can be reviewed like those of
// other tables. The names, homepages and paths are those that the import of the list gives its outlets. Outlines that
// an import leaves out have a fault. AsTable returns an invalid_file problem if data is no list.
func (im *Imports) AsTable(ctx context.Context, data []byte) (*tablefile.Table, error) {
	list, err := ReadOPML(ctx, data)
	if err != nil {
		return nil, fileProblem(err)
	}
	outlines, err := im.newRows(ctx, list)
	if err != nil {
		return nil, err
	}
	// Outlines of an outlet may be in several folders. Each row gets the tags of all.
	tags, outlets := map[source.Outlet][]string{}, make([]source.Outlet, len(outlines))
	for i, o := range outlines {
		found, _ := findRowOutlet(o) // invalid ones have the empty outlet
		outlets[i] = found.outlet
		tags[found.outlet] = tag.Merge(tags[found.outlet], o.Tags)
	}
	rows := make([]tablefile.Row, len(outlines))
	for i, o := range outlines {
		all := o.Tags
		if outlets[i].Domain != "" {
			all = tags[outlets[i]]
		}
		var named source.Outlet
		if o.OutletPath != "" {
			named = outlets[i]
		}
		r := tablefile.Row{Line: o.Number, Cells: []string{o.OutletName, o.HTMLURL, named.Domain, named.PathPrefix, o.URL,
			o.Kind, o.Title, o.Language, listfile.JoinList(all)}}
		if o.Kind == linkKind {
			r.Cells = []string{o.Title, o.URL, named.Domain, named.PathPrefix, "", "", "", "", listfile.JoinList(all)}
		}
		if o.Recovered {
			r.Repair = cmp.Or(o.Recovery, "The outline was malformed.")
		}
		switch {
		case o.Result == importrow.ResultInvalid:
			r.Fault = o.Reason
		case o.Sealed != nil:
			r.Fault, r.Repair = reasonCredentials, ""
		}
		rows[i] = r
	}
	table, err := tablefile.NewTable(tablefile.OPML, tableKeys, rows)
	if err != nil {
		return nil, tablefile.Problem(err)
	}
	table.Notes = append(table.Notes, list.Notes...)
	return table, nil
}
