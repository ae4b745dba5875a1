package check

import (
	"hash/fnv"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

const (
	// minText is the size in bytes from which a text identifies an article together with its date.
	minText = 5
	// minTitle is the size in bytes from which a title without its date identifies an article. Shorter
	// ones, such as "Weather", are titles of several articles. minSlug is that of the name of an
	// article in its link.
	minTitle, minSlug = 24, 8
	// minWords is the number of words from which a slug identifies an article without its numbers.
	minWords = 3
)

// articleText is the text by which an article is recognized: the letters and digits of its title or,
// without a title, of the name in its link.
type articleText struct {
	text string
	// isLong reports whether the text identifies an article without its date.
	isLong bool
}

// articleTexts returns the texts of the items of a document. Of a title with several parts, such as
// "Sport: Team wins | The Gazette", it is the longest one that no other title of the document has.
func articleTexts(items []feed.Item) []articleText {
	parts, titles := make([][]string, len(items)), make(map[string]int, len(items))
	for i := range items {
		parts[i] = titleParts(items[i].Title)
		for _, part := range parts[i] {
			titles[part]++
		}
	}
	texts := make([]articleText, len(items))
	for i := range items {
		text := ""
		for _, part := range parts[i] {
			if titles[part] == 1 && len(part) > len(text) {
				text = part
			}
		}
		if len(text) < minText {
			text = strings.Join(parts[i], "")
		}
		if len(text) >= minText {
			texts[i] = articleText{text, len(text) >= minTitle}
		} else if slug := linkParts(items[i].URL).slug; len(text)+len(slug) >= minText {
			texts[i] = articleText{text + slug, len(slug) >= minSlug}
		}
	}
	return texts
}

// titleParts returns the letters and digits of the parts of a title in lower case, without accents
// and what is in brackets: sites change these, and add labels ("LIVE:"), sections and their name.
func titleParts(title string) (parts []string) {
	var part strings.Builder
	end := func() {
		if part.Len() > 0 {
			parts = append(parts, part.String())
			part.Reset()
		}
	}
	brackets, before := 0, ' '
	text := []rune(norm.NFKD.String(title))
	for i, r := range text {
		isLast := i+1 == len(text) || unicode.IsSpace(text[i+1])
		switch {
		case r == '(' || r == '[':
			brackets++
		case (r == ')' || r == ']') && brackets > 0:
			brackets--
		case brackets > 0:
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			part.WriteRune(unicode.ToLower(r))
		case strings.ContainsRune("|•·»«›‹", r), r == ':' && isLast,
			unicode.Is(unicode.Dash, r) && unicode.IsSpace(before) && isLast:
			end()
		}
		before = r
	}
	end()
	return parts
}

// link is a link in two parts.
type link struct {
	form string // the host and the folders, without numbers: the same for all articles of a section
	slug string // the name of the article: letters and digits
}

// linkParts returns the parts of a link. Of a link such as "/?id=7", the slug is the query.
func linkParts(address string) (l link) {
	_, key, hasScheme := strings.Cut(feed.LinkKey(address), "://")
	if !hasScheme {
		key = feed.LinkKey(address)
	}
	path, query, _ := strings.Cut(key, "?")
	path, _, _ = strings.Cut(path, ";") // a session
	folders := strings.Split(strings.ToLower(path), "/")
	folders[0] = strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, folders[0])
	for len(folders) > 1 && l.slug == "" {
		last := len(folders) - 1
		name, _, _ := strings.Cut(folders[last], ".")
		folders = folders[:last]
		if name != "amp" && name != "index" {
			l.slug = slugText(name)
		}
	}
	if len(l.slug) < minText {
		l.slug += slugText(query)
	}
	for i, folder := range folders[1:] {
		if strings.ContainsFunc(folder, unicode.IsDigit) {
			folders[1+i] = "#"
		}
	}
	l.form = strings.Join(folders, "/")
	return l
}

// slugText returns the letters and digits of a slug, without its numbers if it has enough words.
func slugText(slug string) string {
	words := strings.FieldsFunc(slug, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	isNumber := func(word string) bool { return !strings.ContainsFunc(word, unicode.IsLetter) }
	if named := slices.DeleteFunc(slices.Clone(words), isNumber); len(named) >= minWords {
		words = named
	}
	return strings.Join(words, "")
}

// hash32 returns a hash of a text that is not 0, or 0 for no text.
func hash32(text string) uint32 {
	if text == "" {
		return 0
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(text))
	return max(h.Sum32(), 1)
}
