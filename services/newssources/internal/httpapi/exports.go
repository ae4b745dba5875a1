package httpapi

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/stream"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/export"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

const (
	// maxExports and maxAllExports are the maximum numbers of concurrent exports of a member and of all
	// members. Each takes up to 20 MB of memory.
	maxExports, maxAllExports = 2, 6
	// exportWait is the maximum time that an export waits for other exports.
	exportWait = 3 * time.Second
	// partWait is the maximum time that a part of a file waits for other costly reads.
	partWait = 30 * time.Second
)

// exportRequest is a request for a file. Exactly one of ids, filter, view and changeSet must be set.
type exportRequest struct {
	ids           []uuid.UUID
	changeSet     *uuid.UUID
	filter        *sourcelist.Query
	view          *uuid.UUID
	sort          string
	format        api.FileFormat
	columns       *[]api.FileColumn
	omitForbidden bool
}

func (s *server) ExportSources(ctx context.Context,
	request api.ExportSourcesRequestObject) (api.ExportSourcesResponseObject, error) {
	p := request.Params
	query, err := input.ListQuery(ctx, p)
	if err != nil {
		return nil, err
	}
	e := exportRequest{ids: convert.OrZero(p.Ids), changeSet: p.ChangeSet, view: p.View, sort: query.Sort,
		format: p.Format, columns: p.Columns,
		omitForbidden: convert.OrZero(p.Forbidden) == api.Omit}
	query.Sort, query.Limit = "", 0
	if isFiltered(query) || e.ids == nil && e.view == nil && e.changeSet == nil {
		e.filter = &query
	}
	return s.openExport(ctx, e)
}

// isFiltered reports whether a query has a filter.
func isFiltered(query sourcelist.Query) bool {
	data, _ := json.Marshal(query)
	return string(data) != "{}"
}

func (s *server) ExportSelectedSources(ctx context.Context,
	request api.ExportSelectedSourcesRequestObject) (api.ExportSelectedSourcesResponseObject, error) {
	selection := request.Body.Selection
	e := exportRequest{ids: convert.OrZero(selection.Ids), view: selection.ViewId, changeSet: selection.ChangeSetId,
		sort:   string(convert.OrZero(selection.Sort)),
		format: request.Body.Format, columns: request.Body.Columns,
		omitForbidden: convert.OrZero(request.Body.Forbidden) == api.Omit}
	if selection.Filter != nil {
		query, err := input.ListQuery(ctx, *selection.Filter)
		if err != nil {
			return nil, err
		}
		e.filter = &query
	}
	return s.openExport(ctx, e)
}

// openExport finds the sources of a file.
func (s *server) openExport(ctx context.Context, e exportRequest) (*exportResponse, error) {
	chosen := 0
	for _, isChosen := range []bool{len(e.ids) > 0, e.filter != nil, e.view != nil, e.changeSet != nil} {
		if isChosen {
			chosen++
		}
	}
	if chosen != 1 {
		return nil, problem.New(problem.Invalid, "Choose the sources by one of these: ids, a filter, a saved view, a change set.")
	}
	selection, title := export.Selection{IDs: e.ids, ChangeSet: e.changeSet}, "Sources"
	if e.changeSet != nil {
		if _, err := s.Changes.Get(ctx, *e.changeSet); err != nil {
			return nil, err
		}
	}
	if e.filter != nil {
		selection.Query = *e.filter
	}
	if e.view != nil {
		member := *input.Actor(ctx).ActorID
		view, err := s.Views.Get(ctx, member, *e.view)
		if err != nil {
			return nil, err
		}
		selection.Query, title, e.sort = view.FilterOf(member), view.Name, cmp.Or(e.sort, view.Sort)
	}
	selection.Query.Sort = e.sort
	columns, err := listfile.Select(convert.Texts[string](e.columns))
	if err != nil {
		return nil, err
	}
	return s.openFile(ctx, selection, listfile.Format(e.format),
		listfile.Options{Title: title, Columns: columns, OmitsForbidden: e.omitForbidden})
}

