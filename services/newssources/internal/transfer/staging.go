package transfer

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

//go:embed samples/*.opml
var sampleFiles embed.FS

const maxFilename = 200 // characters

// Create reads a list and stages its outlines. It returns an invalid_file problem, and stores nothing, if data is no list.
func (im *Imports) Create(ctx context.Context, by audit.Actor, filename string, data []byte) (*Import, error) {
	list, err := ReadOPML(data)
	if err != nil {
		return nil, fileProblem(err)
	}
	return im.stage(ctx, by, filename, list.Outlines)
}

// Sample stages the sample lists of the product.
func (im *Imports) Sample(ctx context.Context, by audit.Actor) (*Import, error) {
	files, err := sampleFiles.ReadDir("samples")
	if err != nil {
		return nil, err
	}
	var outlines []Outline
	for _, file := range files {
		data, err := sampleFiles.ReadFile(path.Join("samples", file.Name()))
		if err != nil {
			return nil, err
		}
		list, err := ReadOPML(data)
		if err != nil {
			return nil, fmt.Errorf("sample %s: %w", file.Name(), err)
		}
		outlines = append(outlines, list.Outlines...)
	}
	return im.stage(ctx, by, "Sample list", outlines)
}

func (im *Imports) stage(ctx context.Context, by audit.Actor, filename string, outlines []Outline) (*Import, error) {
	if len(outlines) == 0 {
		return nil, problem.New(problem.InvalidFile, "This list has no outline with an address (xmlUrl), so there is nothing to import.")
	}
	credentials := make([]*source.Credentials, len(outlines))
	outlines = slices.Clone(outlines)
	for i, o := range outlines {
		outlines[i], credentials[i] = splitCredentials(o)
	}
	id := uuid.Must(uuid.NewV7())
	err := pgx.BeginFunc(ctx, im.db.Pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			INSERT INTO imports (id, filename, state, total, created_at, created_by_id, request_id) VALUES ($1, $2, 'queued', $3, $4, $5, $6)`,
			id, cleanFilename(filename), len(outlines), time.Now(), by.ActorID, by.RequestID)
		if err != nil {
			return err
		}
		names := outletNames(outlines)
		columns := []string{"id", "import_id", "number", "line", "title", "url", "html_url", "kind", "language", "tags", "recovered",
			"recovery", "outlet_name", "sealed", "result", "reason"}
		_, err = tx.CopyFrom(ctx, pgx.Identifier{"import_rows"}, columns, pgx.CopyFromSlice(len(outlines), func(i int) ([]any, error) {
			o, row := outlines[i], uuid.Must(uuid.NewV7())
			staged, err := im.encryptFor(row, o, credentials[i])
			return []any{row, id, i + 1, o.Line, cleanTitle(o), cleanAddress(o.XMLURL), cleanAddress(o.HTMLURL),
				endpointKind(o.Type), truncate(cleanText(o.Language), maxTag), cleanTags(o.Categories), staged.recovered, staged.recovery,
				names[i], staged.sealed, string(staged.result), staged.reason}, err
		}))
		if err != nil {
			return err
		}
		return im.enqueue(ctx, tx, id)
	})
	if err != nil {
		return nil, err
	}
	return im.Get(ctx, id)
}

// fileProblem converts a *FormatError to an invalid_file problem.
func fileProblem(err error) error {
	format, ok := errors.AsType[*FormatError](err)
	if !ok {
		return err
	}
	return problem.Wrap(err, problem.InvalidFile, "%s", format.Detail).With("reason", format.Code)
}

// cleanFilename returns the last element of a path, for display.
func cleanFilename(name string) string {
	return truncate(cleanText(path.Base(strings.ReplaceAll(name, `\`, "/"))), maxFilename)
}
