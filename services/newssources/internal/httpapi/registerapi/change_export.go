package registerapi

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/stream"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
)

// exportedItems is the number of items that an export reads with one query.
const exportedItems = 1000

// ExportChangeItems streams the items of a change set.
func (s *Routes) ExportChangeItems(ctx context.Context,
	request api.ExportChangeItemsRequestObject) (api.ExportChangeItemsResponseObject, error) {
	set, err := s.Changes.Get(ctx, request.ChangeSetId)
	if err != nil {
		return nil, err
	}
	results := convert.Texts[change.Result](request.Params.Result)
	return changeExport{format: listfile.Format(cmp.Or(convert.OrZero(request.Params.Format), "csv")),
		isHead: input.IsHead(ctx), name: "changes-" + set.CreatedAt.UTC().Format(time.DateOnly),
		read: func(after int) ([]change.Item, error) {
			return s.Changes.Items(ctx, set.ID, results, after, exportedItems)
		},
	}, nil
}

// changeExport writes the items that read returns after a number.
type changeExport struct {
	format listfile.Format
	isHead bool
	name   string
	read   func(after int) ([]change.Item, error)
}

// VisitExportChangeItemsResponse writes the file.
func (e changeExport) VisitExportChangeItemsResponse(w http.ResponseWriter) error {
	items, err := e.read(0) // an error of the first query is answered as a problem
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", e.format.ContentType())
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.%s"`, e.name, e.format))
	w.WriteHeader(http.StatusOK)
	if e.isHead {
		return nil
	}
	connection, file := http.NewResponseController(w), newItemFile(w, e.format)
	for {
		stream.ExtendDeadline(connection)
		for _, i := range items {
			if err := file.write(i); err != nil {
				return nil // the client has disconnected
			}
		}
		if len(items) < exportedItems {
			_ = file.close()
			return nil
		}
		if items, err = e.read(items[len(items)-1].Number); err != nil {
			panic(http.ErrAbortHandler) // ends the connection, so that the file is not taken for complete
		}
	}
}

// itemFile writes a file of items.
type itemFile struct {
	write func(change.Item) error
	close func() error
}

var itemHeaders = []string{"number", "source_id", "target_type", "target_id", "name", "action", "result", "reason",
	"base_version", "version", "field", "before", "after"}

func newItemFile(w io.Writer, format listfile.Format) itemFile {
	switch format {
	case listfile.XLSX:
		book := listfile.NewWorkbook(w, "Changes", itemHeaders)
		return itemFile{func(i change.Item) error { return writeRows(i, book.Write) }, book.Close}
	case listfile.JSON, listfile.NDJSON:
		encoder, before, end := json.NewEncoder(w), "", ""
		if format == listfile.JSON {
			before, end = "[", "[]\n"
		}
		return itemFile{func(i change.Item) error {
			_, err := io.WriteString(w, before)
			if before != "" {
				before, end = ",", "]\n"
			}
			return cmp.Or(err, encoder.Encode(ChangeItemOf(i)))
		}, func() error {
			_, err := io.WriteString(w, end)
			return err
		}}
	}
	out := csv.NewWriter(w)
	_ = out.Write(itemHeaders) // Flush returns its error
	return itemFile{func(i change.Item) error { return writeRows(i, out.Write) }, func() error {
		out.Flush()
		return out.Error()
	}}
}

// writeRows writes a row for each changed field of an item, and one for an item without changes.
func writeRows(i change.Item, write func([]string) error) error {
	version := ""
	if i.Version != nil {
		version = strconv.Itoa(*i.Version)
	}
	row := []string{strconv.Itoa(i.Number), i.SourceID.String(), string(i.ShownType()), i.TargetID.String(),
		listfile.Neutralize(i.TargetName), string(i.Action), string(i.Result), listfile.Neutralize(i.Reason),
		strconv.Itoa(i.BaseVersion), version}
	for _, c := range i.Changes {
		if err := write(append(row[:len(row):len(row)], c.Field, cell(c.Before), cell(c.After))); err != nil {
			return err
		}
	}
	if len(i.Changes) > 0 {
		return nil
	}
	return write(append(row, "", "", ""))
}

// cell returns a JSON value for a spreadsheet: a text without quotation marks.
func cell(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return listfile.Neutralize(text)
	}
	return listfile.Neutralize(string(value))
}
