package lists

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/register/export"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
)

// copied are the tables whose rows the import of a table must insert, in the order of their keys.
var copied = []string{"tags", "sources", "endpoints", "source_tags", "audit_events"}

// compareImport copies the imported rows into another database with the same indexes and triggers.
func (b *benchmark) compareImport(ctx context.Context, database string) error {
	folder, err := os.MkdirTemp("", "bench-lists-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := withTables(ctx, database, folder, func(conn *pgx.Conn, table string, file *os.File) error {
		_, err := conn.PgConn().CopyTo(ctx, file, "COPY "+table+" TO STDOUT")
		return err
	}); err != nil {
		return err
	}
	reference, drop, err := bench.NewDatabase(ctx, "bench_lists_copy")
	if err != nil {
		return err
	}
	defer drop()
	started := time.Now()
	if err := withTables(ctx, reference, folder, func(conn *pgx.Conn, table string, file *os.File) error {
		_, err := conn.PgConn().CopyFrom(ctx, file, "COPY "+table+" FROM STDIN")
		return err
	}); err != nil {
		return err
	}
	seconds := time.Since(started).Seconds()
	total := bench.NewFigure("staging and applying a table", b.stage+b.apply, "s", seconds)
	b.figures = append(b.figures, bench.NewFigure("staging a table", b.stage, "s", seconds),
		bench.NewFigure("applying a table", b.apply, "s", seconds), total.AtMost(maxImportRatio, total.Ratio))
	return nil
}

// withTables calls f with each table of copied and its file in a folder.
func withTables(ctx context.Context, database, folder string,
	f func(conn *pgx.Conn, table string, file *os.File) error) error {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for _, table := range copied {
		file, err := os.OpenFile(filepath.Join(folder, table), os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return err
		}
		err = f(conn, table, file)
		file.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	return nil
}

// copyFiles are the statements that copy the values of a file to the client.
var copyFiles = map[listfile.Format]string{
	listfile.NDJSON: `
		COPY (
			SELECT json_build_object('source', s, 'tags', t.names, 'endpoints', e.list)
			FROM sources s
			LEFT JOIN LATERAL (
				SELECT json_agg(e ORDER BY e.id) AS list
				FROM endpoints e
				WHERE e.source_id = s.id
			) e ON true
			LEFT JOIN LATERAL (
				SELECT json_agg(t.name) AS names
				FROM source_tags st
				JOIN tags t ON t.id = st.tag_id
				WHERE st.source_id = s.id
			) t ON true
		) TO STDOUT`,
	listfile.CSV: `
		COPY (
			SELECT s.*, t.names, e.list
			FROM sources s
			LEFT JOIN LATERAL (
				SELECT array_agg(e ORDER BY e.id) AS list
				FROM endpoints e
				WHERE e.source_id = s.id
			) e ON true
			LEFT JOIN LATERAL (
				SELECT string_agg(t.name, '; ') AS names
				FROM source_tags st
				JOIN tags t ON t.id = st.tag_id
				WHERE st.source_id = s.id
			) t ON true
		) TO STDOUT CSV`,
}

// exportAll writes all sources in each format.
func (b *benchmark) exportAll(ctx context.Context) error {
	memory := watchMemory()
	defer memory.stop()
	for _, format := range []listfile.Format{listfile.NDJSON, listfile.CSV, listfile.XLSX} {
		first, seconds, err := b.export(ctx, format)
		if err != nil {
			return err
		}
		name, limit, reference := "file of all sources as "+string(format), maxExportRatio, 0.0
		if statement, ok := copyFiles[format]; ok {
			started := time.Now()
			if err := b.copyTo(ctx, statement); err != nil {
				return err
			}
			reference = time.Since(started).Seconds()
		}
		f := bench.NewFigure(name, seconds, "s", reference)
		checked := f.Ratio
		if reference == 0 {
			limit, checked = maxXLSX, seconds
		}
		b.figures = append(b.figures, f.AtMost(limit, checked))
		if format != listfile.XLSX {
			b.figures = append(b.figures,
				bench.NewFigure("first byte of the "+string(format), first, "s", 0).AtMost(maxFirstByte, first))
		}
	}
	used := memory.reset()
	b.figures = append(b.figures, bench.NewFigure("memory of files", used, "MiB", 0).AtMost(maxMemory, used))
	return nil
}

// export writes all sources, and returns the times until the first bytes and until the end.
func (b *benchmark) export(ctx context.Context, format listfile.Format) (first, seconds float64, err error) {
	started := time.Now()
	file, err := b.exports.Open(ctx, export.Selection{}, format, listfile.Options{Title: "Sources"})
	if err != nil {
		return 0, 0, err
	}
	out := &firstWrite{}
	if err := file.Write(ctx, out, export.Unlimited); err != nil {
		return 0, 0, err
	}
	return out.at.Sub(started).Seconds(), time.Since(started).Seconds(), nil
}

func (b *benchmark) copyTo(ctx context.Context, statement string) error {
	conn, err := b.db.Pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	_, err = conn.Conn().PgConn().CopyTo(ctx, io.Discard, statement)
	return err
}

// firstWrite discards what is written, and has the time of the first write.
type firstWrite struct{ at time.Time }

// Write discards data.
func (w *firstWrite) Write(data []byte) (int, error) {
	if w.at.IsZero() {
		w.at = time.Now()
	}
	return len(data), nil
}
