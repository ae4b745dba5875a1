package pagelist

import (
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

func TestIsPrice(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"€ 12,99": true, "12,99 €": true, "12.99\u00a0€": true, "$1,299.00": true, "US$ 5": true, "129 zł": true,
		"CHF 12.–": true, "1'200 EUR": true, "99元": true,
		"$5bn for ferries": false, "Rent rises to €900": false, "20 EUR fine": false, "12.99": false, "€": false,
		"March 5": false, "": false,
	} {
		if got := isPrice(text); got != want {
			t.Errorf("%q is a price: %t, want %t", text, got, want)
		}
	}
}

func TestPriceBeforeOtherTextIsKept(t *testing.T) {
	t.Parallel()
	root, _ := markup.ParseTree([]byte(`<div><a href="/a">A title that is long enough</a>€ 12,99<b></b>in stock</div>`))
	options := feed.Options{BaseURL: "https://a.example/"}
	builder, err := feed.NewBuilder(options)
	if err != nil {
		t.Fatal(err)
	}
	s := newSurvey(builder, options)
	if c := s.children(root, location{}); !c.hasPrice {
		t.Error("the text after the price clears the flag")
	}
}

// TestSuggestKeepsHeadlinesWithAmounts checks that headlines which mention an amount of money are
// articles.
func TestSuggestKeepsHeadlinesWithAmounts(t *testing.T) {
	t.Parallel()
	text := "<main>" + repeat(8,
		`<article><h2><a href="/2026/02/0%[1]d/budget-%[1]d">Council votes on budget number %[1]d</a></h2><span>Costs: $%[1]dbn</span></article>`) + "</main>"
	root, _ := markup.ParseTree([]byte(text))
	if Suggest(root, feed.Options{BaseURL: "https://a.example/"}) == nil {
		t.Error("the list isn't found")
	}
}
