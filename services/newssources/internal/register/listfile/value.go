package listfile

import (
	_ "embed" // for the words
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feeddate"
)

// valueWords has the words for the values of fields in many languages, besides the values themselves. Each line has a
// field, a value and words. The field boolean has the words that mean yes and no, also those of spreadsheets; fields
// with such values list only these two. The fields language and script have names of languages and scripts.
//
//go:embed value_words.txt
var valueWords string

// valueByWord has the values of valueWords by field and text.
var valueByWord = func() map[string]map[string]string {
	fields := map[string]map[string]string{}
	for line := range strings.Lines(valueWords) {
		field, rest, _ := strings.Cut(line, " ")
		if fields[field] == nil {
			fields[field] = map[string]string{}
		}
		maps.Copy(fields[field], ParseWords(rest))
		value, _, _ := strings.Cut(rest, ":")
		fields[field][HeaderKey(value)] = value
	}
	return fields
}()

// Parse converts the text of a cell to the form of the column. It returns what was repaired, or an error
// whose text is shown to people.
func (c Column) Parse(cell string) (text, repair string, err error) {
	field := FieldOf(c.Key)
	switch field {
	case "homepage_url", "feed":
		return address(cell)
	case "country":
		if code, ok := CountryCode(cell); ok {
			return code, "", nil
		}
		return "", "", fmt.Errorf("“%s” is not a country; use its name or two letters (ISO 3166-1), such as ES",
			textkey.Shorten(cell, 60))
	case "languages", "feed_language":
		text, err = languageList(cell)
		return text, "", err
	case "paused_until":
		if text, err = date(cell); isAmbiguousDate(cell) {
			repair = fmt.Sprintf("“%s” was read as %.10s.", cell, text)
		}
		return text, repair, err
	case "tier":
		return tier(cell), "", nil
	case "parent":
		if _, err := uuid.Parse(cell); err != nil {
			_, err = ParseParent(cell)
			return cell, "", err
		}
		return cell, "", nil
	}
	if strings.Contains(cell, `\`) { // \N is not n
		return cell, "", nil
	}
	known, key := valueByWord[field], HeaderKey(cell)
	for _, word := range []string{key, valueByWord["boolean"][key]} {
		if found, ok := known[word]; ok {
			return found, "", nil
		}
	}
	return cell, "", nil // package source refuses a word that is no value
}

// FieldOf returns the key of a column without the number of its endpoint.
func FieldOf(key string) string {
	parts := strings.SplitN(key, "_", 3)
	if parts[0] != "feed" || len(parts) < 2 {
		return key
	}
	if _, err := strconv.Atoi(parts[1]); err != nil {
		return key
	}
	return strings.Join(append(parts[:1:1], parts[2:]...), "_")
}

// address returns the address in a cell.
func address(cell string) (text, repair string, err error) {
	if _, username, password := weburl.SplitCredentials(cell); username+password != "" {
		return "", "", fmt.Errorf("the address contains a user name or a password, which cannot be imported from a " +
			"table; remove them, and enter them at the endpoint after the import")
	}
	text = weburl.Clean(cell)
	if text != cell {
		repair = fmt.Sprintf("“%s” was read as %s.", textkey.Shorten(cell, 80), textkey.Shorten(text, 80))
	}
	if text == "" { // Clean removes backslashes
		return "", "", fmt.Errorf("“%s” is not an address", textkey.Shorten(cell, 60))
	}
	if _, err := weburl.Parse(text); err != nil {
		return "", "", err
	}
	return text, repair, nil
}

// languageList returns the codes of the languages in a cell.
func languageList(cell string) (string, error) {
	var codes []string
	for _, value := range splitLanguages(cell) {
		names := []string{value}
		if _, ok := LanguageCode(value); !ok { // such as "de/fr" or "de fr"
			if parts := strings.FieldsFunc(value, isLanguageSeparator); len(parts) > 1 {
				names = parts
			}
		}
		for _, name := range names {
			code, ok := LanguageCode(name)
			if !ok {
				return "", fmt.Errorf("“%s” is not a language; use its name or code (BCP 47), such as es or pt-BR",
					textkey.Shorten(value, 60))
			}
			if !slices.Contains(codes, code) {
				codes = append(codes, code)
			}
		}
	}
	return JoinList(codes), nil
}

// splitLanguages returns the values of a cell, which any of the separators may separate outside brackets.
func splitLanguages(cell string) []string {
	depth := 0
	return slices.DeleteFunc(strings.FieldsFunc(cell, func(r rune) bool {
		switch {
		case strings.ContainsRune("([（", r):
			depth++
		case strings.ContainsRune(")]）", r):
			depth--
		}
		return depth <= 0 && strings.ContainsRune(listSeparators+"、，；&+", r)
	}), func(value string) bool { return strings.TrimSpace(value) == "" })
}

func isLanguageSeparator(r rune) bool { return r == '/' || r == ' ' }

// tier returns the number in a cell such as "2", "2.0" or "Tier 2".
func tier(cell string) string {
	text, _, _ := strings.Cut(strings.ReplaceAll(cell, ",", "."), ".0")
	text = strings.TrimSpace(strings.TrimPrefix(HeaderKey(text), "tier"))
	if _, err := strconv.Atoi(text); err != nil {
		return cell
	}
	return text
}

// serialDate matches the days since 1899-12-30, as spreadsheets store dates.
var serialDate = regexp.MustCompile(`^[2-6]\d{4}(?:[.,]\d+)?$`)

// dayAndMonth matches a date whose first two numbers may each be the month. With dots, the first is always the day.
var dayAndMonth = regexp.MustCompile(`^(0?[1-9]|1[0-2])[/-](0?[1-9]|1[0-2])[/-]\d{2,4}\b`)

// isAmbiguousDate reports whether the day and the month of a date may be exchanged.
func isAmbiguousDate(cell string) bool {
	m := dayAndMonth.FindStringSubmatch(cell)
	return m != nil && strings.TrimPrefix(m[1], "0") != strings.TrimPrefix(m[2], "0")
}

// date returns the time in a cell as RFC 3339. Of two numbers that may both be the month, the first is
// the day, as in most countries.
func date(cell string) (string, error) {
	if serialDate.MatchString(cell) {
		days, err := strconv.ParseFloat(strings.ReplaceAll(cell, ",", "."), 64)
		if err == nil {
			passed := time.Duration(days * 24 * float64(time.Hour))
			return time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).Add(passed).Round(time.Minute).Format(time.RFC3339), nil
		}
	}
	parser := feeddate.Parser{DefaultZone: time.UTC}
	if d, ok := parser.Parse([]byte(cell)); ok {
		return d.Time.Format(time.RFC3339Nano), nil
	}
	return "", fmt.Errorf("“%s” is not a date; write it as 2026-11-26", textkey.Shorten(cell, 60))
}
