package tableimport

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestOutletsSurviveAnExport exports sources whose outlet is not the registrable domain of their homepage, and imports
// the file into the same register and an empty one.
func TestOutletsSurviveAnExport(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	add := func(name, domain, path, homepage string, parent *uuid.UUID, aliases ...source.Alias) *source.Source {
		t.Helper()
		made, err := h.register.Create(t.Context(), h.by, source.CreateInput{DuplicateReason: "own newsroom",
			Details:        source.Details{Name: name, HomepageURL: homepage, ParentID: parent, Aliases: aliases},
			ImportedOutlet: &source.Outlet{Domain: domain, PathPrefix: path}})
		h.must(err)
		return made
	}
	add("Domain", "w4x.com", "", "https://w4x.com/", nil)
	host := add("Subdomain", "news.w4x.com", "", "https://news.w4x.com/", nil,
		source.Alias{Kind: source.AliasName, Value: "Former name"}, source.Alias{Kind: source.AliasDomain, Value: "former.com"})
	add("Section of a subdomain", "news.w4x.com", "/sport", "https://news.w4x.com/sport/today", nil)
	add("Host below a subdomain", "blogs.w4x.com", "", "https://www.blogs.w4x.com/", nil)
	add("Part", "part.com", "", "https://part.com/", &host.ID)
	add("Section", "w4x.com", "/culture", "https://de.w4x.com/culture", nil)
	add("Other domain", "bbc.co.uk", "", "https://www.bbc.com/", nil)
	add("Section of an other domain", "bbc.co.uk", "/sport", "https://www.bbc.com/sport", nil)
	add("Account", "youtube.com", "/@paper", "https://www.youtube.com/@Paper", nil)
	add("Blog", "paper.github.io", "", "https://paper.github.io/", nil)
	add("Section of a blog", "paper.github.io", "/sport", "https://paper.github.io/sport", nil)
	add("Letters", "xn--mnchen-3ya.de", "", "https://www.münchen.de/", nil)
	first := add("First page", "front.com", "", "https://front.com/start", nil)
	add("Second page", "front.com", "/start", "https://front.com/start", &first.ID)
	h.eachExport(t, func(t *testing.T, same *harness, _ listfile.Format, name, file string) {
		same.must(same.Discard(t.Context(), same.by, same.stageCounts(name, file, map[string]int{"unchanged": 14})))
		empty := newHarness(t)
		if set := empty.apply(empty.stageCounts(name, file, map[string]int{"create": 14})); set.Refused+set.Conflict != 0 {
			t.Errorf("the change set is %+v", set)
		}
		if got, want := empty.outlets(), h.outlets(); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		empty.stageCounts(name, file, map[string]int{"unchanged": 14})
	})
}

// TestDomainsOfRows imports rows with the domain of a source in several spellings. The column “Domain” of a list that
// is no export does not distinguish sources.
func TestDomainsOfRows(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	id := uuid.NewString()
	for name, test := range map[string]struct{ table, want string }{
		"upper case":    {"canonical_domain,homepage\nWWW.Par.COM,https://par.com/\n", "par.com"},
		"a port":        {"canonical_domain,homepage\npar.com:443,https://par.com/\n", "par.com"},
		"an address":    {"canonical_domain,homepage\nhttps://www.par.com/,https://par.com/\n", "par.com"},
		"a subdomain":   {"canonical_domain,homepage\nnews.par.com,https://www.news.par.com/\n", "news.par.com"},
		"letters":       {"canonical_domain,homepage\nNews.Pär.com,https://news.pär.com/\n", "news.xn--pr-via.com"},
		"a domain":      {"canonical_domain,homepage\npar.com,https://news.par.com/\n", "par.com"},
		"another one":   {"canonical_domain,homepage\nother.com,https://news.par.com/\n", "par.com"},
		"a suffix":      {"canonical_domain,homepage\nco.uk,https://par.co.uk/\n", "par.co.uk"},
		"a platform":    {"canonical_domain,homepage\nyoutube.com,https://www.youtube.com/@par\n", "youtube.com/@par"},
		"no domain":     {"canonical_domain,homepage\nnone,https://par.com/\n", "par.com"},
		"a list":        {"homepage,domain\nhttps://news.par.com/,news.par.com\n", "par.com"},
		"an export":     {"homepage,domain,id\nhttps://news.par.com/,news.par.com," + id + "\n", "news.par.com"},
		"an added row":  {"homepage,domain,id\nhttps://par.com/,par.com," + id + "\nhttps://news.par.com/,news.par.com,\n", "news.par.com"},
		"without ids":   {"homepage,domain,path\nhttps://news.par.com/,news.par.com,\n", "news.par.com"},
		"own numbers":   {"homepage,domain,id\nhttps://news.par.com/,news.par.com,7\n", "par.com"},
		"only a domain": {"name,domain\nPar,news.par.com\n", "par.com"},
	} {
		table := h.stage("list.csv", test.table)
		var got string
		h.must(h.db.Pool.QueryRow(t.Context(), "SELECT outlet FROM table_rows WHERE import_id = $1 ORDER BY number DESC", table).Scan(&got))
		if got = strings.TrimSpace(got); got != test.want {
			t.Errorf("%s: the outlet is %s, want %s", name, got, test.want)
		}
		h.must(h.Discard(t.Context(), h.by, table))
	}
}
