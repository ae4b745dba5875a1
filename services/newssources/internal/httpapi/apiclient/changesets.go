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
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
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

// ChangeSets makes and applies change sets. The methods that begin a preview or an application return at
// its end.
type ChangeSets struct {
	*Client
	Progress func(*change.Set) // is called while the service works
}

// Plan returns the changes that a file would make.
func (c ChangeSets) Plan(ctx context.Context, f RegisterFile) (items []change.Item, err error) {
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

// CreateFromFile makes a draft of the changes of a file.
func (c ChangeSets) CreateFromFile(ctx context.Context, f RegisterFile) (*change.Set, error) {
	return c.await(ctx, f.request(false))
}

// Create makes a draft that changes the sources of a filter.
func (c ChangeSets) Create(ctx context.Context, input change.Input) (*change.Set, error) {
	body := map[string]any{"selection": map[string]any{"filter": input.Spec.Filter}, "operations": input.Spec.Operations,
		"reason": input.Reason}
	if len(input.Spec.Kinds) > 0 {
		body["endpoint_kinds"] = input.Spec.Kinds
	}
	return c.start(ctx, "/change-sets", body)
}

// Undo makes a draft that undoes a change set, or the items with the given numbers.
func (c ChangeSets) Undo(ctx context.Context, id uuid.UUID, items []int, reason string) (*change.Set, error) {
	return c.start(ctx, changeSetPath(id)+"/undo", api.ChangeSetUndo{Items: orNil(items), Reason: &reason})
}

// Restore makes a draft that restores the version that a source had at a time or, if it is zero, a deleted
// source.
func (c ChangeSets) Restore(ctx context.Context, source uuid.UUID, at time.Time, reason string) (*change.Set, error) {
	body := api.SourceRestore{Reason: &reason}
	if !at.IsZero() {
		body.At = &at
	}
	return c.start(ctx, "/"+source.String()+"/restore", body)
}

// Apply applies a draft. If another member must approve it, its state is Proposed.
func (c ChangeSets) Apply(ctx context.Context, id uuid.UUID, input change.ApplyInput) (*change.Set, error) {
	return c.start(ctx, changeSetPath(id)+"/apply", api.ChangeSetApply{Expected: input.Expected, Confirm: input.Confirm,
		Propose: &input.Propose})
}

// Approve applies a proposal, or some of its items.
func (c ChangeSets) Approve(ctx context.Context, id uuid.UUID, input change.Approval) (*change.Set, error) {
	return c.start(ctx, changeSetPath(id)+"/approve", api.ChangeSetApproval{Items: orNil(input.Items),
		Reason: &input.Reason, Confirm: input.Confirm})
}

// Reject ends a proposal without changing anything.
func (c ChangeSets) Reject(ctx context.Context, id uuid.UUID, reason string) (*change.Set, error) {
	return c.start(ctx, changeSetPath(id)+"/reject", api.ChangeSetRejection{Reason: reason})
}

// Cancel discards a draft.
func (c ChangeSets) Cancel(ctx context.Context, id uuid.UUID) (*change.Set, error) {
	return c.start(ctx, changeSetPath(id)+"/cancel", nil)
}

// Get returns a change set.
func (c ChangeSets) Get(ctx context.Context, id uuid.UUID) (*change.Set, error) {
	var found api.ChangeSet
	if err := c.get(ctx, changeSetPath(id), nil, &found); err != nil {
		return nil, err
	}
	return toSet(found), nil
}

// List returns the newest change sets that have one of the states, or any state.
func (c ChangeSets) List(ctx context.Context, states []change.State, limit int) (list []change.Set, err error) {
	query := url.Values{"limit": {strconv.Itoa(limit)}}
	for _, state := range states {
		query.Add("state", string(state))
	}
	var page api.ChangeSetPage
	err = c.get(ctx, "/change-sets", query, &page)
	for _, s := range page.Items {
		list = append(list, *toSet(s))
	}
	return list, err
}

// Filter returns the filter of a view. It may have the assignee “me”, which the service replaces in requests.
func (c ChangeSets) Filter(ctx context.Context, view uuid.UUID) (filter sourcelist.Query, err error) {
	found, err := c.view(ctx, view)
	if err == nil {
		filter = found.Filter
	}
	return filter, err
}

func changeSetPath(id uuid.UUID) string { return "/change-sets/" + id.String() }

// start sends a JSON body, and waits for the preview or the application that may follow.
func (c ChangeSets) start(ctx context.Context, path string, body any) (*change.Set, error) {
	r, err := postRequest(path, body)
	if err != nil {
		return nil, err
	}
	return c.await(ctx, r)
}

// await sends a request whose response is a change set, and waits until the service has previewed or applied
// it.
func (c ChangeSets) await(ctx context.Context, r request) (*change.Set, error) {
	var answer api.ChangeSet
	if err := c.call(ctx, r, &answer); err != nil {
		return nil, err
	}
	for {
		set := toSet(answer)
		isPreviewed := set.State != change.Draft || set.Previewed
		if set.State != change.Applying && isPreviewed {
			return set, nil
		}
		c.Progress(set)
		if ctxtime.Sleep(ctx, pollInterval); ctx.Err() != nil {
			return nil, fmt.Errorf("the service continues with the change set %s; cancel it in the app to stop it", set.ID)
		}
		answer = api.ChangeSet{}
		if err := c.get(ctx, changeSetPath(set.ID), nil, &answer); err != nil {
			return nil, err
		}
	}
}

func toSet(s api.ChangeSet) *change.Set {
	return &change.Set{ID: s.Id, Title: s.Title, Origin: change.Origin(s.Origin), State: change.State(s.State),
		Stopped: convert.OrZero(s.Stopped), CreatedAt: s.CreatedAt, Selected: s.Selected, Examined: s.Examined,
		Previewed: s.PreviewComplete, CreatedBy: &source.Person{Name: s.CreatedBy.Name, Email: s.CreatedBy.Email},
		Counts: change.Counts{Pending: s.Counts.Pending, Changed: s.Counts.Changed, Unchanged: s.Counts.Unchanged,
			Conflict: s.Counts.Conflict, Refused: s.Counts.Refused}}
}

// orNil returns nil for an empty list, so that a request has no such field.
func orNil(items []int) *[]int {
	if len(items) == 0 {
		return nil
	}
	return &items
}

// Items calls use with each item of a change set that has one of the results.
func (c ChangeSets) Items(ctx context.Context, id uuid.UUID, results []change.Result,
	use func(change.Item) error) error {
	query := url.Values{"format": {"ndjson"}}
	for _, r := range results {
		query.Add("result", string(r))
	}
	response, err := c.send(ctx, request{method: http.MethodGet, path: changeSetPath(id) + "/items/export",
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
