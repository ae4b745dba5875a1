package transfer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// withKeys replaces the keys that encrypt credentials.
func (r *harness) withKeys(letters ...string) *harness {
	r.t.Helper()
	var secrets []string
	for _, letter := range letters {
		secrets = append(secrets, strings.Repeat(letter, seal.MinSecret))
	}
	keys, err := seal.New(secrets...)
	if err != nil {
		r.t.Fatal(err)
	}
	r.Keys, r.register = keys, source.NewRegister(r.db, keys)
	return r
}

// wantAbsent expects that no text and no bytes in the database contain a word.
func (r *harness) wantAbsent(word string) {
	r.t.Helper()
	for _, table := range []string{"imports", "import_rows", "sources", "endpoints", "tags", "audit_events", "river_job",
		"endpoint_credentials"} {
		var n int
		err := r.db.Pool.QueryRow(r.t.Context(), "SELECT count(*) FROM "+table+" t WHERE position(lower($1) in "+
			"lower(t::text)) > 0 OR position($2 in t::text) > 0",
			word, fmt.Sprintf("%x", word)).Scan(&n)
		if err != nil || n > 0 {
			r.t.Errorf("%d rows of %s contain %s, %v", n, table, word, err)
		}
	}
}

// listWithPasswords has outlines with passwords in every attribute that may contain an address.
var listWithPasswords = opml(
	`title="Daily" xmlUrl="https://joe:t0psecret@daily.example/rss" htmlUrl="https://joe:t0psecret@daily.example/"`,
	`title="https://joe:t0psecret@weekly.example/rss" xmlUrl="https://joe:t0psecret@weekly.example/rss" category="https://joe:t0psecret@weekly.example/x,News"`,
	`title="joe:t0psecret@bare.example/rss" xmlUrl="joe:t0psecret@bare.example/rss"`,
	`title="See https://joe:t0psecret@plain.example" xmlUrl="https://plain.example/rss" language="http://joe:t0psecret@x.example"`,
	`title="Odd" xmlUrl="https://joe:t0psecret/x@odd.example/rss"`,
	`title="Local" xmlUrl="https://joe:t0psecret@localhost/rss"`,
	`title="Script" xmlUrl="ftp://joe:t0psecret@ftp.example/rss"`,
	`title="Long" xmlUrl="https://joe:t0psecret`+strings.Repeat("x", 600)+`@long.example/rss"`,
	`title="Twice" xmlUrl="https://ann:t0psecret@daily.example/rss"`,
)

func TestCredentialsInAddressesAreEncrypted(t *testing.T) {
	t.Parallel()
	r := newHarness(t).withKeys("a")
	id := r.stageList(listWithPasswords)
	r.wantAbsent("t0psecret")
	r.wantAbsent("joe:")
	r.wantCounts(r.get(id), "queued: 0 created, 0 exist, 3 invalid, 6 pending of 9")
	r.withKeys("b", "a") // the operator replaces the key between upload and import
	r.wantCounts(r.apply(id), "done: 5 created, 1 exist, 3 invalid, 0 pending of 9")
	r.checkConsistency()
	r.wantAbsent("t0psecret")
	r.wantAbsent("joe:")
	for _, c := range []struct{ domain, want string }{
		{"daily.example", "joe:t0psecret"}, {"weekly.example", "joe:t0psecret"}, {"bare.example", "joe:t0psecret"},
		{"odd.example", "joe:t0psecret/x"}, {"plain.example", ""},
	} {
		e := r.sourceAt(c.domain).Endpoints[0]
		address, err := weburl.Parse(e.URL)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		found, err := r.register.Credentials(t.Context(), e.ID, address)
		if found != nil {
			got = found.Username + ":" + found.Password
		}
		if err != nil || got != c.want || e.HasCredentials != (c.want != "") {
			t.Errorf("%s has %q, %v; want %q", c.domain, got, err, c.want)
		}
	}
	rows := r.rows(id, RowQuery{})
	for number, reason := range map[int]string{1: credentialsMoved, 2: credentialsMoved, 4: "", 6: "“localhost”",
		8: "at most 500", 9: credentialsDropped} {
		if got := strings.ReplaceAll(rows[number-1].Repair+" "+rows[number-1].Reason, `"localhost"`,
			"“localhost”"); !strings.Contains(got, reason) {
			t.Errorf("row %d says %q, want %q", number, got, reason)
		}
	}
	if !rows[0].Recovered || rows[3].Recovered || rows[0].URL != "https://daily.example/rss" ||
		rows[2].Title != "bare.example/rss" {
		t.Errorf("rows %+v", rows[:4])
	}
	var left int
	if err := r.db.Pool.QueryRow(t.Context(),
		"SELECT count(*) FROM import_rows WHERE sealed IS NOT NULL").Scan(&left); err != nil || left > 0 {
		t.Errorf("%d rows still have credentials, %v", left, err)
	}
}

func TestCredentialsWithoutKeysAreRejected(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	id := r.stageList(listWithPasswords)
	r.wantCounts(r.apply(id), "done: 1 created, 0 exist, 8 invalid, 0 pending of 9")
	r.wantAbsent("t0psecret")
	if row := r.rows(id, RowQuery{})[0]; row.Reason != noKeys || row.Recovered {
		t.Errorf("got %+v", row)
	}

	id = r.withKeys("a").stageList(listWithPasswords)
	r.withKeys("b")
	r.wantCounts(r.apply(id), "done: 0 created, 1 exist, 8 invalid, 0 pending of 9")
	if row := r.rows(id, RowQuery{})[0]; row.Reason != keyMissing {
		t.Errorf("got %+v", row)
	}
	r.wantAbsent("t0psecret")
}
