package postgres

import (
	"errors"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// CheckURL says whether DATABASE_URL can be used. Its error repeats nothing of it: a password with a sign that has to be
// encoded is read as a host or a port, and would be shown as one.
func CheckURL(text string) error {
	u, err := url.Parse(text)
	// Without user info, an @ belongs to a password that was cut off at a / or #.
	if err != nil || u.Scheme != "" && u.User == nil && strings.Contains(text, "@") {
		return errors.New("DATABASE_URL can't be read: it takes postgres://user:password@host:5432/database, " +
			"with %2F for /, %23 for #, %3F for ? and %40 for @ in the password")
	}
	if _, err := pgxpool.ParseConfig(text); err != nil {
		return errors.New("DATABASE_URL can't be used: look at its parameters, such as sslmode, pool_max_conns and sslrootcert")
	}
	return nil
}
