package source

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func ptr[T any](value T) *T { return &value }

func repeat(unit string, count int) string { return strings.Repeat(unit, count) }

// distinctWords returns count different words.
func distinctWords(count int) []string {
	list := make([]string, count)
	for i := range list {
		list[i] = "word " + repeat("x", i+1)
	}
	return list
}

// invalidFields returns the pointer and the code of each invalid field in err.
func invalidFields(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	if !problem.Is(err, problem.Invalid) {
		t.Fatalf("not a validation error: %v", err)
	}
	var list []string
	for _, field := range problem.As(err).Fields {
		if field.Detail == "" || !strings.HasSuffix(field.Detail, ".") {
			t.Errorf("%s: not a sentence: %q", field.Pointer, field.Detail)
		}
		list = append(list, field.Pointer+" "+field.Code)
	}
	return list
}

func TestDetailsValidation(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	tests := []struct {
		name   string
		change func(*Details)
		want   string // pointers and codes, separated by commas
	}{
		{"valid", func(*Details) {}, ""},
		{"no name", func(d *Details) { d.Name = "" }, "/name required"},
		{"a blank name", func(d *Details) { d.Name = " \t\u3000 " }, "/name required"},
		{"the longest name", func(d *Details) { d.Name = repeat("я", 200) }, ""},
		{"a name that is too long", func(d *Details) { d.Name = repeat("я", 201) }, "/name too_long"},
		{"a name with a control character", func(d *Details) { d.Name = "a\x00b" }, "/name characters"},
		{"a name with invalid UTF-8", func(d *Details) { d.Name = "a\xffb" }, "/name characters"},
		{"the longest owner", func(d *Details) { d.Owner = repeat("ö", 200) }, ""},
		{"an owner that is too long", func(d *Details) { d.Owner = repeat("ö", 201) }, "/owner too_long"},
		{"an owner with a bell", func(d *Details) { d.Owner = "\a" }, "/owner characters"},
		{"notes of several lines", func(d *Details) { d.Notes = "one\r\n\ttwo\n" }, ""},
		{"the longest notes", func(d *Details) { d.Notes = repeat("ü", 10000) }, ""},
		{"notes that are too long", func(d *Details) { d.Notes = repeat("ü", 10001) }, "/notes too_long"},
		{"notes with NUL", func(d *Details) { d.Notes = "a\x00" }, "/notes characters"},
		{"notes with invalid UTF-8", func(d *Details) { d.Notes = "\xc3" }, "/notes characters"},
		{"a rights note that is too long", func(d *Details) { d.RightsNote = repeat("x", 2001) }, "/rights_note too_long"},
		{"a rights note with NUL", func(d *Details) { d.RightsNote = "\x00" }, "/rights_note characters"},
		{"the longest pause reason", func(d *Details) { d.Lifecycle, d.PauseReason = Paused, repeat("x", 500) }, ""},
		{"a pause reason that is too long", func(d *Details) { d.Lifecycle, d.PauseReason = Paused, repeat("x", 501) },
			"/pause_reason too_long"},
		{"a pause reason with NUL", func(d *Details) { d.Lifecycle, d.PauseReason = Paused, "\x00" },
			"/pause_reason characters"},
		{"a pause with an end in the future",
			func(d *Details) { d.Lifecycle, d.PausedUntil = Paused, ptr(now.Add(2*time.Second)) }, ""},
		{"a pause with an end in the past", func(d *Details) { d.Lifecycle, d.PausedUntil = Paused, ptr(now) },
			"/paused_until past"},
		{"an end of a pause without a pause", func(d *Details) { d.PausedUntil = ptr(now) }, ""},
		{"an unknown media type", func(d *Details) { d.MediaType = "unknown" }, "/media_type unknown"},
		{"an unknown scope", func(d *Details) { d.Scope = "unknown" }, "/scope unknown"},
		{"an unknown paywall", func(d *Details) { d.Paywall = "partial" }, "/paywall unknown"},
		{"unknown rights", func(d *Details) { d.Rights = "some" }, "/rights unknown"},
		{"tier 1", func(d *Details) { d.Tier = ptr(1) }, ""},
		{"tier 5", func(d *Details) { d.Tier = ptr(5) }, ""},
		{"tier 0", func(d *Details) { d.Tier = ptr(0) }, "/tier range"},
		{"tier 6", func(d *Details) { d.Tier = ptr(6) }, "/tier range"},
		{"a country", func(d *Details) { d.Country = " es " }, ""},
		{"Kosovo", func(d *Details) { d.Country = "XK" }, ""},
		{"an unknown country", func(d *Details) { d.Country = "ZZ" }, "/country country"},
		{"a union of countries", func(d *Details) { d.Country = "EU" }, "/country country"},
		{"a code that is not ISO 3166-1", func(d *Details) { d.Country = "UK" }, "/country country"},
		{"a code of three letters", func(d *Details) { d.Country = "ESP" }, "/country country"},
		{"a region", func(d *Details) { d.Country, d.Region = "ES", "es-ct" }, ""},
		{"an invalid region", func(d *Details) { d.Country, d.Region = "ES", "Catalonia" }, "/region region"},
		{"a region of another country", func(d *Details) { d.Country, d.Region = "FR", "ES-CT" }, "/region region"},
		{"a region without a country", func(d *Details) { d.Region = "ES-CT" }, "/region region"},
		{"languages", func(d *Details) { d.Languages = []string{"pt-BR", "zh-Hant", "ckb"} }, ""},
		{"an invalid language", func(d *Details) { d.Languages = []string{"es", "english"} }, "/languages/1 language"},
		{"an undetermined language", func(d *Details) { d.Languages = []string{"und"} }, "/languages/0 language"},
		{"a language that is too long", func(d *Details) { d.Languages = []string{"en-x-" + repeat("abcdefg-", 4) + "a"} },
			"/languages/0 language"},
		{"too many languages", func(d *Details) {
			d.Languages = strings.Fields("af am ar az be bg bn bs ca cs da de el en es et fa fi fr ga gl")
		}, "/languages too_many"},
		{"an empty tag", func(d *Details) { d.Tags = []string{"a", " "} }, "/tags/1 required"},
		{"the longest tag", func(d *Details) { d.Tags = []string{repeat("я", 60)} }, ""},
		{"a tag that is too long", func(d *Details) { d.Tags = []string{repeat("я", 61)} }, "/tags/0 too_long"},
		{"a tag with NUL", func(d *Details) { d.Tags = []string{"\x00"} }, "/tags/0 characters"},
		{"the maximum number of tags", func(d *Details) { d.Tags = distinctWords(50) }, ""},
		{"too many tags", func(d *Details) { d.Tags = distinctWords(51) }, "/tags too_many"},
		{"no homepage", func(d *Details) { d.HomepageURL = "" }, "/homepage_url address"},
		{"a homepage with an IP address", func(d *Details) { d.HomepageURL = "http://127.0.0.1/" }, "/homepage_url address"},
		{"a homepage with a script", func(d *Details) { d.HomepageURL = "javascript:alert(1)" }, "/homepage_url address"},
		{"several invalid fields", func(d *Details) { *d = Details{Country: "ZZ", Tier: ptr(9), Tags: []string{""}} },
			"/name required,/tier range,/country country,/tags/0 required,/homepage_url address"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			details := Details{Name: "The Daily", HomepageURL: "https://daily.example/", Lifecycle: Active}
			test.change(&details)
			_, err := details.normalize(now)
			if got := strings.Join(invalidFields(t, err), ","); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestDetailsAreNormalized(t *testing.T) {
	t.Parallel()
	until := time.Date(2027, 1, 1, 1, 0, 0, 999, time.FixedZone("", 3600))
	details := Details{
		Name: "  The\t Daily ", HomepageURL: "HTTP://www.Daily.EXAMPLE:80/?utm_source=x#top", Lifecycle: Paused,
		PausedUntil: &until,
		PauseReason: " strike\n", Country: "es", Region: "es-ct", Languages: []string{"ES", "pt_br", "es"}, Owner: " A  B ",
		Notes: "\n a\r\nb \n", Tags: []string{" sport", "Ａrt", "art", "Politik"},
	}
	outlet, err := details.normalize(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if details.PausedUntil.String() != "2027-01-01 00:00:00 +0000 UTC" {
		t.Errorf("paused until %v", details.PausedUntil)
	}
	for _, c := range []struct{ got, want string }{
		{details.Name, "The Daily"}, {details.HomepageURL, "http://www.daily.example/"}, {details.PauseReason, "strike"},
		{details.Country + details.Region, "ESES-CT"}, {strings.Join(details.Languages, " "), "es pt-BR"},
		{details.Owner, "A B"},
		{details.Notes, "a\nb"}, {strings.Join(details.Tags, ","), "Ａrt,Politik,sport"},
		{string(details.Paywall) + string(details.Rights), "unknownunknown"},
		{outlet.Domain + "|" + outlet.PathPrefix, "daily.example|"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	again := details
	if _, err := again.normalize(time.Now()); err != nil || again.Notes != details.Notes ||
		!slices.Equal(again.Tags, details.Tags) {
		t.Errorf("normalizing twice changes the details: %+v, %v", again, err)
	}
}

func TestEndpointValidation(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(*EndpointDetails)
		want   string
	}{
		{"valid", func(*EndpointDetails) {}, ""},
		{"no kind", func(e *EndpointDetails) { e.Kind = "" }, "/kind unknown"},
		{"an unknown kind", func(e *EndpointDetails) { e.Kind = "gopher" }, "/kind unknown"},
		{"an unknown intent", func(e *EndpointDetails) { e.Intent = "unknown" }, "/intent unknown"},
		{"retired", func(e *EndpointDetails) { e.Intent = EndpointRetired }, ""},
		{"no address", func(e *EndpointDetails) { e.URL = "" }, "/url address"},
		{"credentials", func(e *EndpointDetails) { e.URL = "https://me:secret@daily.example/" }, ""},
		{"an address that is too long", func(e *EndpointDetails) { e.URL = "https://daily.example/" + repeat("x", 2048) },
			"/url address"},
		{"the longest name", func(e *EndpointDetails) { e.Name = repeat("я", 200) }, ""},
		{"a name that is too long", func(e *EndpointDetails) { e.Name = repeat("я", 201) }, "/name too_long"},
		{"the longest section", func(e *EndpointDetails) { e.Section = repeat("я", 100) }, ""},
		{"a section that is too long", func(e *EndpointDetails) { e.Section = repeat("я", 101) }, "/section too_long"},
		{"a section with NUL", func(e *EndpointDetails) { e.Section = "\x00" }, "/section characters"},
		{"an invalid language", func(e *EndpointDetails) { e.Language = "english" }, "/language language"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			details := EndpointDetails{Kind: "rss", URL: "https://daily.example/rss"}
			test.change(&details)
			if got := strings.Join(invalidFields(t, details.Validate()), ","); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
	details := EndpointDetails{Kind: "rss", URL: " feed://WWW.Daily.example/RSS/?utm_source=x ", Language: "ES",
		Name: " All  news "}
	if err := details.Validate(); err != nil {
		t.Fatal(err)
	}
	want := EndpointDetails{Kind: "rss", URL: "https://www.daily.example/RSS/",
		URLEntered: "feed://WWW.Daily.example/RSS/?utm_source=x",
		Name:       "All news", Language: "es", Intent: EndpointActive, ReadSettings: ReadSettings{IdentityPolicy: "auto"},
		key: "daily.example/RSS"}
	if details != want {
		t.Errorf("got  %+v\nwant %+v", details, want)
	}
}

func TestCreateInputValidation(t *testing.T) {
	t.Parallel()
	valid := func() CreateInput {
		return CreateInput{Details: Details{Name: "The Daily", HomepageURL: "https://daily.example/"},
			Endpoints: []EndpointDetails{{Kind: "rss", URL: "https://daily.example/a"},
				{Kind: "atom", URL: "https://daily.example/b"}}}
	}
	tests := []struct {
		name   string
		change func(*CreateInput)
		want   string
	}{
		{"valid", func(*CreateInput) {}, ""},
		{"a draft", func(n *CreateInput) { n.Lifecycle = Draft }, ""},
		{"a new paused source", func(n *CreateInput) { n.Lifecycle = Paused }, "/lifecycle unknown"},
		{"a new archived source", func(n *CreateInput) { n.Lifecycle = Archived }, "/lifecycle unknown"},
		{"the same address twice", func(n *CreateInput) { n.Endpoints[1].URL = "http://WWW.daily.example/a/" },
			"/endpoints/1/url duplicate"},
		{"two addresses that can't be read", func(n *CreateInput) { n.Endpoints[0].URL, n.Endpoints[1].URL = "x y", "" },
			"/endpoints/0/url address,/endpoints/1/url address"},
		{"a reason that is too long", func(n *CreateInput) { n.DuplicateReason = repeat("x", 501) },
			"/duplicate_reason too_long"},
		{"a reason with NUL", func(n *CreateInput) { n.DuplicateReason = "\x00" }, "/duplicate_reason characters"},
		{"invalid source and endpoint", func(n *CreateInput) { n.Name, n.Endpoints[1].Kind = "", "x" },
			"/name required,/endpoints/1/kind unknown"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			input := valid()
			test.change(&input)
			if got := strings.Join(invalidFields(t, input.Validate()), ","); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
	input := valid()
	if err := input.Validate(); err != nil || input.Lifecycle != Active {
		t.Errorf("a new source is %s, %v", input.Lifecycle, err)
	}
}
