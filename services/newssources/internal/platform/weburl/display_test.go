package weburl

import "testing"

func TestUnicode(t *testing.T) {
	t.Parallel()
	tests := []struct {
		given, display string
		mixed          bool
	}{
		{"https://example.org/", "example.org", false},
		{"https://www.bücher.example/", "www.bücher.example", false},
		{"https://xn--bcher-kva.example/", "bücher.example", false},
		{"https://пример.рф/", "пример.рф", false},
		{"https://новости.example.org/", "новости.example.org", false}, // each label has one script
		{"https://例え.テスト/", "例え.テスト", false},
		{"https://toyotaの車.example/", "toyotaの車.example", false},    // Japanese: Latin, kana and Han
		{"https://서울news.example/", "서울news.example", false},        // Korean
		{"https://новости24.example/", "новости24.example", false},  // digits are common to all scripts
		{"https://xn--i-7iq.ws/", "i❤.ws", false},                   // as are symbols
		{"https://раypal.example/", "xn--ypal-43d9g.example", true}, // Cyrillic р, а
		{"https://www.раypal.пример/", "www.xn--ypal-43d9g.пример", true},
		{"https://goοgle.example/", "xn--gogle-sce.example", true}, // Greek ο
	}
	for _, test := range tests {
		t.Run(test.given, func(t *testing.T) {
			t.Parallel()
			u, err := Parse(test.given)
			if err != nil {
				t.Fatal(err)
			}
			if display, mixed := Unicode(u.Host()); display != test.display || mixed != test.mixed || u.MixedScript() != mixed {
				t.Errorf("%s: got %q, mixed %v; want %q, mixed %v", u, display, mixed, test.display, test.mixed)
			}
		})
	}
}

func TestUnicodeReturnsInvalidNamesUnchanged(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"", "example.org", "xn--.org", "xn--example-.com"} {
		if display, mixed := Unicode(host); display != host || mixed {
			t.Errorf("Unicode(%q) is %q, %v", host, display, mixed)
		}
	}
}

func TestRegistrableDomain(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"https://feeds.bbc.co.uk/":        "bbc.co.uk",
		"https://www.abc.net.au/":         "abc.net.au",
		"https://a.b.example.org/":        "example.org",
		"https://a.someone.github.io/":    "someone.github.io",
		"https://a.someone.blogspot.com/": "someone.blogspot.com",
		"https://github.io/":              "github.io",
		"https://co.uk/":                  "co.uk",
		"https://a.b.unknowntld/":         "b.unknowntld",
		"https://новости.пример.рф/":      "xn--e1afmkfd.xn--p1ai",
	}
	for given, want := range tests {
		u, err := Parse(given)
		if err != nil {
			t.Fatal(err)
		}
		if got := u.RegistrableDomain(); got != want {
			t.Errorf("%s: got %q, want %q", given, got, want)
		}
	}
}
