package httpapi

import (
	"cmp"
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

func (s *server) CreateImport(ctx context.Context,
	request api.CreateImportRequestObject) (api.CreateImportResponseObject,
	error) {
	data, release, err := s.limits.receive(ctx, request.Body)
	if err != nil {
		return nil, err
	}
	defer release()
	isTable := !tablefile.IsMarkup(data)
	name := cmp.Or(valueOrZero(request.Params.Filename), "list")
	if valueOrZero(request.Params.DryRun) {
		return s.dryRunImport(ctx, name, data, isTable)
	}
	started, err := s.startImport(ctx, name, data, isTable)
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil, busy(false, "", "The server is busy and could not store this list in time. Check the list of imports, "+
			"then upload it again in a minute.")
	}
	if err != nil {
		return nil, err
	}
	return api.CreateImport202JSONResponse{
		Body: toImport(*started), Headers: api.CreateImport202ResponseHeaders{Location: importPath(started.ID)},
	}, nil
}

func (s *server) dryRunImport(ctx context.Context, name string, data []byte,
	isTable bool) (api.CreateImportResponseObject,
	error) {
	if isTable {
		run, err := s.Tables.DryRun(ctx, name, data)
		if err != nil {
			return nil, err
		}
		return api.CreateImport200JSONResponse(toTableDryRun(run)), nil
	}
	run, err := s.Imports.DryRun(ctx, actor(ctx), data)
	if err != nil {
		return nil, err
	}
	return api.CreateImport200JSONResponse(toImportDryRun(run)), nil
}

// startImport stages a table, starts to import an OPML list, or proposes a contributor's OPML list.
func (s *server) startImport(ctx context.Context, name string, data []byte, isTable bool) (*transfer.Import, error) {
	if !isTable {
		return s.Imports.Create(ctx, actor(ctx), name, data)
	}
	id, err := s.Tables.Create(ctx, actor(ctx), name, data)
	if err != nil {
		return nil, err
	}
	return s.Imports.Get(ctx, id)
}

func (s *server) ImportSample(ctx context.Context, _ api.ImportSampleRequestObject) (api.ImportSampleResponseObject,
	error) {
	started, err := s.Imports.Sample(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	return api.ImportSample202JSONResponse{
		Body: toImport(*started), Headers: api.ImportSample202ResponseHeaders{Location: importPath(started.ID)},
	}, nil
}

func (s *server) ListImports(ctx context.Context, request api.ListImportsRequestObject) (api.ListImportsResponseObject,
	error) {
	before, err := idCursor(request.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := pageLimit(request.Params.Limit)
	list, err := s.Imports.List(ctx, before, limit+1)
	if err != nil {
		return nil, err
	}
	list, next := trimPage(list, limit, func(i transfer.Import) uuid.UUID { return i.ID })
	return api.ListImports200JSONResponse{Items: mapAll(list, toImport), NextCursor: next}, nil
}

func (s *server) GetImport(ctx context.Context, request api.GetImportRequestObject) (api.GetImportResponseObject,
	error) {
	found, err := s.Imports.Get(ctx, request.ImportId)
	if err != nil {
		return nil, err
	}
	return api.GetImport200JSONResponse(toImport(*found)), nil
}

func (s *server) UndoImport(ctx context.Context, request api.UndoImportRequestObject) (api.UndoImportResponseObject,
	error) {
	undone, err := s.Imports.Undo(ctx, actor(ctx), request.ImportId)
	if err != nil {
		return nil, err
	}
	return api.UndoImport200JSONResponse(toImport(*undone)), nil
}

func (s *server) ListImportRows(ctx context.Context,
	request api.ListImportRowsRequestObject) (api.ListImportRowsResponseObject,
	error) {
	p := request.Params
	page, err := s.Imports.Rows(ctx, request.ImportId, transfer.RowQuery{
		Result: transfer.Result(valueOrZero(p.Result)), Recovered: p.Recovered, Cursor: valueOrZero(p.Cursor),
		Limit: pageLimit(p.Limit),
	})
	if err != nil {
		return nil, err
	}
	return api.ListImportRows200JSONResponse{
		Items: mapAll(page.Rows, toImportRow), Total: page.Total, Offset: page.Offset, NextCursor: optional(page.Next),
		PrevCursor: optional(page.Prev),
	}, nil
}

func importPath(id uuid.UUID) string { return "/newssources/imports/" + id.String() }
