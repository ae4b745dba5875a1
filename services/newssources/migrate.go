package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// migrate applies the pending migrations, or lists all of them. If the service has another role
// than the migrations, it gives that role access to the tables.
func migrate(ctx context.Context, args []string, out io.Writer) error {
	if len(args) != 1 || args[0] != "up" && args[0] != "status" {
		return errors.New("usage: newssources migrate up|status")
	}
	url, err := migrationURL()
	if err != nil {
		return err
	}
	if args[0] == "status" {
		return migrationStatus(ctx, url, out)
	}
	applied, err := postgres.MigrateUp(ctx, url)
	for _, m := range applied {
		fmt.Fprintln(out, "applied", m.Name)
	}
	if err == nil && len(applied) == 0 {
		fmt.Fprintln(out, "no pending migrations")
	}
	if err != nil {
		return err
	}
	if err := postgres.MakePartitions(ctx, url); err != nil { // the workers retry it
		fmt.Fprintln(out, "warning: the partitions of the next months were not made:", err)
	}
	if service := os.Getenv("DATABASE_URL"); service != "" && service != url {
		skipped, err := postgres.GrantService(ctx, url, service)
		if err != nil {
			return err
		}
		for _, object := range skipped {
			fmt.Fprintln(out, "warning: the role of DATABASE_URL was not granted access to the "+object+
				", which the role of the migrations does not own")
		}
	}
	found, err := postgres.FindsMisspelledNames(ctx, url)
	if err == nil && !found {
		fmt.Fprintln(out, "warning: the search does not find misspelled names outside ASCII, because the database has the "+
			"character type C. "+
			"Move the data to a database with LC_CTYPE C.UTF-8 or the UTF-8 locale of a language.")
	}
	return err
}

// migrationStatus lists the migrations.
func migrationStatus(ctx context.Context, url string, out io.Writer) error {
	list, err := postgres.MigrationStatus(ctx, url)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, m := range list {
		state := "pending"
		if m.Applied {
			state = m.At.UTC().Format(time.RFC3339)
		}
		fmt.Fprintf(table, "%s\t%s\n", m.Name, state)
	}
	return table.Flush()
}
