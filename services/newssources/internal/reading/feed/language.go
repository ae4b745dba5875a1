package feed

import (
	"bytes"

	bcp47 "golang.org/x/text/language"
)

// language returns a language tag in the usual spelling of BCP 47, or "" if it is invalid.
func language(raw []byte) string {
	const longest = 35 // characters, as BCP 47 recommends to allow
	raw = bytes.TrimSpace(raw)
	if i := bytes.IndexAny(raw, ",;. "); i > 0 { // "de, en", "pt_BR.UTF-8"
		raw = raw[:i]
	}
	if len(raw) == 0 || len(raw) > longest {
		return ""
	}
	switch string(raw) { // the most frequent ones, for speed
	case "en", "de", "fr", "es", "it", "ru":
		return string(raw)
	case "en-US", "en-us":
		return "en-US"
	}
	tag, err := bcp47.Parse(string(raw))
	base, confidence := tag.Base()
	switch {
	case confidence != bcp47.Exact: // "und", "x-default"
		return ""
	case err != nil: // "en-EN": the language exists, the country doesn't
		return base.String()
	}
	return tag.String()
}
