// Package export reads lists of sources from the register and writes them in the formats of package
// listfile.
package export

import (
	"bufio"
	"context"
	"io"
	"slices"
	"sync"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

const (
	// maxSources is the maximum number of sources of a file. Their ids take 16 MB of memory.
	maxSources = 1_000_000
	// chunkSources is the number of sources that are read with one query, in about 10 ms.
	chunkSources = 500
	// readAhead is the number of parts that are read while another one is written. With two, the database
	// and the decoding of rows are both busy.
	readAhead = 2
	// bufferSize is the number of bytes after which a file is sent on.
	bufferSize = 64 << 10
)

// Exporter reads sources for files.
type Exporter struct {
	db    *postgres.DB
	lists *sourcelist.Reader
}

// New returns an exporter of the sources in db, which are found with lists.
func New(db *postgres.DB, lists *sourcelist.Reader) *Exporter { return &Exporter{db, lists} }

// Selection selects the sources of a file: those with the ids, or those of the items of a change set, or otherwise
// those that match the query, in its order.
type Selection struct {
	IDs       []uuid.UUID
	ChangeSet *uuid.UUID
	Query     sourcelist.Query
}

// File is a list of sources. The set and the order of its sources are those when it was opened. Each
// source is read shortly before it is written, and left out if it was deleted.
type File struct {
	Format  listfile.Format
	Options listfile.Options
	Total   int // the number of sources
	ids     []uuid.UUID
	db      *postgres.DB
}

// Open finds the sources of a file. It sets the Endpoints of the options.
func (e *Exporter) Open(ctx context.Context, s Selection, format listfile.Format,
	options listfile.Options) (*File, error) {
	var found sourcelist.Matches
	var err error
	if s.ChangeSet != nil {
		s.IDs, err = e.db.IDs(ctx, "SELECT DISTINCT source_id FROM change_items WHERE change_set_id = $1 LIMIT $2",
			*s.ChangeSet, maxSources+1)
	}
	switch {
	case err != nil:
	case len(s.IDs) > 0 || s.ChangeSet != nil:
		found, err = e.lists.MatchesOf(ctx, s.IDs)
	default:
		found, err = e.lists.Matches(ctx, s.query(options.OmitsForbidden), maxSources+1)
	}
	if err != nil {
		return nil, err
	}
	if len(found.IDs) > maxSources {
		return nil, problem.New(problem.LimitReached, "A file can have at most %d sources. Add a filter to select fewer.",
			maxSources)
	}
	options.Endpoints = found.Endpoints
	return &File{format, options, len(found.IDs), found.IDs, e.db}, nil
}

// query returns the query without the sources with the rights “forbidden”, if they are left out.
func (s Selection) query(omitsForbidden bool) sourcelist.Query {
	q := s.Query
	if omitsForbidden {
		not := sourcelist.Query{}
		if q.Not != nil {
			not = *q.Not
		}
		not.Rights = append(not.Rights[:len(not.Rights):len(not.Rights)], source.RightsForbidden)
		q.Not = &not
	}
	return q
}

// Share admits a read of the database, and returns the function that ends it.
type Share func(ctx context.Context) (release func(), err error)

// Unlimited is the Share of a program that reads alone.
func Unlimited(context.Context) (release func(), err error) { return func() {}, nil }

// part is a part of the sources of a file.
type part struct {
	records []listfile.Record
	err     error
}

// Write writes the file. While a part is written, the next parts are read, each within a share. A part
// that waits to be written holds no connection and no share, so that a slow reader occupies no
// resource of the database. The first part is flushed as soon as it is written.
func (f *File) Write(ctx context.Context, w io.Writer, share Share) error {
	ctx, cancel := context.WithCancel(ctx)
	parts := make(chan chan part, readAhead)
	var reading sync.WaitGroup
	reading.Go(func() { f.read(ctx, share, parts, &reading) })
	defer reading.Wait()
	defer cancel()

	out := bufio.NewWriterSize(w, bufferSize)
	writer := listfile.NewWriter(out, f.Format, f.Options)
	isFirst := true
	for next := range parts {
		p := <-next
		if p.err != nil {
			return p.err
		}
		for i := range p.records {
			if err := writer.Write(&p.records[i]); err != nil {
				return err
			}
		}
		if isFirst {
			if err := out.Flush(); err != nil {
				return err
			}
		}
		isFirst = false
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := writer.Close(); err != nil {
		return err
	}
	return out.Flush()
}

// read sends a channel for each part of the file, in their order, until the end of ctx. A goroutine of
// reading loads each part.
func (f *File) read(ctx context.Context, share Share, parts chan<- chan part, reading *sync.WaitGroup) {
	defer close(parts)
	for ids := range slices.Chunk(f.ids, chunkSources) {
		next := make(chan part, 1)
		select {
		case parts <- next:
		case <-ctx.Done():
			return
		}
		reading.Go(func() { next <- f.load(ctx, share, ids) })
	}
}

// load reads a part of the file.
func (f *File) load(ctx context.Context, share Share, ids []uuid.UUID) part {
	release, err := share(ctx)
	if err != nil {
		return part{err: err}
	}
	defer release()
	sources, err := source.Load(ctx, f.db.Pool, ids)
	if err != nil {
		return part{err: err}
	}
	records, err := listfile.FromSources(ctx, f.db.Pool, sources)
	return part{records, err}
}
