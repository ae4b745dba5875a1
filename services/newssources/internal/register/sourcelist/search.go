package sourcelist

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// MaxSearchWords bounds the work per row. Three or four words identify a source.
const MaxSearchWords = 8

// searchWords splits a search text into folded words. A pasted address is converted to the
// canonical form in which addresses are stored.
func searchWords(text string) []string {
	var words []string
	for word := range strings.FieldsSeq(postgres.Text(text)) {
		if strings.Contains(word, "://") || strings.HasPrefix(strings.ToLower(word), "www.") {
			if address, err := weburl.Parse(weburl.Clean(word)); err == nil {
				word = address.Key()
			}
		}
		if word = textkey.Fold(word); word != "" {
			words = append(words, word)
		}
	}
	return words
}

// checkWords returns a problem for too many words.
func checkWords(words []string) error {
	if n := len(words); n > MaxSearchWords {
		p := problem.New(problem.UnknownParameter,
			"Search for at most %d words; this search has %d.", MaxSearchWords, n)
		p.Fields = []problem.Field{{Pointer: "q", Code: "too_many", Detail: p.Detail}}
		return p
	}
	return nil
}

// addSearch adds a condition for each search word.
func (c *conditions) addSearch(words []string) {
	for _, word := range words {
		outlet := ""
		if len(words) == 1 {
			outlet = outletOf(word)
		}
		contained := "%" + escapeLike(word) + "%"
		switch {
		case isShort(word):
			c.add("s.search_text LIKE %s", "% "+escapeLike(word)+"%")
		case outlet != "" && outlet != word:
			c.add("s.search_text LIKE %s OR s.search_text LIKE %s", contained, "%\n "+escapeLike(outlet)+"\n%")
		default:
			c.add("s.search_text LIKE %s", contained)
		}
	}
}

// escapeLike escapes the wildcards of LIKE.
var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace

// isShort reports whether a word is too short for the trigram index. Such a word matches only the
// beginning of words.
func isShort(word string) bool {
	isOther := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }
	return utf8.RuneCountInString(word) <= textkey.ShortWord && !strings.ContainsFunc(word, isOther)
}

// outletOf returns the outlet key of the page whose address is the search word, so that a search
// for the address of an article finds its source: "example.org" for "example.org/news/today". It
// returns "" for a word that is not an address with a path.
func outletOf(word string) string {
	host, path, ok := strings.Cut(word, "/")
	if !ok || path == "" || !strings.Contains(host, ".") {
		return ""
	}
	address, err := weburl.Parse("https://" + word)
	if err != nil {
		return ""
	}
	domain, prefix := weburl.Outlet(address)
	return textkey.Fold(domain + prefix)
}

// rank returns the SQL expression for how exactly a source matches the search words: 0 if its name
// starts with the text, 1 if each search word begins a word of the name, 2 if the name contains
// each search word, 3 if the outlet contains each, else 4.
func (c *conditions) rank(words []string) string {
	all := func(column, before string) string {
		var parts []string
		for _, word := range words {
			parts = append(parts, column+" LIKE "+c.arg("%"+before+escapeLike(word)+"%"))
		}
		return strings.Join(parts, " AND ")
	}
	const name, outlet = `split_part(s.search_text, E'\n', 1)`, `split_part(s.search_text, E'\n', 2)`
	return `CASE
		WHEN s.search_text LIKE ` + c.arg(" "+escapeLike(strings.Join(words, " "))+"%") + ` THEN 0
		WHEN ` + all(name, " ") + ` THEN 1
		WHEN ` + all(name, "") + ` THEN 2
		WHEN ` + all(outlet, "") + ` THEN 3
		ELSE 4
	END`
}
