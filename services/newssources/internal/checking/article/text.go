package article

import (
	"cmp"
	"hash/fnv"
	"html"
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
	// ones, such as "Weather", are titles of several articles. minSlug is the size from which a slug does.
	minTitle, minSlug = 24, 8
	// minWords is the number of words from which a slug identifies an article without its numbers.
	minWords = 3
)

// articleText is the text by which an article is recognized: the letters and digits of its title or,
// without a title, of its summary or the name in its link.
type articleText struct {
	text string
	// isLong reports whether the text identifies an article without its date.
	isLong bool
}

// articleTexts returns the texts of the items of a document, which have these links. Of a title with
// several parts, such as "Sport: Team wins | The Gazette", it is the longest one that no other title
// of the document has; without such a part, all parts. The slug is appended to a short title.
func articleTexts(items []feed.Item, links []link) []articleText {
	parts, titles := make([][]string, len(items)), make(map[string]int, len(items))
	for i := range items {
		parts[i] = titleParts(cmp.Or(items[i].Title, items[i].Summary))
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
		} else if slug := links[i].slug; len(text)+len(slug) >= minText {
			texts[i] = articleText{text + slug, len(slug) >= minSlug}
		}
	}
	return texts
}

// separators replaces the characters that separate the parts of a title in East Asian scripts.
var separators = strings.NewReplacer("：", ": ", "｜", " | ", "【", " [", "】", "] ")

// titleParts returns the letters and digits of the parts of a title in lower case, without accents
// and texts in brackets: sites change these, and add labels ("LIVE:"), sections and their name.
func titleParts(title string) (parts []string) {
	var part strings.Builder
	end := func() {
		if part.Len() > 0 {
			parts = append(parts, norm.NFC.String(part.String())) // composes Hangul, for the sizes above
			part.Reset()
		}
	}
	brackets := 0
	for word := range strings.FieldsSeq(norm.NFKD.String(separators.Replace(html.UnescapeString(title)))) {
		if !strings.ContainsFunc(word, isAlphanumeric) && !strings.ContainsAny(word, "()[]") {
			end() // a dash or another sign between two parts
		}
		for _, r := range word {
			switch {
			case r == '(' || r == '[':
				brackets++
			case (r == ')' || r == ']') && brackets > 0:
				brackets--
			case brackets > 0:
			case isAlphanumeric(r):
				part.WriteRune(unicode.ToLower(r))
			case strings.ContainsRune("|•·»«›‹", r):
				end()
			}
		}
		if strings.HasSuffix(word, ":") && brackets == 0 {
			end()
		}
	}
	end()
	return parts
}

func isAlphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// link is the parts of a link.
type link struct {
	key  string // see feed.LinkKey
	path string // without the query; empty if it is not that of one article, such as "/view.php"
	form string // the host and the folders, without numbers: the same for all articles of a section
	slug string // the name of the article: letters and digits
}

// linkParts returns the parts of a link. Of a link such as "/?id=7", the slug is the query.
func linkParts(address string) (l link) {
	l.key = feed.LinkKey(address)
	_, key, hasScheme := strings.Cut(l.key, "://") // LinkKey keeps the scheme of an address that weburl refuses
	if !hasScheme {
		key = l.key
	}
	path, query, _ := strings.Cut(key, "?")
	path, _, _ = strings.Cut(path, ";") // a session
	folders := strings.Split(strings.ToLower(path), "/")
	name := folders[len(folders)-1]
	if len(folders) > 1 && (strings.ContainsFunc(name, unicode.IsDigit) || strings.ContainsAny(name, "-_")) {
		l.path = path
	}
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
	words := strings.FieldsFunc(slug, func(r rune) bool { return !isAlphanumeric(r) })
	isNumber := func(word string) bool { return !strings.ContainsFunc(word, unicode.IsLetter) }
	if named := slices.DeleteFunc(slices.Clone(words), isNumber); len(named) >= minWords {
		words = named
	}
	return strings.Join(words, "")
}

// Hash64 returns a hash of a text, or 0 for no text.
func Hash64(text string) uint64 {
	if text == "" {
		return 0
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(text))
	return h.Sum64()
}

// hash32 returns a shorter hash of a text.
func hash32(text string) uint32 {
	h := Hash64(text)
	return uint32(h>>32 ^ h)
}

// hash16 returns the shortest hash of a text. It confirms other evidence.
func hash16(text string) uint16 {
	h := hash32(text)
	return uint16(h>>16 ^ h)
}