// openFile finds the sources of a file, within the shares of the member of the context.
func (s *server) openFile(ctx context.Context, selection export.Selection, format listfile.Format,
	options listfile.Options) (*exportResponse, error) {
	person, _ := identity.FromContext(ctx)
	if !acquire(ctx, s.limits.exports, 1, exportWait) {
		return nil, busy(s.limits.exports.Held(person.ID) > 0, "Your other exports are still running. Wait until one is "+
			"complete, then export again.", "The server is busy with the exports of other people. Try again in a few seconds.")
	}
	file, err := s.findExported(ctx, selection, format, options)
	if err != nil {
		s.limits.exports.Release(person.ID, 1)
		return nil, err
	}
	return &exportResponse{file: file, ctx: ctx, name: options.Title + " " + time.Now().UTC().Format(time.DateOnly),
		isHead:  input.IsHead(ctx),
		share:   func(ctx context.Context) (func(), error) { return s.limits.acquireRead(ctx, partWait) },
		release: func() { s.limits.exports.Release(person.ID, 1) },
	}, nil
}

// findExported opens a file as a costly read.
func (s *server) findExported(ctx context.Context, selection export.Selection, format listfile.Format,
	options listfile.Options) (*export.File, error) {
	release, err := s.limits.acquireRead(ctx, readWait)
	if err != nil {
		return nil, err
	}
	defer release()
	return s.exports.Open(ctx, selection, format, options)
}

// exportResponse writes a file. The header is sent with the first bytes, so that an earlier error is
// answered as a problem.
type exportResponse struct {
	file    *export.File
	ctx     context.Context
	name    string      // without its extension
	header  http.Header // further headers
	isHead  bool
	share   export.Share
	release func()

	w          http.ResponseWriter
	connection *http.ResponseController
	hasBegun   bool
	writeError error // the client has disconnected, or does not read
}

// VisitExportSourcesResponse writes the file.
func (e *exportResponse) VisitExportSourcesResponse(w http.ResponseWriter) error { return e.write(w) }

// VisitExportSelectedSourcesResponse writes the file.
func (e *exportResponse) VisitExportSelectedSourcesResponse(w http.ResponseWriter) error {
	return e.write(w)
}

func (e *exportResponse) write(w http.ResponseWriter) error {
	defer e.release()
	e.w, e.connection = w, http.NewResponseController(w)
	if e.isHead {
		e.begin()
		return nil
	}
	err := e.file.Write(e.ctx, e, e.share)
	switch {
	case err == nil:
		e.begin() // an NDJSON file without sources is empty
	case !e.hasBegun && e.writeError == nil:
		return err
	case e.writeError == nil:
		panic(http.ErrAbortHandler) // ends the connection, so that the file is not taken for complete
	}
	return nil
}

// begin writes the header of the response once.
func (e *exportResponse) begin() {
	if e.hasBegun {
		return
	}
	e.hasBegun = true
	h := e.w.Header()
	maps.Copy(h, e.header)
	h.Set("Content-Type", e.file.Format.ContentType())
	h.Set("Content-Disposition", mime.FormatMediaType("attachment",
		map[string]string{"filename": e.name + "." + string(e.file.Format)}))
	h.Set("X-Total-Count", strconv.Itoa(e.file.Total))
	h.Set("X-Accel-Buffering", "no") // prevents nginx from delaying the first bytes
	e.w.WriteHeader(http.StatusOK)
}

// Write passes on a part of the file.
func (e *exportResponse) Write(data []byte) (n int, err error) {
	e.begin()
	stream.ExtendDeadline(e.connection)
	if n, err = e.w.Write(data); err == nil {
		err = e.connection.Flush()
	}
	e.writeError = err
	return n, err
}
