package main

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/testserver"
)

func TestReachSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ url, want string }{
		"nobody listens": {"postgres://u:secret@127.0.0.1:1/d", "the database at 127.0.0.1:1 can't be used"},
		"two addresses":  {"postgres://u:secret@localhost:1/d", "the database at localhost:1 can't be used"},
		"no address":     {"postgres://u:sec ret@[/d", "DATABASE_URL is not an address"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := reach(t.Context(), test.url)
			if err == nil {
				t.Fatal("no error")
			}
			said := err.Error()
			if !strings.Contains(said, test.want) || !strings.Contains(said, "check DATABASE_URL") || strings.ContainsAny(said, "\n\t") || strings.Contains(said, "sec") {
				t.Errorf("said %q", said)
			}
		})
	}
}

func TestReachOwnDatabase(t *testing.T) {
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
