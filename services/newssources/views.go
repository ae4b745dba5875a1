package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/apiclient"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/people"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

const viewsUsage = `usage: newssources views
       newssources views save NAME --filter FILTER [--owner EMAIL]
       newssources views delete ID

It prints the saved views, one per line: id, name, number of sources and filter, separated by tabs. A
number such as 10000+ is a minimum; it is missing if the sources could not be counted within a second.
The filter is the query of the list's address. With the database, these are the shared views; with the
API, also the personal views of the owner of the token. save saves a shared view and prints its id;
with the database, it needs the e-mail address of the member who becomes the owner. delete deletes a
view. The commands change and export have the option --view ID.` + apiUsage

// viewStore reads and writes saved views, in the database or through the API.
type viewStore interface {
	List(ctx context.Context) ([]savedview.View, []savedview.Count, error)
	Create(ctx context.Context, settings savedview.Settings) (uuid.UUID, error)
	Delete(ctx context.Context, id uuid.UUID) error
}

// views prints, saves or deletes views as viewsUsage describes.
func views(ctx context.Context, args []string, out io.Writer) error {
	flags := newFlags("views")
	filter, owner, api := flags.String("filter", "", ""), flags.String("owner", "", ""), newAPIFlags(flags)
	args, err := parseArgs(flags, args)
	action, operand, args := viewAction(args)
	isValid := err == nil && len(args) == 0 && (action == "") == (operand == "") &&
		(action == "save") == (*filter != "") && (action == "save" || *owner == "")
	if !isValid {
		return &exitError{1, viewsUsage}
	}
	client, err := api.client()
	if err != nil {
		return err
	}
	if (client == nil) != (*owner != "") && action == "save" {
		return errors.New("--owner is required with the database, and is not allowed with the API")
	}
	var store viewStore = apiclient.Views{Client: client}
	if client == nil {
		db, err := openDatabase(ctx, 2)
		if err != nil {
			return err
		}
		defer db.Close()
		store = databaseViews{db, savedview.New(db, sourcelist.NewReader(db)), *owner}
	}
	switch action {
	case "save":
		err = saveView(ctx, store, operand, *filter, out)
	case "delete":
		err = deleteView(ctx, store, operand, out)
	default:
		err = printViews(ctx, store, out)
	}
	if err != nil {
		return errors.New(userText(err))
	}
	return nil
}

// viewAction returns save or delete with the next argument, and the arguments after them.
func viewAction(args []string) (action, operand string, rest []string) {
	if len(args) >= 2 && (args[0] == "save" || args[0] == "delete") {
		return args[0], args[1], args[2:]
	}
	return "", "", args
}

func saveView(ctx context.Context, store viewStore, name, filter string, out io.Writer) error {
	query, err := input.ParseFilter(filter)
	if err != nil {
		return err
	}
	id, err := store.Create(ctx, savedview.Settings{Name: name, Filter: query, Sharing: savedview.Shared})
	if err == nil {
		_, err = fmt.Fprintln(out, id)
	}
	return err
}

func deleteView(ctx context.Context, store viewStore, text string, out io.Writer) error {
	id, err := parseID("a view", text)
	if err == nil {
		err = store.Delete(ctx, id)
	}
	if err == nil {
		_, err = fmt.Fprintln(out, "deleted", id)
	}
	return err
}

func printViews(ctx context.Context, store viewStore, out io.Writer) error {
	list, counts, err := store.List(ctx)
	if err != nil {
		return err
	}
	numbers := map[uuid.UUID]string{}
	for _, c := range counts {
		numbers[c.ViewID] = strconv.Itoa(c.Total)
		if c.IsMinimum {
			numbers[c.ViewID] += "+"
		}
	}
	for _, v := range list {
		filter, err := input.FormatFilter(v.Filter)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\n", v.ID, v.Name, numbers[v.ID], filter)
	}
	return nil
}

// databaseViews are the views of the database.
type databaseViews struct {
	db    *postgres.DB
	views *savedview.Views
	owner string // the e-mail address of the owner of new views
}

func (d databaseViews) List(ctx context.Context) ([]savedview.View, []savedview.Count, error) {
	list, err := d.views.List(ctx, uuid.Nil)
	if err != nil {
		return nil, nil, err
	}
	counts, err := d.views.Counts(ctx, uuid.Nil)
	return list, counts, err
}

func (d databaseViews) Create(ctx context.Context, settings savedview.Settings) (uuid.UUID, error) {
	owner, err := people.New(d.db, identity.AllowList{}, func() {}).ByEmail(ctx, d.owner)
	if err != nil {
		return uuid.Nil, err
	}
	view, err := d.views.Create(ctx, commandActor(), owner.ID, settings)
	if err != nil {
		return uuid.Nil, err
	}
	return view.ID, nil
}

func (d databaseViews) Delete(ctx context.Context, id uuid.UUID) error {
	view, err := d.views.Get(ctx, uuid.Nil, id)
	if err != nil {
		return err
	}
	return d.views.Delete(ctx, commandActor(), id, view.Version)
}
