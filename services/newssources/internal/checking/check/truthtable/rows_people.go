package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

// edit changes the endpoint.
func edit(change func(*source.EndpointDetails)) act {
	return func(ctx context.Context, w *world, e *endpoint) error {
		before, err := w.register.Endpoint(ctx, e.sourceID, e.id)
		if err == nil {
			_, err = w.register.UpdateEndpoint(ctx, audit.Actor{}, e.sourceID, e.id, before.Version, change)
		}
		return err
	}
}

func intent(to source.Intent) act { return edit(func(d *source.EndpointDetails) { d.Intent = to }) }

// onSource does something to the source.
func onSource(do func(ctx context.Context, w *world, s *source.Source) error) act {
	return func(ctx context.Context, w *world, e *endpoint) error {
		s, err := w.register.Get(ctx, e.sourceID)
		if err != nil {
			return err
		}
		return do(ctx, w, s)
	}
}

func lifecycle(to source.Lifecycle) act {
	return onSource(func(ctx context.Context, w *world, s *source.Source) error {
		_, err := w.register.Update(ctx, audit.Actor{}, s.ID, s.Version, func(d *source.Details) { d.Lifecycle = to })
		return err
	})
}

var (
	archive = onSource(func(ctx context.Context, w *world, s *source.Source) error {
		_, err := w.register.Archive(ctx, audit.Actor{}, s.ID, s.Version)
		return err
	})
	unarchive = onSource(func(ctx context.Context, w *world, s *source.Source) error {
		_, err := w.register.Unarchive(ctx, audit.Actor{}, s.ID, s.Version)
		return err
	})
)

func deleteEndpoint(ctx context.Context, w *world, e *endpoint) error {
	before, err := w.register.Endpoint(ctx, e.sourceID, e.id)
	if err == nil {
		err = w.register.DeleteEndpoint(ctx, audit.Actor{}, e.sourceID, e.id, before.Version)
	}
	return err
}

// decideHeld stores or discards the held items.
func decideHeld(decision record.HeldDecision) act {
	return func(ctx context.Context, w *world, e *endpoint) error {
		control := check.NewControl(w.db, nil, time.Second)
		held, err := control.HeldItems(ctx, e.sourceID, e.id)
		if err != nil {
			return err
		}
		if held == nil {
			return errors.New("no items are held")
		}
		_, err = control.DecideHeld(ctx, audit.Actor{}, e.sourceID, e.id, held.Version, decision)
		return err
	}
}

// undoneRows is the number of rows of the import that is undone.
const undoneRows = 1500

// undoImport imports a list and undoes the import while the workers check its endpoints, whose
// hosts do not exist. The checks that are due must be made soon, and no endpoint of the import may be
// checked any more.
func undoImport(ctx context.Context, w *world, e *endpoint) error {
	var list strings.Builder
	list.WriteString(`<opml version="2.0"><body>`)
	for n := range undoneRows {
		fmt.Fprintf(&list, `<outline type="rss" text="Undone %[1]d" xmlUrl="http://undone-%[1]d.test/feed"/>`, n)
	}
	list.WriteString("</body></opml>")
	imports := transfer.NewImports(w.db, w.changes, func(context.Context, postgres.Tx, uuid.UUID) error { return nil })
	imported, err := imports.Run(ctx, audit.Actor{}, "undone.opml", []byte(list.String()))
	if err != nil {
		return err
	}
	if imported.Created != undoneRows {
		e.broken = append(e.broken, fmt.Sprintf("%d of %d rows were imported", imported.Created, undoneRows))
	}
	undone, err := imports.Undo(ctx, audit.Actor{}, imported.ID)
	if err == nil && undone.State != transfer.Undone { // as the job does, which does not run here
		if _, err = w.changes.Run(ctx, *undone.UndoID); err == nil {
			undone, err = imports.Get(ctx, imported.ID)
		}
	}
	if err != nil {
		return err
	}
	if err := checkNow(ctx, w, e); err != nil {
		return err
	}
	began := time.Now()
	err = w.settle(ctx)
	if took := time.Since(began); took > maxRecovery {
		e.broken = append(e.broken, fmt.Sprintf("the checks stalled for %s", took.Round(time.Second)))
	}
	var left int
	if err == nil {
		err = w.db.Pool.QueryRow(ctx, `SELECT count(*) FROM endpoint_states s JOIN endpoints e ON e.id = s.endpoint_id
			WHERE s.enabled AND e.url LIKE 'http://undone-%'`).Scan(&left)
	}
	if undone.Removed != undoneRows || left > 0 {
		e.broken = append(e.broken,
			fmt.Sprintf("%d of %d rows were removed, and %d endpoints are still checked", undone.Removed, undoneRows, left))
	}
	return err
}

