package feed

import "testing"

// Byte order mark before HTTP before the XML declaration before the meta element; an endpoint's own before all of them.
func TestCharsetOrder(t *testing.T) {
	t.Parallel()
	const (
		text        = "\xcf\xf0\xe8\xe2\xe5\xf2" // "Привет" in windows-1251, "оПХБЕР" in KOI8-R, "Ïðèâåò" in windows-1252
		declaration = `<?xml version="1.0" encoding="koi8-r"?>`
		meta        = `<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">`
	)
	for name, c := range map[string]struct {
		data    string
		options Options
		charset string
		title   string
	}{
		"mark before all claims":      {"\xef\xbb\xbf" + declaration + `<rss><channel><title>Привет</title>`, Options{ContentType: "text/xml; charset=windows-1251"}, "utf-8", "Привет"},
		"HTTP before declaration":     {declaration + `<rss><channel><title>` + text + `</title>`, Options{ContentType: "text/xml; charset=windows-1251"}, "windows-1251", "Привет"},
		"declaration":                 {declaration + `<rss><channel><title>` + text + `</title>`, Options{ContentType: "text/xml"}, "koi8-r", "оПХБЕР"},
		"declaration before meta":     {declaration + `<html><head>` + meta + `<title>` + text + `</title>`, Options{}, "koi8-r", "оПХБЕР"},
		"HTTP before meta":            {`<html><head>` + meta + `<title>` + text + `</title>`, Options{ContentType: "text/html; charset=koi8-r"}, "koi8-r", "оПХБЕР"},
		"meta":                        {`<html><head>` + meta + `<title>` + text + `</title>`, Options{ContentType: "text/html"}, "windows-1251", "Привет"},
		"nothing":                     {`<html><head><title>` + text + `</title>`, Options{ContentType: "text/html"}, "windows-1252", "Ïðèâåò"},
		"the endpoint's before all":   {declaration + `<rss><channel><title>` + text + `</title>`, Options{Charset: "windows-1251", ContentType: "text/xml; charset=koi8-r"}, "windows-1251", "Привет"},
		"the endpoint's before UTF-8": {`<rss><channel><title>é</title>`, Options{Charset: "windows-1252"}, "windows-1252", "Ã©"},
	} {
		c.options.Recipe = &Recipe{List: "li"}
		if d := mustParse(t, c.data, c.options); d.Charset != c.charset || d.Title != c.title {
			t.Errorf("%s: %q in %s, want %q in %s", name, d.Title, d.Charset, c.title, c.charset)
		}
	}
}
