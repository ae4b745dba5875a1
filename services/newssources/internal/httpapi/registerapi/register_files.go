package registerapi

import (
	"context"
	"net/http"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/registerfile"
)

// CreateFileChangeSet compares the register with a file that describes sources.
func (s *Routes) CreateFileChangeSet(ctx context.Context,
	request api.CreateFileChangeSetRequestObject) (api.CreateFileChangeSetResponseObject, error) {
	data, release, err := s.Receive(ctx, request.Body)
	if err != nil {
		return nil, err
	}
	defer release()
	file, err := registerfile.Read(request.Params.Filename, data)
	if err != nil {
		return nil, err
	}
	file.ArchiveMissing = convert.OrZero(request.Params.ArchiveMissing)
	if convert.OrZero(request.Params.DryRun) {
		items, err := file.Plan(ctx, s.DB, s.Changes)
		return plannedItems{items}, err
	}
	draft, err := file.CreateDraft(ctx, input.Actor(ctx), s.Changes)
	body, err := s.withDetails(ctx, draft, err)
	if err != nil {
		return nil, err
	}
	return api.CreateFileChangeSet201JSONResponse{
		Body: body, Headers: api.CreateFileChangeSet201ResponseHeaders{Location: changeSetPath(draft.ID)},
	}, nil
}

// plannedItems is the response to a dry run: items that are not stored.
type plannedItems struct{ items []change.Item }

// VisitCreateFileChangeSetResponse writes the items.
func (p plannedItems) VisitCreateFileChangeSetResponse(w http.ResponseWriter) error {
	read := func(after int) ([]change.Item, error) {
		return p.items[after:min(after+exportedItems, len(p.items))], nil
	}
	return changeExport{format: listfile.NDJSON, name: "plan", read: read}.VisitExportChangeItemsResponse(w)
}