// checkNow asks for a check.
func checkNow(ctx context.Context, w *world, e *endpoint) error {
	var by *uuid.UUID
	_, err := check.NewControl(w.db, nil, time.Second).CheckEndpoint(ctx, by, e.sourceID, e.id)
	return err
}

// Nothing is requested while an endpoint is out of use.
var (
	notFromTwo = want{traffic: []traffic{{from: day, to: 2 * day, min: 2, max: 60},
		{from: 2*day + 5*minute, to: 5 * day, max: 0}}}
	notTwoToThree = want{traffic: []traffic{{from: 2*day + 5*minute, to: 3 * day, max: 0},
		{from: 3 * day, to: 4 * day, min: 2, max: 60}}}
)

var people = []*behaviour{
	{name: "endpoint is paused for a day", feed: long, acts: []phase[act]{from(2*day, intent(source.EndpointPaused)),
		from(3*day, intent(source.EndpointActive))}, want: notTwoToThree},
	{name: "endpoint is retired", feed: long, acts: []phase[act]{from(2*day, intent(source.EndpointRetired))},
		want: notFromTwo},
	{name: "endpoint is deleted", feed: long, acts: []phase[act]{from[act](2*day, deleteEndpoint)}, want: notFromTwo},
	{name: "source is paused for a day", feed: long, acts: []phase[act]{from(2*day, lifecycle(source.Paused)),
		from(3*day, lifecycle(source.Active))}, want: notTwoToThree},
	{name: "source is archived", feed: long, acts: []phase[act]{from(2*day, archive)}, want: notFromTwo},
	{name: "source is archived for a day", feed: long, acts: []phase[act]{from(2*day, archive),
		from(3*day, unarchive)}, want: notTwoToThree},
	{name: "failing endpoint is paused for a day", feed: afterDay(status(http.StatusInternalServerError)),
		acts: []phase[act]{from(2*day, intent(source.EndpointPaused)), from(3*day, intent(source.EndpointActive))},
		want: want{states: "ok degraded failing", cause: "server_error"}},
	{name: "address is corrected", feed: afterDay(status(http.StatusNotFound)),
		paths: map[string]script{"/right": always(news{size: 120}.answer())},
		acts: []phase[act]{from(2*day, edit(func(d *source.EndpointDetails) {
			d.URL = d.URL[:len(d.URL)-len(endpointPath)] + "/right"
		}))}, want: want{states: "ok degraded failing? ok"}},
	{name: "identity policy is changed", feed: long,
		acts: []phase[act]{from(2*day, edit(func(d *source.EndpointDetails) { d.IdentityPolicy = feed.IdentityLink }))}},
	{name: "held items are stored", feed: renamedAfter(news{}, news{id: newScheme}),
		acts: []phase[act]{from(4*day, decideHeld(record.ReleaseHeld))}, want: want{states: "ok suspect ok",
			items: anyItems}},
	{name: "held items are discarded", feed: renamedAfter(news{}, news{id: newScheme}),
		acts: []phase[act]{from(4*day, decideHeld(record.DiscardHeld))}, want: want{states: "ok suspect ok"}},
	{name: "check now", over: "hours", tier: 5, feed: long, acts: []phase[act]{from[act](3*hour, checkNow)},
		want: want{traffic: []traffic{{from: 3 * hour, to: 3*hour + 3*minute, min: 1, max: 1}}}},
	{name: "import of 1,500 sources is undone while it is checked", over: "hours", feed: long,
		acts: []phase[act]{from[act](3*hour, undoImport)}},
}
