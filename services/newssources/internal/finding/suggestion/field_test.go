package suggestion

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/reading/outletfield"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

const pixel = "data:image/png;base64,iVBORw0KGgo="

func TestSuggestedFields(t *testing.T) {
	t.Parallel()
	imported := source.Completable{Details: source.Details{Name: "paper.example", HomepageURL: "https://paper.example/"},
		IsNameDerived: true, IsHomepageDerived: true}
	typed := source.Completable{Details: source.Details{
		Name: "The Paper", HomepageURL: "https://paper.example/", Country: "IE", Languages: []string{"ga"}, Logo: "1234",
	}}
	for _, c := range []struct {
		name   string
		source source.Completable
		found  outletfield.Field
		want   string
	}{
		{"derived name", imported, outletfield.Field{Name: "name", Value: "The Paper", From: "og:site_name"},
			"name: paper.example → The Paper (data of the homepage for social networks)"},
		{"name in another spelling", imported, outletfield.Field{Name: "name", Value: "Paper.example", From: "og:site_name"},
			""},
		{"address as name", imported, outletfield.Field{Name: "name", Value: "https://paper.example", From: "JSON-LD"}, ""},
		{"typed name", typed, outletfield.Field{Name: "name", Value: "Paper", From: "og:site_name"}, ""},
		{"link of the feed", imported,
			outletfield.Field{Name: "homepage_url", Value: "https://www.paper.example", From: "the feed"},
			"homepage_url: https://paper.example/ → https://www.paper.example/ (link of the feed)"},
		{"redirect", imported, outletfield.Field{Name: "homepage_url", Value: "https://other.example/", From: "the redirect"},
			"homepage_url: https://paper.example/ → https://other.example/ (redirect of the homepage)"},
		{"same homepage", imported, outletfield.Field{Name: "homepage_url", Value: "https://paper.example", From: "the address"},
			""},
		{"typed homepage", typed, outletfield.Field{Name: "homepage_url", Value: "https://other.example/", From: "the redirect"},
			""},
		{"no country", imported, outletfield.Field{Name: "country", Value: "IE", From: "og:locale"},
			"country:  → IE (data of the homepage for social networks)"},
		{"typed country", typed, outletfield.Field{Name: "country", Value: "GB", From: "og:locale"}, ""},
		{"no language", imported, outletfield.Field{Name: "language", Value: "en", From: "the feed"},
			"languages:  → en (language of the feed)"},
		{"no paywall", source.Completable{Details: source.Details{Paywall: "unknown"}},
			outletfield.Field{Name: "paywall", Value: "hard", From: "script of Piano on the homepage"},
			"paywall: unknown → hard (script of Piano on the homepage)"},
		{"typed paywall", source.Completable{Details: source.Details{Paywall: "none"}},
			outletfield.Field{Name: "paywall", Value: "hard", From: "script of Piano on the homepage"}, ""},
		{"typed language", typed, outletfield.Field{Name: "language", Value: "en", From: "the feed"}, ""},
		{"no logo", imported, outletfield.Field{Name: "logo_url", Value: "https://paper.example/i.png", From: "the page's icon",
			Image: pixel}, "logo:  → https://paper.example/i.png (icon of the homepage)"},
		{"logo without an image", imported,
			outletfield.Field{Name: "logo_url", Value: "https://paper.example/i.png", From: "the page's icon"}, ""},
		{"logo exists", typed, outletfield.Field{Name: "logo_url", Value: "https://paper.example/i.png", From: "the page's icon",
			Image: pixel}, ""},
		{"empty value", imported, outletfield.Field{Name: "country", From: "og:locale"}, ""},
		{"unknown field", imported, outletfield.Field{Name: "slogan", Value: "All the news", From: "JSON-LD"}, ""},
	} {
		got := ""
		for _, d := range fieldDrafts(uuid.New(), c.source, []outletfield.Field{c.found}) {
			got += fmt.Sprintf("%s: %s → %s (%s)", d.field, d.evidence.Before, d.evidence.After, d.evidence.Origin)
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
