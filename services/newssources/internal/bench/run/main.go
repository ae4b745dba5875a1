// Command run measures a part of the product, prints a table and writes .local/bench/NAME.json. It
// ends with an error if a goal is missed.
//
//	make bench-NAME ARGS="-rounds 9"
//
// It creates a database on the server of TEST_DATABASE_URL. NAME seed fills the register of DATABASE_URL
// instead (make seed).
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/bench/api"
	"github.com/newsources/newsources/services/newssources/internal/bench/changes"
	"github.com/newsources/newsources/services/newssources/internal/bench/checker"
	"github.com/newsources/newsources/services/newssources/internal/bench/discovery"
	"github.com/newsources/newsources/services/newssources/internal/bench/duplicates"
	"github.com/newsources/newsources/services/newssources/internal/bench/feeds"
	"github.com/newsources/newsources/services/newssources/internal/bench/list"
	"github.com/newsources/newsources/services/newssources/internal/bench/lists"
)

var commands = map[string]func(context.Context, []string) error{
	"api": api.Run, "checker": checker.Run, "discover": discovery.Run,
	"duplicates": duplicates.Run, "feed": feeds.Run, "list": list.Run,
	"lists": lists.Run, "register": changes.Run, "seed": bench.Seed,
	// The benchmarks start these as processes of their own, so that their CPU time is measured apart.
	api.BaselineCommand: api.ServeBaseline, checker.SitesCommand: checker.ServeSites,
}

func main() {
	err := fmt.Errorf("usage: run NAME, one of %v", slices.Sorted(maps.Keys(commands)))
	if len(os.Args) > 1 && commands[os.Args[1]] != nil {
		err = commands[os.Args[1]](context.Background(), os.Args[2:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
