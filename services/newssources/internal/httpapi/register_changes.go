package httpapi

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/stream"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/changefeed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

const (
	// maxFollowers is the maximum number of requests of an API token or member that wait for changes,
	// and maxAllFollowers that of all. Each makes two small queries per second.
	maxFollowers, maxAllFollowers = 4, 200
	// maxSnapshots is the maximum number of concurrent downloads of an API token or member, and
	// maxAllSnapshots that of all. Each holds snapshotPage sources in memory.
	maxSnapshots, maxAllSnapshots = 1, 4
	// snapshotPage is the number of sources that a download reads with one query.
	snapshotPage = 500
)

// ListRegisterChanges returns the changes after a cursor, and can wait for them.
func (s *server) ListRegisterChanges(ctx context.Context,
	request api.ListRegisterChangesRequestObject) (api.ListRegisterChangesResponseObject, error) {
	page, err := s.readChanges(ctx, request.Params)
	wait := time.Duration(convert.OrZero(request.Params.Wait)) * time.Second
	if err != nil || len(page.Changes) > 0 || wait == 0 || input.IsHead(ctx) {
		return api.ListRegisterChanges200JSONResponse(page), err
	}
	client := clientID(ctx)
	if !s.followers.TryAcquire(client, 1) {
		return nil, busy(s.followers.Held(client) == maxFollowers,
			fmt.Sprintf("%d of your requests already wait for changes. End one of them, or ask again without “wait”.",
				maxFollowers),
			fmt.Sprintf("The server already has %d requests that wait for changes. Ask again without “wait”, or later.",
				maxAllFollowers))
	}
	params := request.Params
	params.Since = &page.Cursor
	return changesWhenReady{ctx: ctx, server: s, params: params, page: page, wait: wait,
		release: func() { s.followers.Release(client, 1) }}, nil
}

// clientID returns the id of the API token of a request, or of its member.
func clientID(ctx context.Context) uuid.UUID {
	person, _ := identity.FromContext(ctx)
	if person.Token != nil {
		return person.Token.ID
	}
	return person.ID
}

// readChanges reads a page within the fair share of the member.
func (s *server) readChanges(ctx context.Context, params api.ListRegisterChangesParams) (page api.RegisterChangePage,
	err error) {
	release, err := s.limits.acquireRead(ctx, readWait)
	if err != nil {
		return page, err
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	limit := cmp.Or(convert.OrZero(params.Limit), 100)
	changes, cursor, err := s.Feed.Read(ctx, convert.OrZero(params.Since), limit)
	return api.RegisterChangePage{Changes: convert.All(changes, RegisterChangeOf), Cursor: cursor}, err
}

// changesWhenReady waits for changes before it answers.
type changesWhenReady struct {
	ctx     context.Context
	server  *server
	params  api.ListRegisterChangesParams
	page    api.RegisterChangePage // without changes
	wait    time.Duration
	release func()
}

// VisitListRegisterChangesResponse answers when there are changes, the time is over or the server
// stops.
func (c changesWhenReady) VisitListRegisterChangesResponse(w http.ResponseWriter) error {
	defer c.release()
	connection := http.NewResponseController(w)
	ctx, cancel := context.WithTimeout(c.ctx, c.wait)
	defer cancel()
	has, err := c.server.waitForChanges(ctx, c.page.Cursor)
	switch {
	case c.ctx.Err() != nil:
		return c.ctx.Err()
	case err != nil:
		return err
	case has:
		if c.page, err = c.server.readChanges(c.ctx, c.params); err != nil {
			return err
		}
	}
	stream.ExtendDeadline(connection)
	return api.ListRegisterChanges200JSONResponse(c.page).VisitListRegisterChangesResponse(w)
}

// waitForChanges waits until there are changes after a cursor, and reports whether there are. It ends
// without them at the end of ctx or when the server stops.
func (s *server) waitForChanges(ctx context.Context, cursor string) (bool, error) {
	next := time.NewTicker(changefeed.PollInterval)
	defer next.Stop()
	for {
		select {
		case <-ctx.Done():
			return false, nil
		case <-s.Updates.Closed():
			return false, nil
		case <-next.C:
		}
		has, err := s.Feed.HasChanges(ctx, cursor)
		if has || err != nil && ctx.Err() == nil {
			return has, err
		}
	}
}

// ReadRegisterSnapshot streams all sources and the cursor from which to follow their changes.
func (s *server) ReadRegisterSnapshot(ctx context.Context,
	_ api.ReadRegisterSnapshotRequestObject) (api.ReadRegisterSnapshotResponseObject, error) {
	client := clientID(ctx)
	if !s.snapshots.TryAcquire(client, 1) {
		return nil, busy(s.snapshots.Held(client) == maxSnapshots, "You are already downloading a snapshot. Wait until it "+
			"has ended.", "The server is sending snapshots to others. Try again in a minute.")
	}
	return snapshot{ctx: ctx, feed: s.Feed, limits: s.limits, isHead: input.IsHead(ctx),
		release: func() { s.snapshots.Release(client, 1) }}, nil
}

// snapshot writes all sources.
type snapshot struct {
	ctx     context.Context
	feed    *changefeed.Feed
	limits  *memberLimits
	isHead  bool
	release func()
}

// VisitReadRegisterSnapshotResponse writes the lines.
func (d snapshot) VisitReadRegisterSnapshotResponse(w http.ResponseWriter) error {
	defer d.release()
	cursor, err := d.feed.Last(d.ctx) // an error of the first query is answered as a problem
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.WriteHeader(http.StatusOK)
	if d.isHead {
		return nil
	}
	encoder := json.NewEncoder(w)
	if err := encoder.Encode(api.SnapshotLine{Cursor: &cursor}); err != nil {
		return nil // the client has disconnected
	}
	connection := http.NewResponseController(w)
	total := 0
	for after := uuid.Nil; ; {
		list, err := d.read(after)
		if err != nil {
			panic(http.ErrAbortHandler) // ends the connection, so that the download is not taken for complete
		}
		stream.ExtendDeadline(connection)
		for _, s := range list {
			mirrored := convert.ToMirroredSource(s)
			if err := encoder.Encode(api.SnapshotLine{Source: &mirrored}); err != nil {
				return nil // the client has disconnected
			}
			after = s.ID
		}
		if total += len(list); len(list) < snapshotPage {
			break
		}
	}
	_ = encoder.Encode(api.SnapshotLine{Sources: &total}) // an error: the client has disconnected
	return nil
}

// read reads a page within the fair share of the member. It waits longer than other reads, because a
// refusal would end the download.
func (d snapshot) read(after uuid.UUID) ([]*source.Source, error) {
	for {
		release, err := d.limits.acquireRead(d.ctx, readWait)
		if problem.Is(err, problem.Busy) && d.ctx.Err() == nil {
			continue
		}
		if err != nil {
			return nil, err
		}
		defer release()
		ctx, cancel := context.WithTimeout(d.ctx, readTimeout)
		defer cancel()
		return d.feed.Sources(ctx, after, snapshotPage)
	}
}

// RegisterChangeOf returns a change as the contract describes it.
func RegisterChangeOf(c changefeed.Change) api.RegisterChange {
	change := api.RegisterChange{SourceId: c.SourceID, At: convert.UTC(c.At), Deleted: c.Source == nil, Cursor: c.Cursor}
	if c.Source != nil {
		mirrored := convert.ToMirroredSource(c.Source)
		change.Source = &mirrored
	}
	return change
}
