// Package api measures the API as its clients see it: the released program over HTTP with a signed
// token. It compares it with a baseline program that only reads and encodes the same rows.
package api

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/bench"
)

const (
	// baseSize is the size of the register that is generated in detail; larger registers are
	// multiplied from it.
	baseSize = 10_000
)

type options struct {
	sizes  []int
	rounds int
	only   string
}

// Run measures registers of several sizes.
func Run(ctx context.Context, args []string) error {
	var o options
	flags := flag.NewFlagSet("api", flag.ExitOnError)
	sizes := flags.String("sizes", "10000,100000", "sizes of the register, ascending")
	flags.IntVar(&o.rounds, "rounds", 5, "number of rounds, each measures the product and then the baseline")
	flags.StringVar(&o.only, "only", "", "measure only the rows whose name contains this text")
	_ = flags.Parse(args)
	for text := range strings.SplitSeq(*sizes, ",") {
		size, err := strconv.Atoi(text)
		if err != nil || size < baseSize || size%baseSize != 0 {
			return fmt.Errorf("-sizes: %q is not a multiple of %d", text, baseSize)
		}
		o.sizes = append(o.sizes, size)
	}
	slices.Sort(o.sizes)
	database, drop, err := bench.NewDatabase(ctx, "newssources_bench_api")
	if err != nil {
		return err
	}
	defer drop()
	product, err := bench.StartService(ctx, database)
	if err != nil {
		return err
	}
	defer product.Stop()
	baseline, err := startBaseline(database)
	if err != nil {
		return err
	}
	defer baseline.stop()

	var rows []row
	for i, size := range o.sizes {
		start := time.Now()
		if i == 0 {
			if err := bench.Load(ctx, database, baseSize); err != nil {
				return err
			}
		}
		if err := bench.Grow(ctx, database, baseSize, size); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%d sources, loaded in %.0f s\n", size, time.Since(start).Seconds())
		m, err := newMeter(ctx, database, product, baseline)
		if err != nil {
			return err
		}
		measured, err := m.measureAll(ctx, size, o)
		if err != nil {
			return err
		}
		rows = append(rows, measured...)
	}
	return bench.Report("api", figures(rows))
}

// newMeter returns a meter for the register in a database, from which it reads the ids and the
// middle row for the cases.
func newMeter(ctx context.Context, database string, product *bench.Service, baseline *baselineProcess) (*meter, error) {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	m := &meter{product: product, baseline: baseline, postmaster: bench.Postmaster(int(conn.PgConn().PID()))}
	rows, err := conn.Query(ctx, "SELECT id::text FROM sources WHERE lifecycle <> 'archived' AND endpoint_count > 0 "+
		"ORDER BY md5(id::text) LIMIT 200")
	if err != nil {
		return nil, err
	}
	if m.ids, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		return nil, err
	}
	err = conn.QueryRow(ctx, `SELECT name_key, id::text FROM sources WHERE lifecycle <> 'archived' ORDER BY name_key, id
		OFFSET (SELECT count(*) / 2 FROM sources WHERE lifecycle <> 'archived') LIMIT 1`).Scan(&m.middleKey, &m.middleID)
	return m, err
}
