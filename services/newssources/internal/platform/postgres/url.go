package postgres

import (
	"errors"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// CheckURL returns an error if DATABASE_URL is invalid.
func CheckURL(text string) error { return CheckSetting("DATABASE_URL", text) }

// CheckSetting returns an error if the URL of a setting is invalid. The error does not quote the
// URL: an unescaped password would be parsed as host or port and appear in the text.
func CheckSetting(name, text string) error {
	u, err := url.Parse(text)
	// An @ without user info is part of a password that was cut at an unescaped / or #.
	if err != nil || u.Scheme != "" && u.User == nil && strings.Contains(text, "@") {
		return errors.New(name + " is invalid: use postgres://user:password@host:5432/database, " +
			"with %2F for /, %23 for #, %3F for ? and %40 for @ in the password")
	}
	if _, err := pgxpool.ParseConfig(text); err != nil {
		return errors.New(name + " is invalid: check its parameters, such as sslmode, pool_max_conns and sslrootcert")
	}
	return nil
}
