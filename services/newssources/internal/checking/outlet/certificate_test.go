package outlet

import (
	"fmt"
	"slices"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

func TestCertificateNames(t *testing.T) {
	t.Parallel()
	many := make([]string, 100)
	for i := range many {
		many[i] = fmt.Sprintf("paper%02d.example", i)
	}
	for name, c := range map[string]struct {
		owner string
		hosts []string
		want  []string
	}{
		"no https":              {"", nil, nil},
		"one verified domain":   {"", []string{"paper.example", "*.paper.example"}, nil},
		"verified organization": {"Paper  Media, Ltd", []string{"www.paper.example"}, []string{"paper media ltd"}},
		"papers of one publisher": {"", []string{"paper.example", "sport.b.co.uk", "*.a.example"},
			[]string{"a.example", "b.co.uk"}},
		"not a host":                {"", []string{"paper.example", "a b", ""}, nil},
		"more than a profile holds": {"", many, many[:maxCertificateNames]},
	} {
		got := CertificateNames(&fetch.Result{FinalURL: "https://www.paper.example/feed",
			Certificate: fetch.Certificate{Owner: c.owner, Hosts: c.hosts}})
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestCertificatesAreWeakEvidence checks that a change of the certificate alone is not another outlet, and
// that a certificate without names does not count.
func TestCertificatesAreWeakEvidence(t *testing.T) {
	t.Parallel()
	titles := []string{"Council approves the budget", "Storm closes the harbour"}
	before := Outline{Name: "Northfield Gazette", Titles: titles,
		Certificate: []string{"gazette media ltd", "echo.example"}}
	for name, c := range map[string]struct {
		after []string
		want  float64
	}{
		"the same organization": {[]string{"gazette media ltd"}, -0.5},
		"another certificate":   {[]string{"shared hosting inc"}, 0.5},
		"one verified domain":   {nil, 0},
	} {
		p := NewProfile(before)
		o := Outline{Name: "Northfield Gazette", Titles: titles, Certificate: c.after}
		found := p.Compare(o)
		if got := found.points("certificate"); got != c.want || found.IsOther() {
			t.Errorf("%s: %.1f points, want %.1f; another outlet %t", name, got, c.want, found.IsOther())
		}
		p.Learn(o, Comparison{})
		if len(c.after) == 0 && len(p.Certificate) != 2 {
			t.Errorf("%s: the profile has lost its names: %q", name, p.Certificate)
		}
	}
}
