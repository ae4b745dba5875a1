package transfer

import (
	"fmt"
	"html"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// sampled says how many of the addresses that begin with their outlet are imported: one in that
// many, because the same rule applies to all.
const sampled = 16

// platformAddresses returns addresses that name an outlet of a hosting platform, for each rule of
// the table of platforms that changes the address: those of the golden table of weburl and, for
// each, one of another outlet of the same form.
func platformAddresses(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile("../../platform/weburl/testdata/addresses.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var addresses []string
	simple := 0
	for line := range strings.Lines(string(data)) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		u, err := weburl.Parse(cells[0])
		if len(cells) != 4 || err != nil || !weburl.IsHosted(u) || weburl.IsPlatform(u) {
			continue
		}
		if domain, prefix := weburl.Outlet(u); strings.HasPrefix(u.Key(), domain+prefix) {
			if simple++; simple%sampled > 0 {
				continue
			}
		}
		addresses = append(addresses, u.String())
		if other := otherOutlet(u); other != "" {
			addresses = append(addresses, other)
		}
	}
	return addresses
}

// otherOutlet returns the address with another outlet: the last segment of the outlet is lengthened
// where it occurs.
func otherOutlet(u weburl.URL) string {
	domain, prefix := weburl.Outlet(u)
	name, _, _ := strings.Cut(domain, ".")
	if prefix != "" {
		name = path.Base(prefix)
	}
	text := u.String()
	i := strings.Index(strings.ToLower(text), strings.ToLower(name))
	if i < 0 {
		return ""
	}
	other := text[:i+len(name)] + "7" + text[i+len(name):]
	if parsed, err := weburl.Parse(other); err == nil {
		if otherDomain, otherPrefix := weburl.Outlet(parsed); otherDomain+otherPrefix != domain+prefix {
			return other
		}
	}
	return ""
}

// TestPairsOfAddressesOnAllPlatforms imports, for each address on a hosting platform, the forms in
// which lists name it: http and https, with and without "www.", and with the outlet, the feed, the
// platform or no address as its page.
func TestPairsOfAddressesOnAllPlatforms(t *testing.T) {
	t.Parallel()
	addresses := platformAddresses(t)
	if len(addresses) < 400 {
		t.Fatalf("only %d addresses", len(addresses))
	}
	var withoutPages, withPages []string
	for i, address := range addresses {
		outline := func(feed, page string) string {
			return fmt.Sprintf(`title="Paper %d" xmlUrl="%s" htmlUrl="%s"`, i, html.EscapeString(feed), html.EscapeString(page))
		}
		u, err := weburl.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		domain, prefix := weburl.Outlet(u)
		second := address + "?list=2"
		if u.Query() != "" {
			second = address + "&list=2"
		}
		other := u.WithHTTP().WithHost("www." + u.Host())
		if u.Host() != strings.TrimPrefix(u.Host(), "www.") {
			other = u.WithHTTP().WithHost(strings.TrimPrefix(u.Host(), "www."))
		}
		withoutPages = append(withoutPages, outline(address, ""), outline(other.String(), ""), outline(second, ""))
		withPages = append(withPages, outline(address, u.Root().String()), outline(second, "http://"+domain+prefix),
			outline(second+"3", ""),
			outline(other.String(), address), outline(fmt.Sprintf("https://site%d.example/feed", i/2), address))
	}
	for name, rows := range map[string][]string{"without pages": withoutPages, "with pages": withPages} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newHarness(t)
			r.wantPromisedImport(opml(rows...))
		})
	}
}

// wantPromisedImport checks that the import of a list without invalid rows does exactly what its
// dry run promised, and that importing it again creates nothing.
func (r *harness) wantPromisedImport(list []byte) {
	r.t.Helper()
	promised, err := r.DryRun(r.t.Context(), r.by, list)
	if err != nil {
		r.t.Fatal(err)
	}
	total := len(promised.Rows)
	id := r.stageList(list)
	r.wantCounts(r.apply(id),
		fmt.Sprintf("done: %d created, %d exist, 0 invalid, 0 pending of %d", promised.Created, promised.Exists, total))
	for _, row := range r.allRows(id) {
		if want := promised.Rows[row.Number-1]; row.Result != want.Result || row.Reason != want.Reason {
			r.t.Errorf("row %d is %s (%s), the dry run promised %s (%s)", row.Number, row.Result, row.Reason, want.Result,
				want.Reason)
		}
	}
	if sources := r.count("SELECT count(*) FROM sources"); sources != len(promised.Sources) {
		r.t.Errorf("%d sources, the dry run promised %d", sources, len(promised.Sources))
	}
	r.wantCounts(r.importList(list), fmt.Sprintf("done: 0 created, %d exist, 0 invalid, 0 pending of %d", total, total))
	r.checkConsistency()
}

// allRows returns all rows of an import.
func (r *harness) allRows(id uuid.UUID) (rows []Row) {
	r.t.Helper()
	for q := (RowQuery{Limit: 500}); ; {
		page, err := r.Rows(r.t.Context(), id, q)
		if err != nil {
			r.t.Fatal(err)
		}
		rows = append(rows, page.Rows...)
		if q.Cursor = page.Next; q.Cursor == "" {
			return rows
		}
	}
}

// TestRowsThatCannotBeSavedDoNotStopTheOthers checks that an error of the database that one row
// causes rejects that row only.
func TestRowsThatCannotBeSavedDoNotStopTheOthers(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	r.exec(`CREATE FUNCTION fail_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'rejected by test'
		USING ERRCODE = 'check_violation', CONSTRAINT = 'test_rule'; END $$`)
	r.exec(`CREATE TRIGGER fail_endpoint BEFORE INSERT ON endpoints FOR EACH ROW
		WHEN (NEW.url_key ~ '/(5|250|251)\.xml') EXECUTE FUNCTION fail_endpoint()`)
	list := outlines(rowCount, 4)
	id := r.stageList(list)
	r.wantCounts(r.apply(id), fmt.Sprintf("done: %d created, 0 exist, 3 invalid, 0 pending of %d", rowCount-3, rowCount))
	r.checkConsistency()
	for _, row := range r.rows(id, RowQuery{Result: Invalid}) {
		if !strings.Contains(row.Reason, "database error 23514 test_rule") ||
			!slices.Contains([]int{6, 251, 252}, row.Number) {
			t.Errorf("row %d: %s", row.Number, row.Reason)
		}
	}
	r.exec(`DROP TRIGGER fail_endpoint ON endpoints`)
	r.wantCounts(r.importList(list),
		fmt.Sprintf("done: 3 created, %d exist, 0 invalid, 0 pending of %d", rowCount-3, rowCount))
	r.checkConsistency()
}
