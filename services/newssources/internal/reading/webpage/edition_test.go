package webpage

import (
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

func TestGivenEdition(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ address, page, want string }{
		{"https://paper.example/es/", "en", "es"}, {"https://es.paper.example/", "", "es"},
		{"https://paper.example/?lang=es", "en", "es"},
		{"https://paper.example/pt-br/", "", "pt"}, {"https://paper.example/", "en", ""},
		{"https://paper.example/news/", "en", ""},
		{"https://uk.paper.example/", "en", "en"}, {"https://paper.example/ar/", "es", "es"},
		{"https://paper.example/ar/", "", ""},
		{"https://paper.example/br/", "pt", "pt"}, {"https://paper.example/?hl=ar", "en", "ar"},
		{"https://paper.example/sv/", "sv", "sv"},
	} {
		address, err := weburl.Parse(c.address)
		if got := EditionOfPage(address, c.page); err != nil || got != c.want {
			t.Errorf("%s with a page in %q: %q, want %q (%v)", c.address, c.page, got, c.want, err)
		}
	}
}
