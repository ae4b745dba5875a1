package sameoutlet

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

type rig struct {
	t           *testing.T
	db          *postgres.DB
	register    *source.Register
	suggestions *suggestion.Suggestions
	finder      *Finder
}

func newRig(t *testing.T) *rig {
	t.Helper()
	db := postgres.FromPool(testdb.New(t))
	register := source.NewRegister(db, nil)
	noJob := func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	suggestions := suggestion.New(db, change.New(db, register, sourcelist.NewReader(db), noJob),
		suggestion.DefaultConfig(), nil, slog.New(slog.DiscardHandler))
	return &rig{t, db, register, suggestions, New(db, suggestions)}
}

func (r *rig) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// add creates a source in Spain.
func (r *rig) add(name, domain string, changes ...func(*source.CreateInput)) *source.Source {
	r.t.Helper()
	input := source.CreateInput{Details: source.Details{Name: name, HomepageURL: "https://" + domain + "/", Country: "ES"}}
	for _, change := range changes {
		change(&input)
	}
	made, err := r.register.Create(r.t.Context(), audit.Actor{}, input)
	r.must(err)
	return made
}

func withFeed(address string, intent source.Intent) func(*source.CreateInput) {
	return func(input *source.CreateInput) {
		input.Endpoints = append(input.Endpoints, source.EndpointDetails{Kind: "rss", URL: address, Intent: intent})
	}
}

// open runs the search and returns the open pairs as "newer = older: kind text, …".
func (r *rig) open() (list []string) {
	r.t.Helper()
	r.must(r.finder.Run(r.t.Context()))
	page, err := r.suggestions.List(r.t.Context(), suggestion.Query{Filter: suggestion.Filter{Kind: suggestion.SameOutlet},
		Limit: 100})
	r.must(err)
	for _, g := range page.Suggestions {
		var reasons []string
		for _, reason := range g.Evidence.Reasons {
			reasons = append(reasons, fmt.Sprint(reason.Kind, " ", reason.Text))
		}
		list = append(list, fmt.Sprintf("%s = %s: %s", g.SourceName, g.Evidence.OtherSourceName, strings.Join(reasons, ", ")))
	}
	slices.Sort(list)
	return list
}

