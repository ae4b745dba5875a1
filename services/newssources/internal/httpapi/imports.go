package httpapi

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/contract"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

func (s *server) CreateImport(ctx context.Context, request api.CreateImportRequestObject) (
	api.CreateImportResponseObject, error) {
	if ctx.(*gin.Context).Request.ContentLength > s.MaxImport {
		return s.createLargeImport(ctx, request)
	}
	data, release, err := s.limits.receive(ctx, request.Body)
	if err != nil {
		return nil, err
	}
	defer release()
	file := upload{name: cmp.Or(convert.OrZero(request.Params.Filename), "list"), data: data,
		isTable: !tablefile.IsMarkup(data)}
	if !file.isTable && convert.OrZero(request.Params.Review) {
		if file.outlines, err = s.Imports.AsTable(ctx, data); err != nil {
			return nil, err
		}
	}
	if convert.OrZero(request.Params.DryRun) {
		return s.dryRunImport(ctx, file)
	}
	started, err := s.startImport(ctx, file)
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil, busy(false, "", "The server is busy and could not store this list in time. Check the list of imports, "+
			"then upload it again in a minute.")
	}
	if err != nil {
		return nil, err
	}
	return api.CreateImport202JSONResponse{
		Body: convert.ToImport(*started), Headers: api.CreateImport202ResponseHeaders{Location: importPath(started.ID)},
	}, nil
}

// createLargeImport stores a file above MaxImport, which a job reads.
func (s *server) createLargeImport(ctx context.Context, request api.CreateImportRequestObject) (
	api.CreateImportResponseObject, error) {
	if convert.OrZero(request.Params.DryRun) {
		return nil, problem.New(problem.BodyTooLarge, "A dry run reads files of up to %d MB. Upload the file without "+
			"dry_run: it is checked, and nothing is changed until you apply it.", s.MaxImport>>20)
	}
	release, err := s.limits.acquireLarge(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	body := bufio.NewReaderSize(contract.Body{Reader: request.Body}, tablefile.HeadSize)
	head, err := body.Peek(tablefile.HeadSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	name := cmp.Or(convert.OrZero(request.Params.Filename), "list")
	id, err := s.Tables.CreateLarge(ctx, input.Actor(ctx), name, head, body)
	if err != nil {
		return nil, err
	}
	started, err := s.Imports.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return api.CreateImport202JSONResponse{
		Body: convert.ToImport(*started), Headers: api.CreateImport202ResponseHeaders{Location: importPath(id)},
	}, nil
}

// upload is a file of an import.
type upload struct {
	name     string
	data     []byte
	isTable  bool
	outlines *tablefile.Table // of an OPML list that is reviewed like a table; nil for others
}

func (s *server) dryRunImport(ctx context.Context, file upload) (api.CreateImportResponseObject, error) {
	if file.isTable || file.outlines != nil {
		run, err := s.dryRunTable(ctx, file)
		if err != nil {
			return nil, err
		}
		return api.CreateImport200JSONResponse(*run), nil
	}
	run, err := s.Imports.DryRun(ctx, input.Actor(ctx), file.data)
	if err != nil {
		return nil, err
	}
	return api.CreateImport200JSONResponse(convert.ToImportDryRun(run)), nil
}

// startImport stages a table, starts to import an OPML list, or proposes a contributor's OPML list.
func (s *server) startImport(ctx context.Context, file upload) (*transfer.Import, error) {
	var id uuid.UUID
	var err error
	switch {
	case file.outlines != nil:
		id, err = s.Tables.CreateFromTable(ctx, input.Actor(ctx), file.name, file.outlines)
	case file.isTable:
		id, err = s.Tables.Create(ctx, input.Actor(ctx), file.name, file.data)
	default:
		return s.Imports.Create(ctx, input.Actor(ctx), file.name, file.data)
	}
	if err != nil {
		return nil, err
	}
	return s.Imports.Get(ctx, id)
}

func (s *server) ImportSample(ctx context.Context, _ api.ImportSampleRequestObject) (api.ImportSampleResponseObject,
	error) {
	started, err := s.Imports.Sample(ctx, input.Actor(ctx))
	if err != nil {
		return nil, err
	}
	return api.ImportSample202JSONResponse{
		Body: convert.ToImport(*started), Headers: api.ImportSample202ResponseHeaders{Location: importPath(started.ID)},
	}, nil
}

func (s *server) ListImports(ctx context.Context, request api.ListImportsRequestObject) (api.ListImportsResponseObject,
	error) {
	before, err := input.IDCursor(request.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := input.PageLimit(request.Params.Limit)
	list, err := s.Imports.List(ctx, before, limit+1)
	if err != nil {
		return nil, err
	}
	list, next := convert.TrimPage(list, limit, func(i transfer.Import) uuid.UUID { return i.ID })
	return api.ListImports200JSONResponse{Items: convert.All(list, convert.ToImport), NextCursor: next}, nil
}

func (s *server) GetImport(ctx context.Context, request api.GetImportRequestObject) (api.GetImportResponseObject,
	error) {
	found, err := s.Imports.Get(ctx, request.ImportId)
	if err != nil {
		return nil, err
	}
	return api.GetImport200JSONResponse(convert.ToImport(*found)), nil
}

func (s *server) UndoImport(ctx context.Context, request api.UndoImportRequestObject) (api.UndoImportResponseObject,
	error) {
	undone, err := s.Imports.Undo(ctx, input.Actor(ctx), request.ImportId)
	if err != nil {
		return nil, err
	}
	return api.UndoImport200JSONResponse(convert.ToImport(*undone)), nil
}

func (s *server) ListImportRows(ctx context.Context,
	request api.ListImportRowsRequestObject) (api.ListImportRowsResponseObject,
	error) {
	p := request.Params
	page, err := s.Imports.Rows(ctx, request.ImportId, transfer.RowQuery{
		Result: transfer.Result(convert.OrZero(p.Result)), Recovered: p.Recovered, Cursor: convert.OrZero(p.Cursor),
		Limit: input.PageLimit(p.Limit),
	})
	if err != nil {
		return nil, err
	}
	return api.ListImportRows200JSONResponse{
		Items: convert.All(page.Rows,
			convert.ToImportRow), Total: page.Total, Offset: page.Offset, NextCursor: convert.Optional(page.Next),
		PrevCursor: convert.Optional(page.Prev),
	}, nil
}

func importPath(id uuid.UUID) string { return "/newssources/imports/" + id.String() }
