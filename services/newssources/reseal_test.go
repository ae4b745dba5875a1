package main

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// TestKeyRotation follows the steps of README.md while a service is running.
func TestKeyRotation(t *testing.T) {
	t.Parallel()
	const newKey = "the-new-key-of-a-test-0123456789abcdef"
	database := testdb.URL(t)
	keys := func(list string) map[string]string {
		return map[string]string{"DATABASE_URL": database, "CREDENTIALS_KEYS": list}
	}
	expectReseal := func(list, out string, code int) {
		t.Helper()
		p := runToEnd(t, keys(list), "reseal")
		if p.exit() != code || p.out.String() != out || strings.Contains(p.err.String(), newKey) {
			t.Errorf("exit %d: %s%s", p.exit(), p.out.String(), p.err.String())
		}
	}
	first := startService(t, database, keys(testKey))
	first.signIn()
	feed := `{"name":"A","homepage_url":"https://a.example","endpoints":[{"kind":"rss","url":"https://joe:word@a.example/rss"}]}`
	if got := first.call(t.Context(), "POST", "/newssources", feed, "Content-Type",
		"application/json"); got.status != 201 {
		t.Fatalf("got %d %s", got.status, got.body)
	}
	expectReseal(newKey, "encrypted again: 0\nnot decrypted by any key: 1\n", 1)
	startService(t, database, keys(newKey+","+testKey)).waitForLog("listening")
	expectReseal(newKey+","+testKey, "encrypted again: 1\nnot decrypted by any key: 0\n", 0)
	expectReseal(newKey+","+testKey, "encrypted again: 0\nnot decrypted by any key: 0\n", 0)
	expectReseal(newKey, "encrypted again: 0\nnot decrypted by any key: 0\n", 0)

	for _, wrong := range []struct {
		environment map[string]string
		args        []string
		want        string
	}{
		{keys(""), nil, "CREDENTIALS_KEYS is missing"},
		{keys("short"), nil, "CREDENTIALS_KEYS: secret number 1 has 5 bytes"},
		{keys(newKey), []string{"all"}, "usage: newssources reseal"},
		{map[string]string{"CREDENTIALS_KEYS": newKey}, nil, "DATABASE_URL is missing"},
		{map[string]string{"CREDENTIALS_KEYS": newKey, "DATABASE_URL": testdb.Empty(t)}, nil, "newssources migrate up"},
	} {
		p := runToEnd(t, wrong.environment, append([]string{"reseal"}, wrong.args...)...)
		if p.exit() != 1 || !strings.Contains(p.err.String(), wrong.want) {
			t.Errorf("want %q, got exit %d: %s%s", wrong.want, p.exit(), p.out.String(), p.err.String())
		}
	}
}
