package registerfile

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestSpellingsOfOutlets expects that canonical_domain and parent name a source in each spelling.
func TestSpellingsOfOutlets(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	must(t, r.apply("- {name: Par, homepage_url: https://par.example/}\n"+
		"- {name: News, canonical_domain: news.par.example, homepage_url: https://news.par.example/}\n"+
		"- {name: Letters, homepage_url: https://münchen.example/}\n"+
		"- {name: Sport, path_prefix: /sport, homepage_url: https://par.example/sport}\n"+
		"- {name: Channel, homepage_url: https://www.youtube.com/@par}\n"+
		"- {name: BBC, homepage_url: https://www.bbc.co.uk/}\n"+
		"- {name: Kid, homepage_url: https://kid.example/, parent: https://www.par.example/}\n"))
	before := r.export()
	for _, record := range []string{
		"name: Par, canonical_domain: www.par.example, homepage_url: https://par.example/",
		"name: Par, canonical_domain: WWW.Par.Example, homepage_url: https://par.example/",
		"name: Par, canonical_domain: www.par.example",
		"name: Par, canonical_domain: 'par.example:443', homepage_url: https://par.example/",
		"name: Par, canonical_domain: par.example., homepage_url: https://par.example/",
		"name: Par, canonical_domain: https://par.example/, homepage_url: https://par.example/",
		"name: News, canonical_domain: www.News.par.example, homepage_url: https://news.par.example/",
		"name: Letters, canonical_domain: München.example, homepage_url: https://münchen.example/",
		"name: Letters, canonical_domain: www.xn--mnchen-3ya.example",
		"name: Sport, canonical_domain: www.par.example, path_prefix: sport/, homepage_url: https://par.example/sport",
		"name: Sport, canonical_domain: par.example/sport, homepage_url: https://par.example/sport",
		"name: Channel, canonical_domain: www.youtube.com, path_prefix: /@Par",
		"name: Channel, canonical_domain: youtube.com, homepage_url: https://www.youtube.com/@par",
		"name: BBC, canonical_domain: bbc.com",
		"name: News, homepage_url: https://news.par.example/",
		"name: Sport, homepage_url: https://par.example/sport",
		"name: Kid, homepage_url: https://kid.example/, parent: WWW.Par.example",
		"name: Kid, homepage_url: https://kid.example/, parent: de.par.example",
	} {
		must(t, r.apply("- {"+record+"}\n"))
		if after := r.export(); !bytes.Equal(before, after) {
			t.Fatalf("%s: the register is\n%s, want\n%s", record, after, before)
		}
	}
	must(t, r.apply("- {name: Suffix, canonical_domain: co.uk, homepage_url: https://suffix.co.uk/}\n"))
	if after := string(r.export()); !strings.Contains(after, `"canonical_domain":"suffix.co.uk"`) {
		t.Errorf("the outlet is not that of the homepage:\n%s", after)
	}
	if err := r.apply("- {canonical_domain: par, homepage_url: https://par.example/}\n"); err == nil ||
		!strings.Contains(problem.DetailOf(err), "Entry 1: canonical_domain: ") {
		t.Errorf("got %v", err)
	}
	must(t, r.apply("- {name: News, canonical_domain: news.par.example, homepage_url: https://news.par.example/start}\n"))
	twice, err := Read("sources.yaml", []byte("- {canonical_domain: news.par.example}\n- {homepage_url: https://news.par.example/}\n"))
	must(t, err)
	_, err = twice.Plan(t.Context(), r.db, r.sets)
	if want := "Entry 1 and Entry 2 are both news.par.example. Remove one of them."; problem.DetailOf(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestMovedSourcesKeepTheirDomain expects that a source whose homepage a file moves has its former outlet as an alias,
// unless the file lists the aliases.
func TestMovedSourcesKeepTheirDomain(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	today := time.Now().UTC().Format(time.DateOnly)
	for _, test := range []struct{ domain, path, before, after, fields, want string }{
		{"mv1.example", "", "https://mv1.example/", "https://mv2.example/", "", "domain mv1.example to " + today},
		{"mv3.example", "", "https://mv3.example/", "https://mv4.example/", ", aliases: []", ""},
		{"mv5.example", "", "https://mv5.example/", "https://mv6.example/", ", aliases: [Old]", "name Old to "},
		{"mv7.example", "/sport", "https://mv7.example/sport", "https://mv8.example/", "", "path mv7.example/sport to " + today},
		{"news.mv9.example", "", "https://news.mv9.example/", "https://mv10.example/", "", ""},
		{"youtube.com", "/@mv", "https://youtube.com/@mv", "https://mv11.example/", "", "path youtube.com/@mv to " + today},
	} {
		record := "- {name: M, canonical_domain: " + test.domain + ", path_prefix: " + test.path + ", homepage_url: "
		must(t, r.apply(record+test.before+"}\n"))
		must(t, r.apply(record+test.after+test.fields+"}\n"))
		list, err := source.LoadAfter(t.Context(), r.db.Pool, uuid.Nil, 100)
		must(t, err)
		s := list[len(list)-1]
		var got []string
		for _, a := range s.Aliases {
			got = append(got, a.Kind+" "+a.Value+" to "+a.To)
		}
		if got := strings.Join(got, ", "); s.HomepageURL != test.after || got != test.want {
			t.Errorf("%s%s: the homepage is %s and the aliases are %s, want %s and %s", test.domain, test.path, s.HomepageURL, got,
				test.after, test.want)
		}
	}
	want := "refused second mv1.example is another address of “M”. Open it and add your endpoints there."
	if got := r.planned("- {name: second, homepage_url: https://mv1.example/}\n"); len(got) != 1 || got[0] != want {
		t.Errorf("the plan for the former domain is %q, want %q", got, want)
	}
}
