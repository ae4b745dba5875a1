package httpapi

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/transfer"
)

func (s *server) CreateImport(ctx context.Context, request CreateImportRequestObject) (CreateImportResponseObject, error) {
	data, err := readBody(request.Body)
	if err != nil {
		return nil, err
	}
	started, err := s.Imports.Create(ctx, by(ginOf(ctx)), or(value(request.Params.Filename), "list.opml"), data)
	if err != nil {
		return nil, err
	}
	return CreateImport202JSONResponse{
		Body: toImport(*started), Headers: CreateImport202ResponseHeaders{Location: importAddress(started.ID)},
	}, nil
}

func (s *server) ImportSample(ctx context.Context, _ ImportSampleRequestObject) (ImportSampleResponseObject, error) {
	started, err := s.Imports.Sample(ctx, by(ginOf(ctx)))
	if err != nil {
		return nil, err
	}
	return ImportSample202JSONResponse{
		Body: toImport(*started), Headers: ImportSample202ResponseHeaders{Location: importAddress(started.ID)},
	}, nil
}

func (s *server) ListImports(ctx context.Context, request ListImportsRequestObject) (ListImportsResponseObject, error) {
	before, err := idCursor(request.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := or(value(request.Params.Limit), defaultLimit)
	list, err := s.Imports.List(ctx, before, limit+1)
	if err != nil {
		return nil, err
	}
	list, next := cut(list, limit, func(i transfer.Import) uuid.UUID { return i.ID })
	return ListImports200JSONResponse{Items: each(list, toImport), NextCursor: next}, nil
}

func (s *server) GetImport(ctx context.Context, request GetImportRequestObject) (GetImportResponseObject, error) {
	found, err := s.Imports.Get(ctx, request.ImportId)
	if err != nil {
		return nil, err
	}
	return GetImport200JSONResponse(toImport(*found)), nil
}

func (s *server) ListImportRows(ctx context.Context, request ListImportRowsRequestObject) (ListImportRowsResponseObject, error) {
	p := request.Params
	page, err := s.Imports.Rows(ctx, request.ImportId, transfer.RowQuery{
		Result: string(value(p.Result)), Recovered: p.Recovered, Cursor: value(p.Cursor), Limit: or(value(p.Limit), defaultLimit),
	})
	if err != nil {
		return nil, err
	}
	return ListImportRows200JSONResponse{
		Items: each(page.Rows, toImportRow), Total: page.Total, NextCursor: optional(page.Next), PrevCursor: optional(page.Prev),
	}, nil
}

func toImport(i transfer.Import) Import {
	return Import{
		Id: i.ID, Filename: i.Filename, State: ImportState(i.State), Error: optional(i.Error), Total: i.Total,
		Created: i.Created, Exists: i.Exists, Invalid: i.Invalid, Pending: i.Pending, Recovered: i.Recovered,
		CreatedAt: utc(i.CreatedAt), FinishedAt: i.FinishedAt, CreatedBy: toPerson(i.CreatedBy),
	}
}

func toImportRow(r transfer.Row) ImportRow {
	return ImportRow{
		Number: r.Number, Line: r.Line, Title: r.Title, Url: r.URL, Tags: r.Tags, Result: ImportResult(r.Result),
		Recovered: r.Recovered, Reason: optional(r.Reason), SourceId: r.SourceID, SourceName: optional(r.SourceName),
	}
}

func importAddress(id uuid.UUID) string { return "/newssources/imports/" + id.String() }
