package feed

import (
	"bytes"

	bcp47 "golang.org/x/text/language"
)

// language reads a language as BCP 47, in its usual spelling. What is none is empty.
func language(raw []byte) string {
	const longest = 35 // characters, as BCP 47 recommends to allow
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || len(raw) > longest {
		return ""
	}
	switch string(raw) { // most of what there is
	case "en", "de", "fr", "es", "it", "ru":
		return string(raw)
	case "en-US", "en-us":
		return "en-US"
	}
	tag, err := bcp47.Parse(string(raw))
	if err != nil || tag == bcp47.Und {
		return ""
	}
	return tag.String()
}
