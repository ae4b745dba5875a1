package registerapi

import (
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
	return changeExport{isCSV: convert.OrZero(request.Params.Format) != api.ExportChangeItemsParamsFormatNdjson,
		isHead: input.IsHead(ctx), name: "changes-" + set.CreatedAt.UTC().Format(time.DateOnly),
		read: func(after int) ([]change.Item, error) {
			return s.Changes.Items(ctx, set.ID, results, after, exportedItems)
		},
	}, nil
}

// changeExport writes the items that read returns after a number.
type changeExport struct {
	isCSV, isHead bool
	name          string
	read          func(after int) ([]change.Item, error)
}

// VisitExportChangeItemsResponse writes the file.
func (e changeExport) VisitExportChangeItemsResponse(w http.ResponseWriter) error {
	items, err := e.read(0) // an error of the first query is answered as a problem
	if err != nil {
		return err
	}
	contentType, extension, write := "application/x-ndjson", "ndjson", writeLines
	if e.isCSV {
		contentType, extension, write = "text/csv; charset=utf-8", "csv", writeCSV
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.%s"`, e.name, extension))
	w.WriteHeader(http.StatusOK)
	connection := http.NewResponseController(w)
	for isFirst := true; !e.isHead; isFirst = false {
		stream.ExtendDeadline(connection)
		if err := write(w, items, isFirst); err != nil || len(items) < exportedItems {
			return nil // the client has disconnected, or everything was written
		}
		if items, err = e.read(items[len(items)-1].Number); err != nil {
			panic(http.ErrAbortHandler) // ends the connection, so that the file is not taken for complete
		}
	}
	return nil
}

func writeLines(w io.Writer, items []change.Item, _ bool) error {
	encoder := json.NewEncoder(w)
	for _, i := range items {
		if err := encoder.Encode(ChangeItemOf(i)); err != nil {
			return err
		}
	}
	return nil
}

// writeCSV writes a line for each changed field, and one for an item without changes.
func writeCSV(w io.Writer, items []change.Item, isFirst bool) error {
	out := csv.NewWriter(w)
	if isFirst {
		_ = out.Write([]string{"number", "source_id", "target_type", "target_id", "name", "action", "result", "reason",
			"base_version", "version", "field", "before", "after"})
	}
	for _, i := range items {
		version := ""
		if i.Version != nil {
			version = strconv.Itoa(*i.Version)
		}
		line := []string{strconv.Itoa(i.Number), i.SourceID.String(), string(i.ShownType()), i.TargetID.String(),
			listfile.Neutralize(i.TargetName), string(i.Action), string(i.Result), listfile.Neutralize(i.Reason),
			strconv.Itoa(i.BaseVersion), version}
		for _, c := range i.Changes {
			_ = out.Write(append(line[:len(line):len(line)], c.Field, cell(c.Before), cell(c.After)))
		}
		if len(i.Changes) == 0 {
			_ = out.Write(append(line, "", "", ""))
		}
	}
	out.Flush()
	return out.Error()
}

// cell returns a JSON value for a spreadsheet: a text without quotation marks.
func cell(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return listfile.Neutralize(text)
	}
	return listfile.Neutralize(string(value))
}
