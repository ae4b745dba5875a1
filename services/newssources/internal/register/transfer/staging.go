package transfer

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/platform/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
)

//go:embed samples/*.opml
var sampleFiles embed.FS

const maxFilename = 200 // characters

// Create reads a list and stages its outlines. It returns an invalid_file problem, and stores
// nothing, if data is no list.
func (im *Imports) Create(ctx context.Context, by audit.Actor, filename string, data []byte) (*Import, error) {
	list, err := ReadOPML(ctx, data)
	if err != nil {
		return nil, fileProblem(err)
	}
	return im.stage(ctx, by, filename, list)
}

// sampleName is shown as the file name of the import of the sample list.
const sampleName = "Sample list"

// Sample stages SampleList, or the sample lists of the product without it.
func (im *Imports) Sample(ctx context.Context, by audit.Actor) (*Import, error) {
	if im.SampleList != nil {
		return im.Create(ctx, by, sampleName, im.SampleList)
	}
	files, err := sampleFiles.ReadDir("samples")
	if err != nil {
		return nil, err
	}
	var sample List
	for _, file := range files {
		data, err := sampleFiles.ReadFile(path.Join("samples", file.Name()))
		if err != nil {
			return nil, err
		}
		list, err := ReadOPML(ctx, data)
		if err != nil {
			return nil, fmt.Errorf("sample %s: %w", file.Name(), err)
		}
		sample.Outlines = append(sample.Outlines, list.Outlines...)
	}
	return im.stage(ctx, by, sampleName, &sample)
}

func (im *Imports) stage(ctx context.Context, by audit.Actor, filename string, list *List) (*Import, error) {
	if created, err := idempotency.Created(ctx, im.Get); created != nil || err != nil {
		return created, err
	}
	rows, err := im.newRows(ctx, list)
	if err != nil {
		return nil, err
	}
	id := idempotency.NewID(ctx)
	name, now := CleanFilename(filename), time.Now()
	err = im.db.Tx(ctx, func(tx postgres.Tx) error {
		state, finishedAt := Queued, (*time.Time)(nil)
		isProposal, err := isProposal(ctx, tx, by, len(rows))
		if err != nil {
			return err
		}
		if isProposal {
			isProposed, err := im.propose(ctx, tx, by, change.Set{ID: id, Origin: change.Import, Title: importTitle(name)}, rows)
			if err != nil {
				return err
			}
			if state = Staged; !isProposed {
				state, finishedAt = Done, &now
			}
		}
		_, err = tx.Exec(ctx, `
			INSERT INTO imports (id, filename, state, total, notes, incomplete, created_at, created_by_id, request_id,
				finished_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, id, name, state, len(rows), strings.Join(list.Notes, "\n"),
			list.Incomplete, now, by.ActorID, by.RequestID, finishedAt)
		if err != nil {
			return err
		}
		columns := []string{"id", "import_id", "number", "line", "title", "url", "html_url", "kind", "language", "tags",
			"recovered", "recovery", "outlet_name", "outlet_path", "sealed", "result", "reason", "source_id", "endpoint_id"}
		_, err = tx.CopyFrom(ctx, pgx.Identifier{"import_rows"}, columns,
			pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) {
				r := rows[i]
				return []any{r.ID, id, r.Number, r.Line, r.Title, r.URL, r.HTMLURL, r.Kind, r.Language, r.Tags, r.Recovered,
					r.Recovery, r.OutletName, r.OutletPath, r.Sealed, string(r.Result), r.Reason, r.SourceID, r.EndpointID}, nil
			}))
		if err != nil || state != Queued {
			return err
		}
		return im.enqueue(ctx, tx, id)
	})
	if err != nil {
		return nil, err
	}
	return im.Get(ctx, id)
}

// newRows returns the rows of a list, which are not stored yet. It returns the error of ctx when
// that ends.
func (im *Imports) newRows(ctx context.Context, list *List) ([]*ent.ImportRow, error) {
	if len(list.Outlines) == 0 {
		return nil, problem.New(problem.InvalidFile, "This list has no outline with an address (xmlUrl), so there is "+
			"nothing to import.")
	}
	outlines := list.Outlines // replaced by their cleaned form, since a copy of a large list takes 10 MB
	credentials := make([]*credential.Credentials, len(outlines))
	for i, o := range outlines {
		if err := ctx.Err(); err != nil { // a large list may take longer than its request
			return nil, err
		}
		o.XMLURL, o.HTMLURL = weburl.Clean(o.XMLURL), weburl.Clean(o.HTMLURL)
		o, credentials[i] = splitCredentials(repairOutline(o))
		outlines[i] = cleanOutline(o)
	}
	plans, err := planOutlets(ctx, outlines)
	if err != nil {
		return nil, err
	}
	rows := make([]*ent.ImportRow, len(outlines))
	for i, o := range outlines {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		id := uuid.Must(uuid.NewV7())
		staged, err := im.encryptFor(id, o, credentials[i])
		if err != nil {
			return nil, err
		}
		kind, address, name := endpointKind(o.Type), o.XMLURL, plans[i].name
		if o.isLink() {
			kind, address, name = linkKind, o.HTMLURL, o.Title
		}
		rows[i] = &ent.ImportRow{ID: id, Number: i + 1, Line: o.Line, Title: o.Title, URL: address,
			HTMLURL: plans[i].homepage, Kind: kind, Language: truncate(textkey.SingleLine(o.Language), maxTag),
			Tags: cleanTags(o.Categories), Recovered: staged.recovered, Recovery: staged.recovery, OutletName: name,
			OutletPath: plans[i].pathPrefix, Sealed: staged.sealed, Result: staged.result, Reason: staged.reason}
	}
	return rows, nil
}

// fileProblem converts a *FormatError to an invalid_file problem.
func fileProblem(err error) error {
	format, ok := errors.AsType[*FormatError](err)
	if !ok {
		return err
	}
	return problem.Wrap(err, problem.InvalidFile, "%s", format.Detail).With("reason", format.Code)
}

// CleanFilename returns the last element of a path, for display. Browsers name a downloaded list
// after its address, which may contain credentials.
func CleanFilename(name string) string {
	name = weburl.HideCredentials(name)
	return truncate(textkey.SingleLine(weburl.HideCredentials(path.Base(strings.ReplaceAll(name, `\`, "/")))), maxFilename)
}
