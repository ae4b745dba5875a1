package main

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/testdb"
)

// TestKeyRotation goes the way that the README describes, beside a service that runs.
func TestKeyRotation(t *testing.T) {
	t.Parallel()
	const newKey = "the-new-key-of-a-test-0123456789abcdef"
	database := testdb.URL(t)
	keys := func(list string) map[string]string {
		return map[string]string{"DATABASE_URL": database, "CREDENTIALS_KEYS": list}
	}
	reseals := func(list, out string, code int) {
		t.Helper()
		p := finish(t, keys(list), "reseal")
		if p.exit() != code || p.out.String() != out || strings.Contains(p.err.String(), newKey) {
			t.Errorf("exit %d: %s%s", p.exit(), p.out.String(), p.err.String())
		}
	}
	first := serveOn(t, database, keys(testKey))
	first.signIn()
	feed := `{"name":"A","homepage_url":"https://a.example","endpoints":[{"kind":"rss","url":"https://joe:word@a.example/rss"}]}`
	if got := first.call(t.Context(), "POST", "/newssources", feed, "Content-Type", "application/json"); got.status != 201 {
		t.Fatalf("got %d %s", got.status, got.body)
	}
	reseals(newKey, "sealed anew: 0\nleft, since no key opens them: 1\n", 1)
	serveOn(t, database, keys(newKey+","+testKey)).logged("listening")
	reseals(newKey+","+testKey, "sealed anew: 1\nleft, since no key opens them: 0\n", 0)
	reseals(newKey+","+testKey, "sealed anew: 0\nleft, since no key opens them: 0\n", 0)
	reseals(newKey, "sealed anew: 0\nleft, since no key opens them: 0\n", 0)

	for _, wrong := range []struct {
		environment map[string]string
		args        []string
		says        string
	}{
		{keys(""), nil, "CREDENTIALS_KEYS is missing"},
		{keys("short"), nil, "CREDENTIALS_KEYS: number 1 has 5 bytes"},
		{keys(newKey), []string{"all"}, "usage: newssources reseal"},
		{map[string]string{"CREDENTIALS_KEYS": newKey}, nil, "no database"},
		{map[string]string{"CREDENTIALS_KEYS": newKey, "DATABASE_URL": testdb.Empty(t)}, nil, "newssources migrate up"},
	} {
		p := finish(t, wrong.environment, append([]string{"reseal"}, wrong.args...)...)
		if p.exit() != 1 || !strings.Contains(p.err.String(), wrong.says) {
			t.Errorf("want %q, got exit %d: %s%s", wrong.says, p.exit(), p.out.String(), p.err.String())
		}
	}
}
