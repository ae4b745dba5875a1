package apiclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
)

// Progress is called with the number of processed items or rows, and with their total.
type Progress func(done, total int)

// RegisterFile is a file that describes sources.
type RegisterFile struct {
	Name           string
	Data           []byte
	ArchiveMissing bool
}

func (f RegisterFile) request(isDryRun bool) request {
	return upload("/change-sets/files", url.Values{"filename": {f.Name},
		"archive_missing": {strconv.FormatBool(f.ArchiveMissing)}, "dry_run": {strconv.FormatBool(isDryRun)}}, f.Data)
}

// Plan returns the changes that a file would make.
func (c *Client) Plan(ctx context.Context, f RegisterFile) (items []change.Item, err error) {
	response, err := c.send(ctx, f.request(true))
	if err != nil {
		return nil, err
	}
	err = readItems(response, func(i change.Item) error {
		items = append(items, i)
		return nil
	})
	return items, err
}

// Apply makes the changes of a file as one change set, and waits for its end. If another member must
// approve the changes, the state of the change set is Proposed.
func (c *Client) Apply(ctx context.Context, f RegisterFile, progress Progress) (*change.Set, error) {
	var draft, applied api.ChangeSet
	if err := c.call(ctx, f.request(false), &draft); err != nil {
		return nil, err
	}
	path := "/change-sets/" + draft.Id.String()
	if draft.Counts.Pending == 0 {
		err := c.post(ctx, path+"/cancel", nil, &applied)
		return toSet(applied), err
	}
	if err := c.post(ctx, path+"/apply", api.ChangeSetApply{Expected: &draft.Counts.Total}, &applied); err != nil {
		return nil, err
	}
	for applied.State == api.ChangeSetStateApplying {
		progress(applied.Counts.Total-applied.Counts.Pending, applied.Counts.Total)
		if ctxtime.Sleep(ctx, pollInterval); ctx.Err() != nil {
			return nil, fmt.Errorf("the service continues to apply the change set %s; cancel it there to stop it", draft.Id)
		}
		if err := c.get(ctx, path, nil, &applied); err != nil {
			return nil, err
		}
	}
	return toSet(applied), nil
}

func toSet(s api.ChangeSet) *change.Set {
	set := &change.Set{ID: s.Id, State: change.State(s.State), Counts: change.Counts{Pending: s.Counts.Pending,
		Changed: s.Counts.Changed, Unchanged: s.Counts.Unchanged, Conflict: s.Counts.Conflict, Refused: s.Counts.Refused}}
	if s.Stopped != nil {
		set.Stopped = *s.Stopped
	}
	return set
}

// Items calls use with each item of a change set that has one of the results.
func (c *Client) Items(ctx context.Context, id uuid.UUID, results []change.Result, use func(change.Item) error) error {
	query := url.Values{"format": {"ndjson"}}
	for _, r := range results {
		query.Add("result", string(r))
	}
	response, err := c.send(ctx, request{method: http.MethodGet, path: "/change-sets/" + id.String() + "/items/export",
		query: query})
	if err != nil {
		return err
	}
	return readItems(response, use)
}

// readItems calls use with each item of a response, one per line, and closes the body.
func readItems(response *http.Response, use func(change.Item) error) error {
	defer response.Body.Close()
	decoder := json.NewDecoder(response.Body)
	for {
		var item struct {
			Number int
			Action change.Action
			Target struct {
				Type audit.TargetType
				ID   uuid.UUID
				Name string
			}
			SourceID    uuid.UUID `json:"source_id"`
			BaseVersion int       `json:"base_version"`
			Version     *int
			Changes     []audit.Change
			Result      change.Result
			Reason      string
		}
		err := decoder.Decode(&item)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = use(change.Item{Number: item.Number, Action: item.Action, TargetType: item.Target.Type,
				TargetID: item.Target.ID, TargetName: item.Target.Name, SourceID: item.SourceID, BaseVersion: item.BaseVersion,
				Version: item.Version, Changes: item.Changes, Result: item.Result, Reason: item.Reason})
		}
		if err != nil {
			return err
		}
	}
}
