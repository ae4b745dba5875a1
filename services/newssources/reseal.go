package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
)

// reseal encrypts all stored credentials with the first key of CREDENTIALS_KEYS, so that the older
// keys can be removed. It returns an error while no key decrypts some of them.
func reseal(ctx context.Context, args []string, out io.Writer) error {
	if len(args) > 0 {
		return errors.New("usage: newssources reseal")
	}
	keys, err := credentialsKeys()
	if err != nil {
		return err
	}
	db, err := openDatabase(ctx, 1)
	if err != nil {
		return err
	}
	defer db.Close()
	done, err := credential.Reseal(ctx, db, keys)
	switch {
	case errors.Is(err, seal.ErrNoKey):
		return errors.New("CREDENTIALS_KEYS is missing: set it to the new key, followed by the old ones")
	case err != nil:
		return fmt.Errorf("%w; run the command again to continue", err)
	}
	fmt.Fprintf(out, "encrypted again: %d\nnot decrypted by any key: %d\n", done.Resealed, done.Unreadable)
	if done.Unreadable > 0 {
		return errors.New("some credentials can't be decrypted: add the key that encrypted them to CREDENTIALS_KEYS, or " +
			"enter these credentials again")
	}
	return nil
}
