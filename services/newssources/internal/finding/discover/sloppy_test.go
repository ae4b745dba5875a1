package discover

import (
	"slices"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

func TestPageOfFeedsIsFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("feed-page.test", "/"))
	if got := f.selected(); !slices.Equal(got, []string{w.URL("feed-page.test", "/xml/front.xml")}) ||
		len(f.candidates) != 3 {
		t.Errorf("preselected %v among %v", got, f.titles())
	}
	for _, section := range []string{"/xml/sport.xml", "/xml/world.xml"} {
		if c := f.candidate(w.URL("feed-page.test", section)); c == nil || c.Group != GroupSection {
			t.Errorf("%s is not a section feed among %v", section, f.titles())
		}
	}
	if c := f.candidates[0]; c.From != FromAnchor || c.Title != "The Morning Herald – Front page" {
		t.Errorf("the first: %+v", c)
	}
	if name := f.fields[fieldName]; name.Value != "The Morning Herald" {
		t.Errorf("the name is %+v", name)
	}
}

func TestSloppyHead(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("sloppy-head.test", "/"))
	for path, title := range map[string]string{"/rss/todo": "The Sloppy Head – Todo", "/rss/deportes": "Deportes",
		"/rss/cultura": "Cultura"} {
		if c := f.candidate(w.URL("sloppy-head.test", path)); c == nil || c.From != FromLink ||
			c.Preselected != (path == "/rss/todo") || c.Title != title {
			t.Errorf("%s is not as expected among %v", path, f.titles())
		}
	}
	for name, want := range map[string]string{fieldName: "El Norte & el Sur", fieldCountry: "MX", fieldLanguage: "es"} {
		if got := f.fields[name]; got.Value != want {
			t.Errorf("%s: %+v, want %s", name, got, want)
		}
	}
}

func TestNameInTitle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		title, host, want string
		sure              bool
	}{
		{"Latest news and sport | The Guardian", "www.theguardian.com", "The Guardian", true},
		{"EL PAÍS: el periódico global", "elpais.com", "EL PAÍS", true},
		{"Alert: storm - The Paper", "example.org", "Alert: storm", false},
		{"Portada - La Voz de Galicia", "www.lavozdegalicia.es", "La Voz de Galicia", true},
		{"The Valley Voice – News, weather, Valley sport", "valleyvoice.co.uk", "The Valley Voice", true},
		{"Home | BBC", "bbc.co.uk", "BBC", true},
		{"News - abc of cooking", "abc.net.au", "News", false},
		{"Nachrichten · Süddeutsche", "sueddeutsche.de", "Nachrichten", false},
		{"The Paper – News", "", "The Paper", false},
		{"  The\n Paper ", "127.0.0.1", "The Paper", false},
		{"", "example.org", "", false},
		{" | ", "example.org", "|", false},
	} {
		if got, sure := source.NameInTitle(c.title, c.host); got != c.want || sure != c.sure {
			t.Errorf("%q at %s: %q, %t, want %q", c.title, c.host, got, sure, c.want)
		}
	}
}

func TestRefreshIsFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("refresh.test", "/"))
	if c := f.candidate(w.URL("refresh.test", "/portail/flux.php")); c == nil || !c.Preselected ||
		f.fields[fieldName].Value != "Le Portail" {
		t.Errorf("candidates %v, fields %+v", f.titles(), f.fields)
	}
}
