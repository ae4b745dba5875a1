package main

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/testserver"
)

func TestCheckConnectionReportsCause(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ url, want string }{
		"no listener":   {"postgres://u:secret@127.0.0.1:1/d", "cannot connect to the database at 127.0.0.1:1"},
		"two addresses": {"postgres://u:secret@localhost:1/d", "cannot connect to the database at localhost:1"},
		"invalid URL":   {"postgres://u:sec ret@[/d", "DATABASE_URL is not a valid URL"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := checkConnection(t.Context(), test.url)
			if err == nil {
				t.Fatal("no error")
			}
			message := err.Error()
			if !strings.Contains(message, test.want) || !strings.Contains(message, "check DATABASE_URL") ||
				strings.ContainsAny(message, "\n\t") || strings.Contains(message, "sec") {
				t.Errorf("message %q", message)
			}
		})
	}
}

func TestStartDatabaseUsesDatabaseURL(t *testing.T) {
	t.Parallel()
	url, err := testserver.Join(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := newStack(config{databaseURL: url})
	got, err := s.startDatabase(t.Context())
	if err != nil || got != url || len(s.children) != 0 {
		t.Errorf("got %q, %v, %d children", got, err, len(s.children))
	}
}
