package tableimport

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
)

func TestColumnsAreGuessedByTheirValues(t *testing.T) {
	t.Parallel()
	for table, want := range map[string]string{
		"El Faro,https://faro.com/\nBote,https://bote.com/\n":                              "name homepage_url",
		"1,https://faro.com/,El Faro\n2,https://bote.com/,Bote\n":                          "ignore homepage_url name",
		"Radio,Faro FM,faro.com\nRadio,Bote FM,bote.com\nRadio,X,x.com\n":                  "ignore name homepage_url",
		"https://faro.com/rss;https://faro.com/feed\nhttps://bote.com/rss,\n":              "feed",
		"Spain,El Faro,https://faro.com/\nFrance,Le Phare,https://phare.com/\n":            "country name homepage_url",
		"a@faro.com,2026-01-01,https://faro.com/\nb@bote.com,2026-01-02,https://bote.com/": "ignore ignore homepage_url",
		"Qwe,Rty\nEl Faro,https://faro.com/\nBote,https://bote.com/\n":                     "name homepage_url",
		"Website,Kontakt\nhttps://faro.com/,Anna\nhttps://bote.com/,Bert\n":                "homepage_url ignore",
	} {
		file, err := tablefile.Read(t.Context(), "list.csv", []byte("sep=,\n"+table))
		if err != nil {
			t.Fatal(err)
		}
		layout, _ := newLayout(file, nil)
		var targets []string
		for _, c := range layout.Columns {
			targets = append(targets, c.Target)
		}
		if got := strings.Join(targets, " "); got != want {
			t.Errorf("%q: got %s, want %s", table, got, want)
		}
	}
}
