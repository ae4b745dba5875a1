package tableimport

import (
	_ "embed" // for the words
	"regexp"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
)

// headerWords has the headers of the columns in the languages in which listfile recognizes names of countries. Each
// line has a target and headers as listfile.HeaderKey returns them.
//
//go:embed header_words.txt
var headerWords string

// targetByHeader is the target of each known header: those of headerWords and the columns of list files.
// Other columns that the register sets are ignored.
var targetByHeader = func() map[string]string {
	targets := listfile.ParseWords(headerWords)
	for _, key := range listfile.Keys() {
		c, isColumn := listfile.ColumnByKey(key)
		target := key
		if !isImported(c) {
			target = TargetIgnore
		}
		for _, header := range []string{listfile.HeaderKey(c.Header), listfile.HeaderKey(key)} {
			if isColumn && (isImported(c) || targets[header] == "") {
				targets[header] = target
			}
		}
	}
	return targets
}()

var (
	// numberedFeed matches "feed 2", "rss2" and "feed 2 kind".
	numberedFeed = regexp.MustCompile(`^([\p{L} ]*?) ?(\d{1,3})(?: ([\p{L} ]+))?$`)
	// nestedFeed matches the keys of objects in JSON: "endpoints.2.url".
	nestedFeed = regexp.MustCompile(`^(?:endpoints|feeds)\.(\d{1,4})\.([a-z_]+)$`)
)

// targetOfHeader returns the target that a header names, or "".
func targetOfHeader(header string) string {
	if m := nestedFeed.FindStringSubmatch(header); m != nil {
		name := m[2]
		switch name {
		case "url":
			name = ""
		case "id", "created_at", "updated_at":
			return TargetIgnore
		}
		return feedKey(m[1], name)
	}
	key := listfile.HeaderKey(header)
	if target := targetByHeader[key]; target != "" {
		return target
	}
	m := numberedFeed.FindStringSubmatch(key)
	if m == nil {
		return ""
	}
	whole := strings.TrimSpace(m[1] + " " + m[3])
	target := targetByHeader[strings.TrimSpace(whole)]
	if target != "feed" && !strings.HasPrefix(target, "feed_") {
		return ""
	}
	return feedKey(m[2], strings.TrimPrefix(strings.TrimPrefix(target, "feed"), "_"))
}

// feedKey returns the key of a column of the endpoint with a number, or "" if there is none.
func feedKey(number, name string) string {
	key := "feed"
	if number != "1" {
		key += "_" + number
	}
	if name != "" {
		key += "_" + name
	}
	if c, ok := listfile.ColumnByKey(key); ok {
		return c.Key
	}
	return ""
}
