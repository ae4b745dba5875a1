package source

import (
	"reflect"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
)

func TestReadSettingsValidation(t *testing.T) {
	t.Parallel()
	recipe := func(r pagelist.Recipe) func(*EndpointDetails) {
		return func(d *EndpointDetails) { d.Kind, d.Recipe = feed.HTMLList, &r }
	}
	for _, c := range []struct {
		name   string
		change func(*EndpointDetails)
		want   string // the invalid fields
	}{
		{"nothing", func(*EndpointDetails) {}, ""},
		{"everything", func(d *EndpointDetails) {
			d.Charset, d.DefaultZone, d.IdentityPolicy = " Latin1 ", " Europe/Madrid", "guid_link"
		}, ""},
		{"an unknown encoding", func(d *EndpointDetails) { d.Charset = "utf-9" }, "/charset charset"},
		{"an unknown zone", func(d *EndpointDetails) { d.DefaultZone = "Local" }, "/default_zone zone"},
		{"an unknown policy", func(d *EndpointDetails) { d.IdentityPolicy = "unknown" }, "/identity_policy unknown"},
		{"page", recipe(pagelist.Recipe{List: " article ", Link: "a@href"}), ""},
		{"page without recipe", func(d *EndpointDetails) { d.Kind = feed.HTMLList }, "/recipe required"},
		{"feed with recipe", func(d *EndpointDetails) { d.Recipe = &pagelist.Recipe{List: "li"} }, "/recipe kind"},
		{"recipe without list", recipe(pagelist.Recipe{Title: "h2"}), "/recipe/list selector"},
		{"recipe with a wrong selector", recipe(pagelist.Recipe{List: "li", Date: "time:hover"}), "/recipe/date selector"},
		{"several", func(d *EndpointDetails) { d.Kind, d.Charset, d.DefaultZone = feed.HTMLList, "x", "y" },
			"/charset charset,/default_zone zone,/recipe required"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			details := EndpointDetails{Kind: "rss", URL: "https://daily.example/rss"}
			c.change(&details)
			err := details.Validate()
			if c.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if got := strings.Join(invalidFields(t, err), ","); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestReadSettingsAreSaved(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	made := r.create("daily.example")
	plain := made.Endpoints[0]
	if plain.ReadSettings != (ReadSettings{IdentityPolicy: "auto"}) {
		t.Errorf("the defaults are %+v", plain.ReadSettings)
	}
	added, err := r.add(made, "https://daily.example/news", func(d *EndpointDetails) {
		d.Kind = feed.HTMLList
		d.ReadSettings = ReadSettings{Charset: "latin1", DefaultZone: "Europe/Madrid", IdentityPolicy: "link",
			Recipe: &pagelist.Recipe{List: " article", Date: "time@datetime"}}
	})
	if err != nil {
		t.Fatal(err)
	}
	want := ReadSettings{Charset: "windows-1252", DefaultZone: "Europe/Madrid", IdentityPolicy: "link",
		Recipe: &pagelist.Recipe{List: "article", Date: "time@datetime"}}
	if !reflect.DeepEqual(added.ReadSettings, want) {
		t.Errorf("added %+v", added.ReadSettings)
	}
	changed, err := r.UpdateEndpoint(t.Context(), r.actor, made.ID, added.ID, 1, func(d *EndpointDetails) {
		d.Charset, d.Recipe = "", &pagelist.Recipe{List: "li"}
	})
	if err != nil || changed.Charset != "" || *changed.Recipe != (pagelist.Recipe{List: "li"}) ||
		changed.DefaultZone != want.DefaultZone {
		t.Fatalf("changed to %+v, %v", changed, err)
	}
	same, err := r.UpdateEndpoint(t.Context(), r.actor, made.ID, added.ID, 2,
		func(d *EndpointDetails) { d.Recipe = &pagelist.Recipe{List: "li "} })
	if err != nil || same.Version != 2 {
		t.Errorf("a change without effect returned %+v, %v", same, err)
	}
	_, err = r.UpdateEndpoint(t.Context(), r.actor, made.ID, added.ID, 2, func(d *EndpointDetails) { d.Kind = "rss" })
	if got := strings.Join(invalidFields(t, err), ","); got != "/recipe kind" {
		t.Errorf("got %s", got)
	}
	changed, err = r.UpdateEndpoint(t.Context(), r.actor, made.ID, added.ID, 2, func(d *EndpointDetails) {
		d.Kind, d.DefaultZone, d.IdentityPolicy, d.Recipe = "rss", "", "auto", nil
	})
	if err != nil || changed.ReadSettings != plain.ReadSettings {
		t.Errorf("cleared to %+v, %v", changed, err)
	}
	want2 := []string{
		`endpoint.created v1 charset: none -> "windows-1252"; default_zone: none -> "Europe/Madrid"; identity_policy: none -> "link"; ` +
			`intent: none -> "active"; kind: none -> "html_list"; recipe: none -> {"date":"time@datetime","list":"article"}; url: none -> "https://daily.example/news"`,
		`endpoint.updated v2 charset: "windows-1252" -> none; recipe: {"date":"time@datetime","list":"article"} -> {"list":"li"}`,
		`endpoint.updated v3 default_zone: "Europe/Madrid" -> none; identity_policy: "link" -> "auto"; kind: "html_list" -> "rss"; recipe: {"list":"li"} -> none`,
	}
	if got := strings.Join(r.history(made.ID)[2:], "\n"); got != strings.Join(want2, "\n") {
		t.Errorf("the history is\n%s\nwant\n%s", got, strings.Join(want2, "\n"))
	}
}

// TestPageListsWithoutRecipeCanBeEdited covers endpoints that were created before recipes were
// required.
func TestPageListsWithoutRecipeCanBeEdited(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	made := r.create("daily.example")
	id := made.Endpoints[0].ID
	if _, err := r.db.Pool.Exec(t.Context(), "UPDATE endpoints SET kind = 'html_list' WHERE id = $1", id); err != nil {
		t.Fatal(err)
	}
	named, err := r.UpdateEndpoint(t.Context(), r.actor, made.ID, id, 1,
		func(d *EndpointDetails) { d.Name = "Front page" })
	if err != nil || named.Recipe != nil {
		t.Fatalf("%+v, %v", named, err)
	}
	if _, err = r.UpdateEndpoint(t.Context(), r.actor, made.ID, id, 2,
		func(d *EndpointDetails) { d.Recipe = &pagelist.Recipe{List: "li"} }); err != nil {
		t.Error(err)
	}
	_, err = r.UpdateEndpoint(t.Context(), r.actor, made.ID, id, 3, func(d *EndpointDetails) { d.Recipe = nil })
	if got := strings.Join(invalidFields(t, err), ","); got != "/recipe required" {
		t.Errorf("got %s", got)
	}
}
