package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/seal"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

// reseal is a step of replacing a key: once the new one stands first everywhere, this seals with it what an older one
// has sealed, which nothing needs any more then. It fails while there is something that no key opens.
func reseal(ctx context.Context, args []string, out io.Writer) error {
	if len(args) > 0 {
		return errors.New("usage: newssources reseal")
	}
	getenv := environment()
	url, err := databaseURL(getenv)
	if err != nil {
		return err
	}
	keys, err := credentialsKeys(getenv)
	if err != nil {
		return err
	}
	db, err := postgres.Open(ctx, url, 1)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.CheckMigrations(ctx); err != nil {
		return err
	}
	done, err := source.Reseal(ctx, db, keys)
	switch {
	case errors.Is(err, seal.ErrNoKey):
		return errors.New("CREDENTIALS_KEYS is missing: the new key comes first, and the old ones behind it")
	case err != nil:
		return fmt.Errorf("%w; running it again goes on from there", err)
	}
	fmt.Fprintf(out, "sealed anew: %d\nleft, since no key opens them: %d\n", done.Anew, done.Lost)
	if done.Lost > 0 {
		return errors.New("put the key back that the rest was sealed with, or have those passwords entered again")
	}
	return nil
}
