package listfile

import (
	"cmp"
	_ "embed" // for the words
	"regexp"
	"strings"
)

// Targets of columns that are not imported.
const (
	TargetIgnore = "ignore"
	TargetReport = "report" // of an earlier import; ignored
)

// Columns that the register sets, and by which a row names its source.
const (
	IDKey     = "id"
	DomainKey = "canonical_domain"
	PathKey   = "path_prefix"
)

// IsImported reports whether tables set the column or find sources by it.
func (c Column) IsImported() bool {
	return !c.IsOutOnly || c.Key == IDKey || c.Key == DomainKey || c.Key == PathKey
}

// headerWords has the headers of the columns in the official languages of Europe and others with many speakers. Each
// line has a target and headers.
//
//go:embed header_words.txt
var headerWords string

// targetByHeader is the target of each known header: those of headerWords and the columns of list files.
// Other columns that the register sets are ignored.
var targetByHeader = func() map[string]string {
	targets := ParseWords(headerWords)
	for _, key := range Keys() {
		c, isColumn := ColumnByKey(key)
		target := key
		if !c.IsImported() {
			target = TargetIgnore
		}
		for _, header := range []string{HeaderKey(c.Header), HeaderKey(key)} {
			isNew := targets[header] == "" // “Domain” is a homepage, see package tableimport
			if isColumn && (isNew || c.IsImported() && key != DomainKey) {
				targets[header] = target
			}
		}
	}
	return targets
}()

var (
	// numberedFeed matches "feed 2", "rss2" and "feed 2 kind".
	numberedFeed = regexp.MustCompile(`^([\p{L} ]*?) ?(\d{1,3})(?: ([\p{L} ]+))?$`)
	// nestedFeed matches the keys of objects in JSON: "endpoints.2.url" and "feed.url".
	nestedFeed = regexp.MustCompile(`^([^.]+)\.(?:(\d{1,4})\.)?([^.]+)$`)
)

// nestedNames are the names of endpoint columns by usual names of the members of a feed in JSON.
var nestedNames = map[string]string{"url": "", "href": "", "link": "", "uri": "", "address": "", "feed url": "",
	"xmlurl": "", "xml url": "", "rss url": "", "type": "kind", "format": "kind", "title": "name", "label": "name",
	"text": "name", "category": "section", "lang": "language", "state": "intent", "status": "intent"}

// targetOfMember returns the target of a member of a feed in JSON, or "".
func targetOfMember(number, name string) string {
	if name == "id" || name == "created_at" || name == "updated_at" {
		return TargetIgnore
	}
	key := HeaderKey(name)
	if column, ok := nestedNames[key]; ok || targetByHeader[key] == "feed" {
		name = column
	}
	return FeedKey(cmp.Or(number, "1"), name)
}

// TargetOfHeader returns the target that a header names: the key of a column, or another target of an import. It
// returns "" for an unknown header.
func TargetOfHeader(header string) string {
	if m := nestedFeed.FindStringSubmatch(header); m != nil && targetByHeader[HeaderKey(m[1])] == "feed" {
		return targetOfMember(m[2], m[3])
	}
	key := HeaderKey(header)
	if target := targetByHeader[key]; target != "" {
		return target
	}
	m := numberedFeed.FindStringSubmatch(key)
	if m == nil {
		return targetOfTranslations(header)
	}
	whole := strings.TrimSpace(m[1] + " " + m[3])
	target := targetByHeader[whole]
	if target != "feed" && !strings.HasPrefix(target, "feed_") {
		return ""
	}
	return FeedKey(m[2], strings.TrimPrefix(strings.TrimPrefix(target, "feed"), "_"))
}

// targetOfTranslations returns the target of a header in several languages, such as “Land / Country”, or "".
func targetOfTranslations(header string) (target string) {
	words := strings.FieldsFunc(header, func(r rune) bool { return r == '/' || r == '|' || r == '\n' })
	for n, word := range words {
		found := targetByHeader[HeaderKey(word)]
		if found == "" || n > 0 && found != target {
			return ""
		}
		target = found
	}
	return target
}

// FeedKey returns the key of a column of the endpoint with a number, or "" if there is none.
func FeedKey(number, name string) string {
	key := "feed"
	if number != "1" {
		key += "_" + number
	}
	if name != "" {
		key += "_" + name
	}
	if c, ok := ColumnByKey(key); ok {
		return c.Key
	}
	return ""
}
