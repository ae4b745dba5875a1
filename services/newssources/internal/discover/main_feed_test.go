package discover

import "testing"

func TestIsMainTitle(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]bool{
		"The Paper": true, "The Paper RSS feed": true, "The Paper – Front page": true, "All news": true, "Startseite": true, "Últimas noticias": true,
		"À la une": true, "Главное": false, "Все новости": true, "最新": true, "RSS": false, "": false, "Sport": false, "The Paper – Sport": false, "Comments": false,
	} {
		if isMainTitle(title, "The Paper") != want {
			t.Errorf("%q: %t", title, !want)
		}
	}
}