func (r *rig) want(want ...string) {
	r.t.Helper()
	if got := r.open(); !slices.Equal(got, want) {
		r.t.Errorf("open:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestPairs finds each kind of pair, and none of outlets that only look alike.
func TestPairs(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.add("Heraldo", "heraldo.example", withFeed("https://heraldo.example/rss", ""))
	r.add("Heraldo de Soria", "soria.example", withFeed("https://heraldo.example/rss", source.EndpointRetired))
	r.add("Norte", "norte.example")
	moved := r.add("Castilla", "castilla.example", withFeed("https://castilla.example/rss", ""))
	_, err := r.db.Pool.Exec(t.Context(), "UPDATE endpoint_states SET effective_url = 'https://www.norte.example/feed' "+
		"WHERE endpoint_id = $1", moved.Endpoints[0].ID)
	r.must(err)
	redirected := r.add("Soria Ayer", "ayer.example")
	_, err = r.db.Pool.Exec(t.Context(), "INSERT INTO visits (id, created_at, source_id, url) VALUES ($1, now(), $1, $2) "+
		"ON CONFLICT (source_id) DO UPDATE SET url = $2", redirected.ID, "https://norte.example/soria")
	r.must(err)
	r.add("Ideal", "ideal.example", func(input *source.CreateInput) {
		input.Aliases = []source.Alias{{Kind: "domain", Value: "granada.example"}}
	})
	r.add("Granada Hoy", "granada.example", func(input *source.CreateInput) { input.DuplicateReason = "Another paper" })
	r.add("El Progreso", "elprogreso.example")
	r.add("Progreso.es", "progreso-lugo.example")
	r.add("La Opinión", "laopinion.example")
	r.add("La Opinion", "opinion-murcia.example", func(input *source.CreateInput) { input.Country = "AR" })
	for i := range maxGroup + 1 { // a common name
		r.add("La Voz", fmt.Sprintf("voz%d.example", i))
	}
	r.add("Nuevo Faro", "nuevofaro.example", func(input *source.CreateInput) {
		for _, name := range []string{"El Correo", "Correo", "Correo Online", "El Correo Digital"} { // one source
			input.Aliases = append(input.Aliases, source.Alias{Kind: "name", Value: name})
		}
	})
	r.add("Correo.es", "correo-cadiz.example")
	r.add("Diario de Burgos", "burgos.example")
	r.add("Diario de Burgo", "burgo.example")
	r.add("Večernje novosti", "novosti.example")
	r.add("Вечерње новости", "vesti.example")
	r.add("Mañana", "manana.example")
	r.add("Mañana.ch", "manana-suiza.example")
	paper := r.add("Diario Leonés", "leones.example", withFeed("https://leones.example/rss", ""))
	r.add("Leonés Deportes", "leones-deportes.example", withFeed("https://leones.example/rss", source.EndpointRetired),
		func(input *source.CreateInput) { input.ParentID = &paper.ID })
	r.want(
		"Castilla = Norte: redirect norte.example",
		"Correo.es = Nuevo Faro: name El Correo · Correo.es",
		"Diario de Burgo = Diario de Burgos: name Diario de Burgos · Diario de Burgo",
		"Granada Hoy = Ideal: alias granada.example",
		"Heraldo de Soria = Heraldo: address https://heraldo.example/rss",
		"Mañana.ch = Mañana: name Mañana · Mañana.ch",
		"Progreso.es = El Progreso: name El Progreso · Progreso.es",
		"Soria Ayer = Norte: redirect norte.example",
		"Вечерње новости = Večernje novosti: name Večernje novosti · Вечерње новости",
	)
}

// TestDecisionsAreKept dismisses a pair, which is not suggested again, and renames a source of another
// pair, which is closed.
func TestDecisionsAreKept(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.add("El Faro", "elfaro.example")
	r.add("Faro", "faro-vigo.example")
	dawn := r.add("La Aurora", "laaurora.example")
	r.add("Aurora", "aurora-sur.example")
	r.want("Aurora = La Aurora: name La Aurora · Aurora", "Faro = El Faro: name El Faro · Faro")
	page, err := r.suggestions.List(t.Context(), suggestion.Query{Filter: suggestion.Filter{Kind: suggestion.SameOutlet},
		Limit: 10})
	r.must(err)
	for _, g := range page.Suggestions {
		decision := suggestion.Accept // is refused
		if g.SourceName == "Faro" {
			decision = suggestion.Dismiss
		}
		decided, err := r.suggestions.Decide(t.Context(), audit.Actor{Name: "Ada"}, suggestion.DecideInput{Decision: decision,
			IDs: []uuid.UUID{g.ID}})
		r.must(err)
		want := map[suggestion.Decision]suggestion.Outcome{suggestion.Accept: suggestion.Refused,
			suggestion.Dismiss: suggestion.DismissedOutcome}[decision]
		if got := decided.Results[0]; got.Outcome != want {
			t.Errorf("%s: %+v", decision, got)
		}
	}
	r.want("Aurora = La Aurora: name La Aurora · Aurora")
	_, err = r.register.Update(t.Context(), audit.Actor{}, dawn.ID, dawn.Version, func(d *source.Details) {
		d.Name = "Something else"
	})
	r.must(err)
	r.want()
}

func TestSpellings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b   [2]string // name and domain
		shared bool
	}{
		{[2]string{"El País", "elpais.com"}, [2]string{"elpais.com", "elpais.com.es"}, true},
		{[2]string{"El País", "x.com"}, [2]string{"Pais", "y.com"}, true},
		{[2]string{"The Guardian", "x.com"}, [2]string{"Guardian Online", "y.com"}, true},
		{[2]string{"Süddeutsche Zeitung", "x.com"}, [2]string{"Suddeutsche Zeitung", "y.com"}, true},
		{[2]string{"朝日新聞", "x.com"}, [2]string{"朝日新聞", "y.com"}, true},
		{[2]string{"Le Monde", "x.com"}, [2]string{"Le Figaro", "y.com"}, false},
		{[2]string{"ABC", "x.com"}, [2]string{"ABD", "y.com"}, false}, // short names must be equal
		{[2]string{"Diario de Sevila", "x.com"}, [2]string{"Diario de Sevilla", "y.com"}, true},
		{[2]string{"Radio Nova 14", "x.com"}, [2]string{"Radio Nova 24", "y.com"}, false},
		{[2]string{"France Info 2", "x.com"}, [2]string{"France Info 24", "y.com"}, false},
		{[2]string{"Blog", "a.blogspot.com"}, [2]string{"Other", "b.blogspot.com"}, false},
	} {
		a, b := spellings(c.a[0], c.a[1]), spellings(c.b[0], c.b[1])
		if shared := slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) }); shared != c.shared {
			t.Errorf("%v and %v share a spelling: %t", c.a, c.b, shared)
		}
	}
}
